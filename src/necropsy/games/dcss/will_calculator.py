"""Will and the resistance roll without a file."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from necropsy.games.dcss import resist, will
from necropsy.games.dcss.by_version import choices
from necropsy.games.dcss.calculator import species_named, version_named
from necropsy.games.dcss.version import Version
from necropsy.games.dcss.will import Bearer, Source, Wills

__all__ = ["Resistance", "WillShown", "resistance_of", "will_shown"]


@dataclass(frozen=True, slots=True)
class WillShown:
    """A Will, and how the game shows it.

    Attributes:
        wills: the Will; several where a trunk build may follow either of two rules.
        pips: the pips of the overview (from 0.14 on).
        words: the adjective of the status line (0.2 to 0.18).
    """

    wills: Wills
    pips: tuple[str, ...]
    words: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data: a list where there are several, null where it is not shown."""
        shown = {"will": _one(sorted(self.wills)), "pips": _one(self.pips)}
        return shown | ({"words": _one(self.words)} if self.words else {})


@dataclass(frozen=True, slots=True)
class Resistance:
    """How likely a hex is resisted.

    Attributes:
        probability: the chance; several where a trunk build may follow either of two rules.
        stepped: the power after the step-down.
        shown: the percentage that the game shows for the hex to succeed (from 0.16 on).
    """

    probability: tuple[Fraction, ...]
    stepped: tuple[int, ...]
    shown: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "probability": _one([str(chance) for chance in self.probability]),
            "decimal": _one([float(chance) for chance in self.probability]),
            "stepped_power": _one(self.stepped),
        }


def _one(values: Any) -> Any:
    return None if not values else values[0] if len(values) == 1 else list(values)


def will_shown(
    version: str,
    *,
    species: str,
    xl: int,
    steps: dict[str, int],
    form: str = "",
    halved: bool = False,
    tartarus: bool = False,
    folly: bool = False,
) -> WillShown:
    """The Will of a character by the rules of a version.

    Args:
        version: the version of DCSS.
        species: the species, in capitals or not.
        xl: experience level, 1 to 27.
        steps: how many steps there are of each source of ``will_sources.csv``.
        form: the form that it has taken (``"lich"``).
        halved: whether its will is weak (Will/2).
        tartarus: whether it stands in Tartarus.
        folly: whether it wears the robe of Folly.

    Raises:
        ValueError: if the version, species or form is unknown or there is no such level, or the
            version does not have one of the sources; the text says what to give in its place.
    """
    parsed = version_named(version)
    if not 1 <= xl <= 27:
        raise ValueError(f"experience levels run from 1 to 27, not {xl}")
    form = form.strip().lower().removesuffix("-form").removesuffix(" form")
    if form and form not in will.forms():
        close = get_close_matches(form, will.forms(), n=1)
        hint = f"do you mean {close[0]}?" if close else f"known are {', '.join(sorted(will.forms()))}"
        raise ValueError(f"no form {form!r}; {hint}")
    absent = [name for name, count in steps.items() if count and will.step(name, parsed) == (0,)]
    absent += [rule for rule, on in (("folly", folly), ("tartarus", tartarus)) if on and _lacks(rule, parsed)]
    if absent:
        raise ValueError(f"version {version}: Will does not depend on {' or '.join(absent)}; leave it out")
    bearer = Bearer(
        xl,
        species_named(species, parsed),
        tuple(Source(name, (count,)) for name, count in steps.items() if count),
        form,
        (halved,),
        (tartarus,),
        (folly,),
    )
    wills = will.will_of(bearer, parsed)
    pips = will.pips_of(wills, parsed) if parsed.may_be_since(will.PIPS_SINCE) else ()
    return WillShown(wills, pips, will.words(wills, parsed))


def _lacks(rule: str, version: Version) -> bool:
    return choices("will_rules", rule, version) == ("no",)


def resistance_of(
    version: str, *, defender: int, power: int, stepped: bool = False, monster: bool = False
) -> Resistance:
    """How likely a hex is resisted by the rules of a version.

    Args:
        version: the version of DCSS.
        defender: the Will of whom the hex is for.
        power: the power of the hex, after the spell's own factor.
        stepped: whether ``power`` is stepped down already.
        monster: whether the defender is a monster (up to 0.18 the weakest of them flip a coin).

    Raises:
        ValueError: if the version is unknown or the power is below 0.
    """
    parsed = version_named(version)
    powers = (power,) if stepped else resist.stepped_power(power, parsed)
    chances: list[Fraction] = []
    for each in powers:
        chances += (
            resist.monster_probability(defender, each, parsed)
            if monster
            else (resist.probability(defender, each),)
        )
    shown = [resist.shown_success(defender, each) for each in powers] if parsed.since("0.16.0") else []
    return Resistance(tuple(dict.fromkeys(chances)), powers, tuple(dict.fromkeys(shown)))
