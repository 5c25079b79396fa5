"""From bytes to text, whatever the encoding."""

from __future__ import annotations

from necropsy.sources.source import Content

__all__ = ["decode"]


def decode(data: bytes) -> Content:
    """UTF-8 where it is valid; else what the title of a Japanese dump is in; else each line in CP1252.

    Old tiles builds of DCSS drew their maps in single bytes; in a log each line has its own player.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return Content(data.decode("utf-8"), utf8=data)
    except UnicodeDecodeError:
        pass
    for encoding, title in _JAPANESE:
        if title in data[:_HEAD]:
            return Content(_decoded(data, encoding), encoding=encoding)
    return Content("\n".join(map(_line, data.split(b"\n"))), encoding="cp1252")


_JAPANESE = tuple((encoding, "キャラクタ情報]".encode(encoding)) for encoding in ("cp932", "euc_jp"))
"""The encodings of Hengband's Japanese builds, on Windows and elsewhere, with the title in their bytes."""

# A title stands on the first line, or below the fields that are sent to a score server.
_HEAD = 8 * 1024


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        # What is damaged is a line's own trouble.
        return "\n".join(line.decode(encoding, errors="replace") for line in data.split(b"\n"))


def _line(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
