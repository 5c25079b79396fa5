"""C: the character at the end: health, experience, what its sheet says."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.dcss import experience
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.rules.book import dump_rule
from necropsy.record import Record, Statement
from necropsy.rules import Report, difference
from necropsy.span import Span

# Hit points at the end by the verb of a melee death (hiscores.cc, damage_verb).
_VERBS = {
    "Slain by ": Span(-5, None),
    "Mangled by ": Span(-13, -6),
    "Demolished by ": Span(-21, -14),
    "Annihilated by ": Span(None, -22),
}
_BLOWS = tuple(_VERBS)
_WOUNDS = (*_BLOWS, "Killed from afar by ", "Shot with a", "Hit by a")

# From 0.33 on these have no blow behind them: a mummy's curse, a scythe's.
_BLOODLESS = ("death curse", "scythe of Curses")


@dump_rule("C126", "The verb of the death and the hit points differ")
def verb_fits_hit_points(record: Record) -> Iterator[Report]:
    """Slain is down to -5 hit points, mangled -6 to -13, demolished -14 to -21, annihilated below.

    Honest exceptions: a death curse (0.33 on) slays without a blow.
    """
    cause, hp = record.first("cause"), record.first("hp")
    if cause is None or hp is None or not cause.value.startswith(_BLOWS) or not _by_a_blow(record, cause):
        return
    for verb, span in _VERBS.items():
        if cause.value.startswith(verb) and hp.value not in span:
            yield Report(
                f"hit points: the {hp.place} says {hp.value}, {verb.split()[0]!r} stands for {_range(span)}",
                expected=[span.low, span.high],
                found=hp.value,
                evidence=record.evidence(hp, cause),
            )


def _range(span: Span) -> str:
    if span.low is None:
        return f"{span.high} and below"
    if span.high is None:
        return f"{span.low} and above"
    return f"{span.low} to {span.high}"


def _by_a_blow(record: Record, cause: Statement) -> bool:
    if any(word in cause.value for word in _BLOODLESS):
        return False
    version = version_of(record)
    modern = version is None or version.may_be_since("0.33")
    # A curse of 0.33 on is "Slain by <its cause>", whatever the hit points.
    return not (modern and cause.value.startswith("Slain by ") and record.first("damage") is None)


@dump_rule("C127", "The ending and the hit points differ")
def hit_points_fit_ending(record: Record) -> Iterator[Report]:
    """Who was killed by a blow has no hit points left; who won, left or quit has some.

    Honest exceptions: other causes (starvation, Zot, asphyxiation) leave any number, and
    so does a maximum that was drained to nothing.
    """
    ending, hp, cause = record.first("ending"), record.first("hp"), record.first("cause")
    if ending is None or hp is None or record.value("max_hp", 1) <= 0:
        return
    if ending.value != "death":
        if hp.value <= 0:
            yield Report(
                f"hit points: the {hp.place} says {hp.value}, yet the game ended by {ending.value}",
                expected=1,
                found=hp.value,
                evidence=record.evidence(hp, ending),
            )
    elif cause is not None and hp.value > 0 and cause.value.startswith(_WOUNDS) and _by_a_blow(record, cause):
        yield Report(
            f"hit points: the {hp.place} says {hp.value}, yet the character was killed by a blow"
            f" {difference(hp.value, 0, countable=True)}",
            expected=0,
            found=hp.value,
            evidence=record.evidence(hp, cause),
        )


@dump_rule("C128", "Progress to the next level that no experience gives")
def percent_is_possible(record: Record) -> Iterator[Report]:
    """``Next: n%`` is a floored fraction of the level, so it runs from 0 to 99."""
    percent = record.first("next_pct")
    if percent is not None and not 0 <= percent.value <= 99:
        yield Report(
            f"experience: Next says {percent.value:,}%, it runs from 0 to 99 {difference(percent.value, 99)}",
            expected=[0, 99],
            found=percent.value,
            evidence=record.evidence(percent),
        )


@dump_rule("C129", "An experience level that does not exist")
def level_exists(record: Record) -> Iterator[Report]:
    """Levels run from 1 to 27, in every version since 0.1."""
    level = record.first("xl")
    if level is not None and not 1 <= level.value <= 27:
        yield Report(
            f"level: the {level.place} says {level.value}, levels run from 1 to 27",
            expected=[1, 27],
            found=level.value,
            evidence=record.evidence(level),
        )


@dump_rule("C130", "Experience and experience level differ", until="0.8")
def experience_fits_level(record: Record) -> Iterator[Report]:
    """Up to 0.8 the overview prints the experience, and it lies within its level.

    The line also says how much is needed for the next level: threshold - XP + 1 (output.cc), both
    while a level was held from its threshold on and when it was held only above it (to 0.7).
    """
    xp, level, species = record.first("xp"), record.first("xl"), record.value("species")
    version = version_of(record)
    if xp is None or level is None or species is None or version is None:
        return
    allowed = experience.xp_span(level.value, None, species, version, percent_known=False)
    if allowed is not None and xp.value not in allowed:
        off = allowed.excess(xp.value)
        yield Report(
            f"experience: the overview says {xp.value:,}, level {level.value} of a {species} has {allowed}"
            f" ({abs(off):,} too {'much' if off > 0 else 'little'})",
            expected=[allowed.low, allowed.high],
            found=xp.value,
            evidence=record.evidence(xp, level),
        )
        return
    needed = record.first("xp_needed")
    if needed is None or not 1 <= level.value < experience.LAST_LEVEL:
        return
    ladders = experience.ladders(species, version)
    possible = {ladder.needed(level.value + 1) + 1 - xp.value for ladder in ladders}
    if possible and needed.value not in possible:
        expected = max(possible)
        yield Report(
            f"experience: the overview says {needed.value:,} are needed for the next level,"
            f" {xp.value:,} leave {expected:,} {difference(needed.value, expected)}",
            expected=expected,
            found=needed.value,
            evidence=record.evidence(needed),
        )


@dump_rule("C146", "Ru's sacrifice of experience, listed and described", since="0.16")
def inexperience_is_one(record: Record) -> Iterator[Report]:
    """The overview lists "inexperienced 2", the mutations further down say "You are inexperienced.".

    Both are printed from one number (mutation.cc), and from 0.27 on the levels' thresholds go by
    it. Honest exceptions: none; a section that was left out is not asked.
    """
    listed, told = record.first("inexperienced"), record.first("inexperience_told")
    if listed is not None and told is not None and listed.value != told.value:
        yield Report(
            f"inexperience: the {listed.place} says {listed.value}, the {told.place} {told.value}"
            f" {difference(listed.value, told.value)}",
            expected=told.value,
            found=listed.value,
            evidence=record.evidence(listed, told),
        )
