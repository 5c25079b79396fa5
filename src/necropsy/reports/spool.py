"""Text that a report has to hold back until it knows what comes before it."""

from __future__ import annotations

import shutil
import tempfile
from typing import IO, TextIO, cast

__all__ = ["Spool"]

_IN_MEMORY = 1 << 22
"""So many bytes (4 MB) stay in memory; what is longer goes to a file without a name, for this user alone."""


class Spool:
    """Text to be written later. It takes little memory, however long it grows."""

    def __init__(self) -> None:
        # A name of a file may hold bytes that no encoding has: they come out as they went in.
        self._file = cast(
            "IO[str]",
            tempfile.SpooledTemporaryFile(  # noqa: SIM115 - it is closed when it has been copied
                _IN_MEMORY, "w+", encoding="utf-8", errors="surrogatepass", newline=""
            ),
        )

    def __del__(self) -> None:
        # Of a report that was given up nobody copies anything.
        self._file.close()

    def write(self, text: str) -> None:
        """Hold some text back."""
        self._file.write(text)

    def copy_to(self, stream: TextIO) -> None:
        """Write all of it to a stream; nothing can be held back afterwards."""
        with self._file as file:
            file.seek(0)
            shutil.copyfileobj(file, stream, 1 << 16)
