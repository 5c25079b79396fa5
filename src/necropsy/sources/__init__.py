"""From paths to texts: lazily, in a fixed order, and safe on files that somebody else made.

A source is a file, a member of an archive or a URL. A directory is walked without entering
linked directories; of an archive each member is a source of its own; nothing is ever
unpacked to a disk. Only regular files are opened, never a pipe or a device. What is read is
read up to a limit and no further, packed files under the same limit.
"""

from necropsy.sources.archive import close_archives
from necropsy.sources.decoding import decode
from necropsy.sources.limits import Limits, size_of, too_long, too_many_lines
from necropsy.sources.local import open_regular
from necropsy.sources.packed import GZIP
from necropsy.sources.reading import blocks, read, signature
from necropsy.sources.source import Broken, Content, Place, Source, reason
from necropsy.sources.walk import find

__all__ = [
    "GZIP",
    "Broken",
    "Content",
    "Limits",
    "Place",
    "Source",
    "blocks",
    "close_archives",
    "decode",
    "find",
    "open_regular",
    "read",
    "reason",
    "signature",
    "size_of",
    "too_long",
    "too_many_lines",
]
