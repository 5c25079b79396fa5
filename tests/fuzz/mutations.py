"""What can befall a file: bytes lost, changed, doubled, moved and mixed, whatever game wrote it.

A mutation is a function of chance: the same seed gives the same file.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["CUT", "MUTATIONS", "Harm", "Mutation", "disturbed", "harmed"]


@dataclass(frozen=True, slots=True)
class Mutation:
    """One way in which a file comes to harm.

    Attributes:
        name: what happens, in one word or two.
        act: makes of a file, and of another one of the same game, the harmed file.
        honest: whether nobody's hand is needed for it, so that it must not be called a forgery:
            a full disk or a killed process loses the end of a file.
    """

    name: str
    act: Callable[[random.Random, bytes, bytes], bytes]
    honest: bool = False


@dataclass(frozen=True, slots=True)
class Harm:
    """A harmed file.

    Attributes:
        data: its bytes.
        names: the mutations that it went through, in their order.
        honest: whether all of them can befall an honest file.
    """

    data: bytes
    names: tuple[str, ...]
    honest: bool


def _place(chance: random.Random, size: int) -> int:
    return chance.randrange(size + 1)


def _stretch(chance: random.Random, size: int, most: int) -> tuple[int, int]:
    """A stretch of at most so many pieces: mostly a short one."""
    start = _place(chance, size)
    return start, min(size, start + chance.choice((1, 1, 2, 5, most)))


def _cut_end(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    # A file that ends with a blank line looks whole.
    ends = [match.end() for match in re.finditer(rb"(?:\r*\n){2}", data)]
    return data[: chance.choice(ends) if ends and chance.randrange(2) else _place(chance, len(data))]


def _cut_start(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    return data[_place(chance, len(data)) :]


def _flip_bits(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    harmed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20)) if harmed else 0):
        harmed[chance.randrange(len(harmed))] ^= 1 << chance.randrange(8)
    return bytes(harmed)


def _lose_bytes(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _stretch(chance, len(data), 200)
    return data[:start] + data[end:]


def _double_bytes(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _stretch(chance, len(data), 200)
    return data[:end] + data[start:end] * chance.choice((1, 1, 3, 50)) + data[end:]


def _insert_bytes(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    at = _place(chance, len(data))
    return data[:at] + chance.choice(_STRANGE) * chance.choice((1, 1, 2, 40)) + data[at:]


_STRANGE = (
    b"\x00",
    b"\r",
    b"\n",
    b"\r\n",
    b"\x0b",
    b"\x0c",
    b"\x1b[31m",
    b"\x1c",
    b"\x85",
    b"\xc2\x85",
    b"\xe2\x80\xa8",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\xff\xfe",
    b"\xf4\x90\x80\x80",
    b"\xc0\x80",
    b"\x81",
    b"\xe9",
    b"\xef\xbc\x91",
    b"\xd9\xa3",
    b"\xc2\xb2",
    b"\xe2\x88\x9e",
    b"\t",
    b" ",
    b"-",
    b"0",
    b":",
    b"|",
    b"(",
    b"]",
    b"<",
    b"&#0;",
    b"%s",
    b"=",
    b"==HYPERLINK(1)",
)


def _random_bytes(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _stretch(chance, len(data), 40)
    return data[:start] + chance.randbytes(end - start) + data[end:]


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _lose_lines(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    lines = _lines(data)
    start, end = _stretch(chance, len(lines), 30)
    return b"".join(lines[:start] + lines[end:])


def _double_lines(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    lines = _lines(data)
    start, end = _stretch(chance, len(lines), 30)
    to = _place(chance, len(lines))
    return b"".join(lines[:to] + lines[start:end] * chance.choice((1, 1, 2, 20)) + lines[to:])


def _swap_lines(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    lines = _lines(data)
    if lines:
        at, to = (chance.randrange(len(lines)) for _ in range(2))
        lines[at], lines[to] = lines[to], lines[at]
    return b"".join(lines)


def _move_lines(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    lines = _lines(data)
    start, end = _stretch(chance, len(lines), 30)
    moved, rest = lines[start:end], lines[:start] + lines[end:]
    to = _place(chance, len(rest))
    return b"".join(rest[:to] + moved + rest[to:])


def _join_lines(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    breaks = [match.start() for match in re.finditer(rb"\r?\n", data)]
    if not breaks:
        return data
    at = chance.choice(breaks)
    return data[:at] + re.sub(rb"\A\r?\n", b"", data[at:])


def _borrow_lines(chance: random.Random, data: bytes, other: bytes) -> bytes:
    lines, others = _lines(data), _lines(other)
    start, end = _stretch(chance, len(others), 30)
    to = _place(chance, len(lines))
    return b"".join(lines[:to] + others[start:end] + lines[to:])


def _sections(data: bytes) -> list[bytes]:
    return re.split(rb"(?<=\n\n)(?=[^\n])", data)


def _lose_section(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    sections = _sections(data)
    del sections[chance.randrange(len(sections))]
    return b"".join(sections)


def _double_section(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    sections = _sections(data)
    sections.insert(_place(chance, len(sections)), chance.choice(sections))
    return b"".join(sections)


def _move_section(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    sections = _sections(data)
    moved = sections.pop(chance.randrange(len(sections)))
    sections.insert(_place(chance, len(sections)), moved)
    return b"".join(sections)


def _borrow_section(chance: random.Random, data: bytes, other: bytes) -> bytes:
    sections = _sections(data)
    at = chance.randrange(len(sections))
    sections[at : at + chance.randrange(2)] = [chance.choice(_sections(other))]
    return b"".join(sections)


def _change_number(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return data
    number = chance.choice(numbers)
    return data[: number.start()] + _other_number(chance, number[0]) + data[number.end() :]


def _other_number(chance: random.Random, number: bytes) -> bytes:
    # A number of thousands of digits is no integer for Python either; a copy of bytes can make one.
    value = int(number[:18])
    near = value + chance.choice((-1000, -100, -10, -1, 1, 10, 100, 1000))
    return chance.choice(
        (
            str(near).encode(),
            str(value * 10).encode(),
            number + bytes([chance.choice(b"0123456789")]),
            number[:-1],
            number[::-1],
            b"0" + number,
            b"-" + number,
            *_NUMBERS,
        )
    )


_NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"27",
    b"99",
    b"255",
    b"65536",
    b"2147483647",
    b"2147483648",
    b"4294967296",
    b"9223372036854775808",
    b"18446744073709551616",
    b"9" * 40,
    b"9" * 5_000,
    b"1e9",
    b"0x10",
    b"1_000",
    b"1,000",
    b"\xd9\xa3",
    b"\xef\xbc\x97",
    b"\xc2\xb2",
    b"nan",
)


def _other_encoding(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = chance.choice(
        ("latin-1", "utf-16", "utf-16-le", "utf-32", "cp437", "cp932", "euc_jp", "utf-7")
    )
    return text.encode(encoding, "replace")


def _mixed_encoding(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    lines = _lines(data)
    if lines:
        at = chance.randrange(len(lines))
        lines[at] = _other_encoding(chance, lines[at], b"")
    return b"".join(lines)


def _mark_order(_chance: random.Random, data: bytes, _other: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


def _other_breaks(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    new = chance.choice((b"\r\n", b"\r", b"\n\n", b"\n\r", b" \n", b"\x0b", b"\xe2\x80\xa8"))
    if chance.randrange(2):
        return re.sub(rb"\r?\n", lambda _: new, data)
    return re.sub(rb"\r?\n", lambda found: new if chance.randrange(4) == 0 else found[0], data)


def _splice(chance: random.Random, data: bytes, other: bytes) -> bytes:
    at, to = _place(chance, len(data)), _place(chance, len(other))
    return chance.choice((data[:at] + other[to:], data[:at] + other + data[at:], data + other, other + data))


def _blank_tail(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    at = _place(chance, len(data))
    return data[:at] + b"\x00" * (len(data) - at)


CUT = Mutation("end lost", _cut_end, honest=True)
"""What an interrupted write leaves."""

MUTATIONS = (
    CUT,
    Mutation("start lost", _cut_start),
    Mutation("bits flipped", _flip_bits),
    Mutation("bytes lost", _lose_bytes),
    Mutation("bytes doubled", _double_bytes),
    Mutation("bytes inserted", _insert_bytes),
    Mutation("bytes made up", _random_bytes),
    Mutation("lines lost", _lose_lines),
    Mutation("lines doubled", _double_lines),
    Mutation("lines swapped", _swap_lines),
    Mutation("lines moved", _move_lines),
    Mutation("lines joined", _join_lines),
    Mutation("lines borrowed", _borrow_lines),
    Mutation("section lost", _lose_section),
    Mutation("section doubled", _double_section),
    Mutation("section moved", _move_section),
    Mutation("section borrowed", _borrow_section),
    Mutation("number changed", _change_number),
    Mutation("number changed too", _change_number),
    Mutation("other encoding", _other_encoding),
    Mutation("encodings mixed", _mixed_encoding),
    Mutation("order marked", _mark_order),
    Mutation("other line ends", _other_breaks),
    Mutation("two files in one", _splice),
    Mutation("tail of zeros", _blank_tail),
)
"""All of them; numbers are changed twice as often as anything else."""


def harmed(seed: int, data: bytes, other: bytes = b"") -> Harm:
    """A file as it is after one mutation, or several; one in six has only lost its end.

    Args:
        seed: of the chance.
        data: the file.
        other: another file of the same game, of which something can get into it.
    """
    chance = random.Random(seed)
    done: list[Mutation] = []
    choices = (CUT,) if chance.randrange(6) == 0 else MUTATIONS
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        mutation = chance.choice(choices)
        data = mutation.act(chance, data, other)
        done.append(mutation)
    return Harm(data, tuple(each.name for each in done), all(each.honest for each in done))


def disturbed(seed: int, text: str) -> str:
    """A text with characters that no file can hold, and others that few programs think of."""
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 5))):
        at = _place(chance, len(text))
        end = at + chance.choice((0, 0, 1))
        text = text[:at] + chance.choice(_ODD) + text[end:]
    return text


_ODD = (
    "\ud800",
    "\udfff",
    "\udc80",
    "\x00",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\U0010ffff",
    "İ",
    "ß",
    "²",
    "٣",
    "１",
)
