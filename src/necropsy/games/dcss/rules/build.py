"""B: a character that the rules of the game cannot give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from necropsy.games.dcss import bearer, will
from necropsy.games.dcss.bearer import Told
from necropsy.games.dcss.by_version import choices
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.reckon import variant_of
from necropsy.games.dcss.rules.book import dump_rule
from necropsy.games.dcss.score import NEWEST_READ
from necropsy.games.dcss.titles import Meaning, meanings
from necropsy.games.dcss.will import Source
from necropsy.games.dcss.will_account import account_of
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity
from necropsy.span import Span

# Evidence that a person reads: level, species, and as many items as a body wears.
_SHOWN = 24


@dump_rule("B101", "Will shown and Will recomputed differ", since="0.14.0", until=NEWEST_READ)
def pips_fit_character(record: Record) -> Iterator[Report]:
    """Will follows from level, species, what is worn, mutations, statuses and form alone.

    The overview shows it as a pip for each 40 (to 0.25 as MR). Everything that changes it
    stands in the same file: worn items by their names and described properties, never by what a
    player inscribed. Silent where a section is missing or a form, a mutation or a row of the
    inventory is not known. Up to 0.27 Trog's Hand is only called "regenerating", as other things
    are, so for a follower of Trog, present or past, the Will may be with it or without. A pip is
    40, so a raised level is seen only where it crosses one. Honest exceptions, which it only warns
    of: from 0.31 to 0.33-a0-1200 no word tells of the form that a talisman gives, and a talisman
    that is an artefact works on when it was dropped.
    """
    shown = record.first("will_pips")
    told = None if shown is None else bearer.told_of(record)
    if shown is None or told is None:
        return
    wills = will.will_of(told.bearer, told.version)
    allowed = will.pips_of(wills, told.version)
    if not told.sure:
        # Of a permanent form no word tells here, and that of death adds to Will.
        unseen = will.will_of(told.bearer._replace(form="death"), told.version)
        allowed = will.pips_of(wills | unseen, told.version)
    if shown.value not in allowed:
        (label, *_) = choices("will_rules", "label", told.version)
        yield Report(
            f"{label}: the overview shows {shown.value}, {account_of(told)} gives {' or '.join(allowed)}",
            expected=list(allowed),
            found=shown.value,
            evidence=record.evidence(shown, *told.statements[:_SHOWN]),
            severity=Severity.ERROR if told.sure else Severity.WARNING,
        )


@dump_rule("B102", "The word for magic resistance and the character differ", Severity.WARNING, until="0.13")
def word_fits_character(record: Record) -> Iterator[Report]:
    """Up to 0.13 a word says how resistant to magic a character is: "quite resistant to magic".

    Level, species, what is worn, mutations and (to 0.6) the skill in Enchantments give the least
    that it can be, and the most where no artefact with the property and no staff of enchantment
    is in use: their numbers are not printed. Honest exceptions: what gave resistance in these old
    versions was read in the source and seen in few games.
    """
    said = _resistance_said(record)
    told = None if said is None else bearer.told_of(record)
    if said is None or told is None:
        return
    band, can_be = will.band_of_words(said, told.version), _old_span(record, told)
    if band is not None and (band & can_be) is None:
        yield Report(
            f"magic resistance: the overview says {said!r} ({band}), level {told.bearer.xl} of a"
            f" {told.bearer.species} with what it wears and is gives {can_be}",
            expected=[can_be.low, can_be.high],
            found=said,
            evidence=record.evidence(record.first("statuses"), *told.statements[:_SHOWN]),
        )


_SAID = re.compile(
    r"(?:^|, )(?P<words>(?:(?:not|almost entirely|\w{4,15}) resistant|immune)"
    r" to (?:magic|hostile enchantments))(?:,|$)"
)


def _resistance_said(record: Record) -> str | None:
    statuses = record.first("statuses")
    if statuses is None or " to " not in statuses.value:
        return None
    match = _SAID.search(statuses.value)
    return None if match is None else match["words"]


def _old_span(record: Record, told: Told) -> Span:
    """What magic resistance a character of 0.2 to 0.13 can have."""
    sources = [source for source in told.bearer.sources if source.name not in _OPEN]
    if told.version.may_be_since(_SUPPRESSION_SINCE):
        # A field of suppression takes away what things give.
        sources = [Source(source.name, tuple({0, *source.counts})) for source in sources]
    for statement in record.statements("skill"):
        if statement.value[0] == "Enchantments":
            sources.append(Source("enchantments", (int(statement.value[1]),)))
    wills = will.will_of(told.bearer._replace(sources=tuple(sources)), told.version)
    is_open = any(source.name in _OPEN for source in told.bearer.sources)
    skilled = record.has("skill") or told.version.since("0.7")
    return Span(min(wills), None if is_open or not skilled else max(wills))


# What adds a number that is not printed.
_OPEN = ("artefact", "staff")
_SUPPRESSION_SINCE = "0.11"


@dump_rule("B103", "Pips and word of magic resistance differ", since="0.14.0", until="0.18")
def pips_fit_word(record: Record) -> Iterator[Report]:
    """From 0.14 to 0.18 the overview shows magic resistance twice: in pips and in a word.

    At the end everything is identified, so both stand for one number: "quite" is 60 to 89, which
    is one pip or two.
    """
    shown, said, version = record.first("will_pips"), _resistance_said(record), version_of(record)
    if shown is None or said is None or version is None or variant_of(record) is not None:
        return
    band, of_pips = will.band_of_words(said, version), will.band_of_pips(shown.value)
    if band is not None and (band & of_pips) is None:
        yield Report(
            f"MR: the overview shows {shown.value} ({of_pips}), and says {said!r} ({band})",
            expected=said,
            found=shown.value,
            evidence=record.evidence(shown, record.first("statuses")),
        )


@dump_rule("B104", "The title and the skills differ", until=NEWEST_READ)
def title_fits_skills(record: Record) -> Iterator[Report]:
    """A character is called by its best skill, and by the level of that skill.

    The step of the title goes by whole levels. Silent for titles of a god's followers, which
    go by piety and not by the skill, for those of conducts, and for any that the version's
    tables do not know. Of skills that are equally high any can give the title; Unarmed Combat
    has two lists, and a species may have a title of its own. Honest exceptions: an excerpt whose
    list of skills was cut down; so where the title's skill is not in the list, this only warns.
    """
    title, version, sheet = record.first("title"), version_of(record), record.statements("skill")
    stands_for = () if title is None or version is None or not sheet else meanings(title.value, version)
    if title is None or not stands_for:
        return
    highest = int(max([statement.value[1] for statement in sheet]))
    best = [statement for statement in sheet if statement.value[1] >= highest]
    called = {statement.value[0] for statement in best}
    if any(meaning.skill in called and highest in meaning.levels for meaning in stands_for):
        return
    if variant_of(record) is not None or not _sheet_is_read(record):
        return
    skills = " or ".join(f"{skill} {_range(levels)}" for skill, levels in stands_for)
    shown = " or ".join(f"{statement.value[0]} {statement.value[1]:g}" for statement in best[:_SHOWN])
    yield Report(
        f"title: the {title.place} says {title.value}, which is for {skills}; the best skill is {shown}",
        expected=[[skill, levels.low, levels.high] for skill, levels in stands_for],
        found=[best[0].value[0], best[0].value[1]],
        evidence=record.evidence(title, *best[:_SHOWN]),
        severity=Severity.ERROR if _is_listed(stands_for, sheet) else Severity.WARNING,
    )


def _is_listed(stands_for: Sequence[Meaning], sheet: Sequence[Statement]) -> bool:
    """Whether the list has a skill that the title can stand for."""
    listed = {statement.value[0] for statement in sheet}
    return any(meaning.skill in listed for meaning in stands_for)


def _range(levels: Span) -> str:
    return str(levels.low) if levels.exact is not None else f"{levels.low} to {levels.high}"


def _sheet_is_read(record: Record) -> bool:
    """Whether each line of the list of skills was understood: the best may be the one that was not."""
    section = record.document.sections.only("skills")
    if section is None:
        return True
    lines = record.lines[section.start + 1 : section.end]
    return sum("Level " in line for line in lines) == len(record.statements("skill"))
