"""From a record to the ways in which its score can have come about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from necropsy.breakdown import Breakdown, Reckoning
from necropsy.games.dcss import experience, score
from necropsy.games.dcss.facts import GEMS_SINCE, version_of
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES, MOST_RUNES_IN_A_SPRINT
from necropsy.games.dcss.line import PLACE as LOGFILE
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.line_reckon import newer_than_read, reckon_line, variant_of_line
from necropsy.games.dcss.score_block import PLACE as SCORE_BLOCK
from necropsy.games.dcss.sprint_rules import explained_by_sprint_rule, own_rules, own_scores
from necropsy.games.dcss.variant import odd_species, odd_version
from necropsy.games.dcss.vaults import VAULTS
from necropsy.games.dcss.version import Version
from necropsy.joint import JointRecord
from necropsy.record import Record, Standing, Statement
from necropsy.span import Span

__all__ = ["own_scores_of", "reckon", "variant_of", "ways"]

_ANY_EXPERIENCE = Span(0, experience.XP_CAP)

_RUNES_ARE_FLAGS = "0.9-a1-579"
"""d8593eb2: runes left the pack; from here on no rune can be carried twice."""

_SCORE_BLOCKS_SINCE = "0.3"
"""The dumps of 0.1 and 0.2 have no score block: they record no score."""


def reckon(record: Record) -> Reckoning:
    """Every breakdown that the facts of a record allow, or what is missing for one."""
    if isinstance(record, CrawlLine):
        return reckon_line(record)
    missing = _missing(record)
    version = version_of(record)
    if missing or version is None:
        return Reckoning(missing=missing)
    regimes = score.regimes(version)
    if not regimes:
        return Reckoning(missing=(f"no formula is known for version {version}",))
    candidates = tuple(score.breakdown_of_any(regimes, way.game, way.note) for way in ways(record, version))
    doubts = tuple(_doubts(record, version, candidates))
    return Reckoning(candidates, tuple(_gaps(record, version)), doubts)


def variant_of(record: Record) -> str | None:
    """Why this is not a game of DCSS proper, in words; ``None`` if nothing says so."""
    if isinstance(record, CrawlLine):
        return variant_of_line(record)
    if isinstance(record, JointRecord):
        return next(filter(None, map(variant_of, record.parts)), None)
    value = record.value
    text = value("version")
    if value("game_type") == "fork":
        return f"the header calls the game {value('game_name')!r}"
    return None if text is None else _odd_game(text, value("species"), value("character"))


@lru_cache(maxsize=8192)
def _odd_game(text: str, species: str | None, character: str | None) -> str | None:
    odd = odd_version(text)
    if odd is not None:
        return odd
    if species is None:
        return None if character is None else f"{character!r} is no species and background of DCSS"
    return odd_species(species, text)


def _missing(record: Record) -> tuple[str, ...]:
    """What stands in the way of any computation."""
    missing = []
    version = version_of(record)
    if record.value("version") is None:
        missing.append("needs the header, which names the version")
    if version is not None and version.before(_SCORE_BLOCKS_SINCE):
        return (f"unscorable format: the dumps of {version} record no score",)
    if record.value("score") is None:
        missing.append("needs the score block, which gives the recorded score")
    if missing:
        return tuple(missing)
    variant = variant_of(record)
    if variant is not None:
        return (f"unknown variant: {variant}",)
    if record.value("ending") is None:
        return ("needs the line of the score block that says how the game ended",)
    return ()


def _gaps(record: Record, version: Version) -> Iterator[str]:
    """What is missing but leaves the score a span."""
    if not record.has("character_shown"):
        yield "needs the overview, which has the runes, the gold and the progress to the next level"
    if version.since(GEMS_SINCE) and record.value("gems") is None:
        yield "needs the notes, for a dead character's gems stand nowhere else"


def _doubts(record: Record, version: Version, candidates: tuple[Breakdown, ...]) -> Iterator[str]:
    """What keeps a score outside every candidate from being a proof."""
    yield from newer_than_read(version)
    if _arena_unseen(record, version):
        yield "needs the notes, where Thunderdome's points stand"
    if all(explained_by_sprint_rule(record, candidate) for candidate in candidates):
        yield (
            "needs to know whether the game's own bug of that time scored this game by the rule"
            " of the map Arena of Blood"
        )


class Way(NamedTuple):
    """One way in which the score can have come about, and what is taken for granted in it."""

    game: score.Game
    note: str = ""


def ways(record: Record, version: Version) -> Iterator[Way]:
    """The games that the record may be of, the likeliest first."""
    for own_score, remark in own_scores_of(record, version):
        if own_score:
            yield from _ways_of_own_score(record, version, own_score, remark)
        else:
            yield from _ways_of_formula(record, version, remark)


def _ways_of_own_score(record: Record, version: Version, own_score: str, remark: str) -> Iterator[Way]:
    game = replace(_game(record, version), own_score=own_score, runes=_runes(record, version, custom=True))
    for points in _arena_points(record, own_score):
        yield Way(replace(game, arena_points=points), remark)


def _ways_of_formula(record: Record, version: Version, remark: str) -> Iterator[Way]:
    game = None
    for xp, kept in _experience(record, version):
        for gems, fewer in _gems(record, version):
            note = "; ".join(filter(None, (remark, kept, fewer)))
            game = _game(record, version, xp, gems) if game is None else replace(game, xp=xp, gems=gems)
            yield Way(game, note)


def _game(
    record: Record, version: Version, xp: Span = _ANY_EXPERIENCE, gems: Span = score.NOTHING
) -> score.Game:
    turns = record.value("turns")
    gold = record.value("gold")
    items = record.value("rune_items")
    return score.Game(
        xp=xp,
        ending=record.value("ending"),
        runes=_runes(record, version),
        turns=Span.at_least(0) if turns is None else Span.exactly(turns),
        gems=gems,
        gold=Span.at_least(0) if gold is None else Span.exactly(gold),
        rune_items=None if items is None else Span.exactly(items),
        zotdef=record.value("game_type") == "zotdef",
        xp_from=_level_in_words(record),
    )


def _level_in_words(record: Record) -> str:
    """What the experience is read from: ``level 21 and 12%``; "" where the file prints it."""
    if record.value("xp") is not None:
        return ""
    level, percent = record.value("xl"), record.value("next_pct")
    return f"level {level}" if percent is None else f"level {level} and {percent}%"


def _experience(record: Record, version: Version) -> Iterator[tuple[Span, str]]:
    """The experience that level and percentage allow; a level may be left from before an upgrade."""
    shown: Span | None = record.value("xp_span")
    # Where no experience prints this percentage, the level alone bounds it.
    span = shown if shown is not None else _of_level(record, version)
    yield span, ""
    if record.value("xp") is not None or (shown is not None and record.value("next_pct") is not None):
        return
    for older in _upgraded_from(record):
        wider = span | _of_level(record, older)
        if wider != span:
            yield wider, f"if no experience was gained since the game was upgraded from {older}"


def _of_level(record: Record, version: Version) -> Span:
    """The experience at which a version gives the level, whatever the percentage."""
    level, species = record.value("xl"), record.value("species")
    if level is None or species is None:
        return _ANY_EXPERIENCE
    mutation = record.value("inexperienced")
    known = mutation is not None or version.before("0.16")
    alone = experience.xp_span(level, None, species, version, mutation or 0, percent_known=known)
    return alone if alone is not None else _ANY_EXPERIENCE


_UPGRADED = re.compile(r"Upgraded the game from (?P<older>\S{1,60}) to ")


def _upgraded_from(record: Record) -> Iterator[Version]:
    """The versions that a saved game had before, by its notes and by its log line.

    A new version's thresholds change the level only when experience is gained next
    (player.cc, ``level_change``). The notes say "Upgraded the game from 0.19.0 to 0.19.1";
    they are read only where the text has such a row.
    """
    for text in _former_versions(record):
        try:
            yield Version.parse(text)
        except ValueError:
            continue


def _former_versions(record: Record) -> Iterator[str]:
    saved_by = record.value("save_version")
    if saved_by is not None and saved_by != record.value("version"):
        yield saved_by
    parts = record.parts if isinstance(record, JointRecord) else (record,)
    if any("Upgraded the game from " in part.document.text for part in parts if part.document):
        matches = (_UPGRADED.match(note.text) for note in record.value("notes", ()))
        yield from (match["older"] for match in matches if match is not None)


def _runes(record: Record, version: Version, *, custom: bool = False) -> Span:
    """The different runes that the formula counts; the score block's own count where it gives one.

    A sprint that scored itself left its runes out of the score block
    (0.12 to 0.31-a0-1238); they stand in the overview.
    """
    said: dict[str, Statement] = {}
    for statement in record.statements("runes"):
        said.setdefault(statement.place, statement)
    block, line = said.pop(SCORE_BLOCK, None), said.pop(LOGFILE, None)
    if block is not None:
        # Whether the line says it is looked up only where that counts.
        typed = version.may_be_before(_RUNES_ARE_FLAGS) and " types)" in record.evidence_of(block).text
        return Span.exactly(block.value) if typed else _untyped(block.value, version)
    ending = record.first("ending")
    if ending is not None and ending.value in ("win", "left") and ending.place == SCORE_BLOCK and not custom:
        return Span.exactly(0)
    if line is not None:
        return Span.exactly(line.value)
    if not version.may_be_since("0.9"):
        return Span.exactly(0)
    for overview in said.values():
        return Span.exactly(overview.value)
    sprint = record.value("game_type") in _SPRINTS
    return Span(0, MOST_RUNES_IN_A_SPRINT if sprint else MOST_RUNES)


def _untyped(items: int, version: Version) -> Span:
    """The kinds among so many runes where the score block does not say "(of M types)".

    To 0.8 it says so for more than one kind (hiscores.cc, ``num_diff_runes > 1``).
    """
    if not version.may_be_before(_RUNES_ARE_FLAGS):
        return Span.exactly(items)
    return Span(min(items, 1), items if version.may_be_since(_RUNES_ARE_FLAGS) else min(items, 1))


_SPRINTS = ("sprint", "unknown")
"""What the header calls a sprint, and a game whose kind it has lost."""


def _gems(record: Record, version: Version) -> Iterator[tuple[Span, str]]:
    if not version.may_be_since(GEMS_SINCE):
        yield Span.exactly(0), ""
        return
    gems = record.first("gems")
    if gems is None:
        yield Span(0, MOST_GEMS), ""
        return
    yield Span.exactly(gems.value), ""
    if gems.standing is Standing.WITNESS:
        # A player's script can add a note; so each smaller number is possible, too.
        for fewer in range(min(gems.value, MOST_GEMS) - 1, -1, -1):
            yield Span.exactly(fewer), f"with {fewer} of the {gems.value} gems that the notes name"


def own_scores_of(record: Record, version: Version) -> Iterator[tuple[str, str]]:
    """The ways in which the game's map may have scored it ("" is the formula)."""
    # The map is looked for only where it counts: it may stand in the notes.
    if record.value("game_type") not in _SPRINTS or not own_rules(version):
        yield "", ""
        return
    seen = record.first("map")
    sure = seen is not None and (seen.standing is not Standing.WITNESS or seen.place == VAULTS)
    yield from own_scores(seen.value if sure and seen is not None else None, version)


def _arena_points(record: Record, own_score: str) -> Iterator[Span]:
    if own_score != "arena points":
        yield Span.exactly(0)
        return
    noted = [statement.value for statement in record.statements("arena_points")]
    yield Span.exactly(noted[-1] if noted else 0)
    # Rows of that wording may be a player's own: an earlier one can be the last real one.
    for points in dict.fromkeys(reversed(noted[:-1])):
        yield Span.exactly(points)
    if noted:
        yield Span.exactly(0)


def _arena_unseen(record: Record, version: Version) -> bool:
    """Whether Thunderdome's points may have counted although the notes that give them are missing."""
    possible = any(own_score == "arena points" for own_score, _ in own_scores_of(record, version))
    return possible and record.value("notes") is None
