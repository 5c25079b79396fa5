"""The numbers and sets of bits of an xlogfile's fields, as the game writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

__all__ = ["are_numbers", "bits_of", "number_of"]

_MOST_DIGITS = 18
# A line has a dozen numbers, and nearly all are small.
_SMALL = {str(number): number for number in range(-9, 1000)}
_HEX = re.compile(r"0x[0-9a-fA-F]{1,16}$", re.ASCII)


def number_of(text: str) -> int | None:
    """The number that a field is, of at most 18 digits.

    >>> number_of("-7"), number_of("+7")
    (-7, None)
    """
    number = _SMALL.get(text)
    if number is not None:
        return number
    digits = text[1:] if text[:1] == "-" else text
    if digits.isdecimal() and digits.isascii() and len(digits) <= _MOST_DIGITS:
        return int(text)
    return None


@lru_cache(maxsize=8192)
def bits_of(text: str) -> int | None:
    """The set of bits that a field is.

    >>> bits_of("0x4c"), bits_of("4c")
    (76, None)
    """
    return int(text, 16) if _HEX.match(text) else None


_NUMBERS = re.compile(r"-?[0-9]{1,18}(?:\t-?[0-9]{1,18})*")


def are_numbers(texts: Iterable[str]) -> bool:
    """Whether each of some fields, which hold no tab, is a number (:func:`number_of`).

    >>> are_numbers(["-7", "12"]), are_numbers(["-7", ""])
    (True, False)
    """
    return _NUMBERS.fullmatch("\t".join(texts)) is not None
