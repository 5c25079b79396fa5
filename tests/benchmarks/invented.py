"""What a made-up game has of its own: a player, a day, a seed, a remark."""

from __future__ import annotations

import datetime as dt
import random
import zlib

__all__ = ["FIRST_DAY", "Players", "day_of", "remark", "seed_like"]

_CONSONANTS, _VOWELS, _DIGITS = "bcdfghjklmnprstvwxyz", "aeiou", "0123456789"

FIRST_DAY = dt.date(2026, 12, 1)
"""The day after all the originals: no game began before its program was built."""

_DAYS = 1_500


class Players:
    """Names like those of the originals: capitals and digits where they have some, and as long.

    A name comes again only when all that look like it have come.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._met: dict[str, int] = {}

    def like(self, name: str) -> str:
        """The next name that looks like another one.

        >>> players = Players(1)
        >>> [players.like("Sapling7") for _ in range(3)]
        ['Yuhexix1', 'Pecigew2', 'Fixipav3']
        """
        alphabets = _alphabets(name)
        many = 1
        for alphabet in alphabets:
            many *= len(alphabet)
        look = "".join(alphabet[0] for alphabet in alphabets)
        number = self._met.get(look, self._seed ^ zlib.crc32(look.encode()))
        self._met[look] = number + 1
        # Steps of the golden section land far apart; neither 2 nor 5 divides them, and nothing
        # else the number of names, so each is met.
        place = number * (many * 61_803_398_875 // 10**12 * 10 + 1) % many
        letters = []
        for alphabet, letter in zip(reversed(alphabets), reversed(name), strict=True):
            place, at = divmod(place, len(alphabet))
            letters.append(alphabet[at].upper() if letter.isupper() else alphabet[at])
        return "".join(reversed(letters))


def _alphabets(name: str) -> list[str]:
    alphabets, vowel = [], False
    for letter in name:
        if letter.isdecimal():
            alphabets.append(_DIGITS)
        else:
            alphabets.append(_VOWELS if vowel else _CONSONANTS)
            vowel = not vowel
    return alphabets


def day_of(number: int, count: int) -> dt.date:
    """The day of a game: they follow each other over four years, as files on a server do."""
    return FIRST_DAY + dt.timedelta(days=number * _DAYS // count)


def seed_like(seed: str, chance: random.Random) -> str:
    """Another seed of as many digits that fits 64 bits."""
    first = 10 ** (len(seed) - 1)
    return str(chance.randrange(first, min(first * 10, 1 << 64)))


_REMARKS = (
    "{} sleeps behind the door, {} steps from here.",
    "Remember {}, and the {} arrows.",
    "You hear {} shout {} times.",
    "Left a stash near {}, item {}.",
    "Never trust {} again (no. {}).",
    "You feel watched by {} for {} moments.",
)


def remark(chance: random.Random) -> str:
    """A line that means nothing to anybody but its player."""
    return chance.choice(_REMARKS).format(_word(chance), chance.randrange(2, 1_000))


def _word(chance: random.Random) -> str:
    """A word of three syllables."""
    return "".join(chance.choices(_SYLLABLES, k=3))


_SYLLABLES = [consonant + vowel for consonant in _CONSONANTS for vowel in _VOWELS]
