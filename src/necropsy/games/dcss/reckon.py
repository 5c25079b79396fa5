"""From a record to the ways in which its score can have come about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from necropsy.breakdown import Breakdown, Reckoning
from necropsy.games.dcss import experience, score
from necropsy.games.dcss.facts import GEMS_SINCE, sprints, version_of
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.record import Record, Standing
from necropsy.span import Span

__all__ = ["MOST_GEMS", "MOST_RUNES", "reckon", "variant_of"]

MOST_RUNES = 15
"""Runes that one dungeon holds from 0.9 on (one branch of each pair is left out)."""

MOST_GEMS = 12
"""Gems that one dungeon can hold: 11, and 12 while there was one in the Orcish Mines (0.31-a0-1239 to 1281)."""


def reckon(record: Record) -> Reckoning:
    """Every breakdown that the facts of a record allow, or what is missing for one."""
    missing = _missing(record)
    version = version_of(record)
    if missing or version is None:
        return Reckoning(missing=missing)
    regimes = score.regimes(version)
    if not regimes:
        return Reckoning(missing=(f"no formula is known for version {version}",))
    gaps = list(_gaps(record, version))
    candidates = []
    for way in _ways(record, version):
        breakdown = score.breakdown_of_any(regimes, way.game)
        candidates.append(replace(breakdown, note=way.note))
    conclusive = not version.since("0.35") or version.before(_after(score.NEWEST_READ))
    if not conclusive:
        gaps.append(f"builds after {score.NEWEST_READ} were not read; their formula may be another one")
    if _arena_unseen(record, version):
        gaps.append("the notes, where Thunderdome's points stand")
        conclusive = False
    return Reckoning(tuple(candidates), tuple(gaps), conclusive)


def variant_of(record: Record) -> str | None:
    """Why this is not a game of DCSS proper, in words; ``None`` if nothing says so."""
    name = record.value("game_name")
    if name is not None and record.value("game_type") == "fork":
        return f"the header calls the game {name!r}"
    text = record.value("version")
    if text is None:
        return None
    version = version_of(record)
    if version is None:
        return f"{text!r} is no version of DCSS"
    if version.since("0.35-b1"):
        return f"version {text} is newer than any known here"
    character = record.value("character")
    if character is not None and record.value("species") is None:
        return f"{character!r} is no species and background of DCSS"
    species = record.value("species")
    if species is not None and not experience.ladders(species, version):
        return f"version {text} has no species {species!r}"
    return None


def _missing(record: Record) -> tuple[str, ...]:
    """What stands in the way of any computation."""
    missing = []
    if record.value("version") is None:
        missing.append("the header, which names the version")
    if record.value("score") is None:
        missing.append("the score block, which gives the recorded score")
    if missing:
        return tuple(missing)
    variant = variant_of(record)
    if variant is not None:
        return (f"unknown variant: {variant}",)
    if record.value("ending") is None:
        return ("the line of the score block that says how the game ended",)
    return ()


def _gaps(record: Record, version: Version) -> Iterator[str]:
    """What is missing but leaves the score a span."""
    if not record.document.sections.title_lines:
        yield "the overview: runes, gold and the progress to the next level are not in this file"
    if version.since(GEMS_SINCE) and record.value("gems") is None:
        yield "the notes: a dead character's gems stand nowhere else"


@dataclass(frozen=True, slots=True)
class _Way:
    game: score.Game
    note: str = ""


def _ways(record: Record, version: Version) -> Iterator[_Way]:
    """The games that the record may be of, the likeliest first."""
    base = _game(record, version)
    for own_score, note in _own_scores(record, version):
        for arena_points in _arena_points(record, own_score):
            game = replace(base, own_score=own_score, arena_points=arena_points)
            if own_score:
                game = replace(game, runes=_runes(record, version, custom=True))
            for gems, remark in _gems(record, version):
                notes = "; ".join(text for text in (note, remark) if text)
                yield _Way(replace(game, gems=gems), notes)


def _game(record: Record, version: Version) -> score.Game:
    turns = record.value("turns")
    gold = record.value("gold")
    items = record.value("rune_items")
    return score.Game(
        xp=_xp(record, version),
        ending=record.value("ending"),
        runes=_runes(record, version),
        turns=Span(0, None) if turns is None else Span.exactly(turns),
        gold=Span(0, None) if gold is None else Span.exactly(gold),
        rune_items=None if items is None else Span.exactly(items),
        zotdef=record.value("game_type") == "zotdef",
    )


def _xp(record: Record, version: Version) -> Span:
    span: Span | None = record.value("xp_span")
    if span is not None:
        return span
    # No experience can print this level and percentage: the level alone bounds it.
    level = record.value("xl")
    alone = experience.xp_span(level, None, record.value("species"), version, percent_known=False)
    return alone if alone is not None else Span(0, experience.XP_CAP)


def _runes(record: Record, version: Version, *, custom: bool = False) -> Span:
    """The runes that the formula counts; the score block's own count where it gives one.

    A sprint that scored itself left its runes out of the score block
    (0.12 to 0.31-a0-1238); they stand in the overview.
    """
    block, overview = None, None
    for statement in record.statements("runes"):
        if statement.place == "score block":
            block = statement.value
        else:
            overview = statement.value
    if block is not None:
        return Span.exactly(block)
    if record.value("ending") in ("win", "left") and not custom:
        return Span.exactly(0)
    if not version.may_be_since("0.9"):
        return Span.exactly(0)
    if overview is not None:
        return Span.exactly(overview)
    return Span(0, MOST_RUNES)


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


def _own_scores(record: Record, version: Version) -> Iterator[tuple[str, str]]:
    """The ways in which the game's map may have scored it ("" is the formula)."""
    if record.value("game_type") not in ("sprint", "unknown"):
        yield "", ""
        return
    seen = record.first("map")
    if seen is not None and seen.standing is Standing.TESTIMONY or (seen and seen.place == "vault list"):
        row = sprints()[seen.value]
        builds = VersionRange(row["own_since"], row["own_until"])
        if not row["own_score"] or not builds.overlaps(version):
            yield "", ""
            return
        yield row["own_score"], f"the map {seen.value} scores itself"
        if not builds.holds(version) or version.since("0.34"):
            yield "", "by the formula of other maps"
        return
    yield "", ""
    for name, row in sprints().items():
        if row["own_score"] and VersionRange(row["own_since"], row["own_until"]).overlaps(version):
            yield row["own_score"], f"if the map was {name}, which scores itself"


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
    if record.value("notes") is not None:
        return False
    return any(own == "arena points" for own, _ in _own_scores(record, version))


def _after(build: str) -> str:
    head, _, count = build.rpartition("-")
    return f"{head}-{int(count) + 1}"


def explained_by_sprint_rule(record: Record, breakdown: Breakdown) -> bool:
    """Whether a normal game's score is what Arena of Blood's rule gives for its turns.

    From 0.12-a0-1565 to 0.18-a0-1625 the hook for sprint maps was not tied to sprints, and
    at least one public game was scored by it (65af6d36 added the check).
    """
    version, recorded, turns = version_of(record), record.value("score"), record.value("turns")
    if version is None or not VersionRange("0.12-a0-1565", "0.18-a0-1625").overlaps(version):
        return False
    if record.value("game_type") == "sprint" or turns is None or recorded in breakdown.total:
        return False
    each = 200_000 if record.value("won") else 100_000
    return recorded is not None and (recorded - each * turns) % 2**32 == 0
