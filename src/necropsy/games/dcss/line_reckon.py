"""From the line of a log to the ways in which its score can have come about.

A line names the level and no progress, so its experience is a wide span; everything else
that a score is made of since 0.9 stands in it. Most lines of a log ask for one of few
spans (level, species and version, and mostly no treasures), so those are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from necropsy.breakdown import Breakdown, Reckoning
from necropsy.games.dcss import experience, score
from necropsy.games.dcss.facts import GEMS_SINCE
from necropsy.games.dcss.layout import foreign_fields
from necropsy.games.dcss.limits import MOST_RUNES_IN_A_SPRINT
from necropsy.games.dcss.line import KNOWN, CrawlLine
from necropsy.games.dcss.sprint_rules import LEAK, explained_by_sprint_rule, own_scores
from necropsy.games.dcss.variant import odd_ending, odd_line, odd_version
from necropsy.games.dcss.version import Version
from necropsy.span import Span

__all__ = ["Kin", "games_of_line", "kin_of", "newer_than_read", "reckon_line", "variant_of_line"]


def newer_than_read(version: Version) -> Iterator[str]:
    """Why the formula of a version may be another one, if its build is newer than those read."""
    if version.since("0.35") and version.last > Version.parse(score.NEWEST_READ).last:
        yield f"builds after {score.NEWEST_READ} were not read; their formula may be another one"


def variant_of_line(record: CrawlLine) -> str | None:
    """Why the line is of no game of DCSS proper, in words; ``None`` if nothing says so."""
    kin = kin_of(record)
    return None if kin is None else kin.variant


def reckon_line(record: CrawlLine) -> Reckoning:
    """Every breakdown that the facts of a line allow, or what is missing for one."""
    kin = kin_of(record)
    get = record.facts.get
    needed = map(get, ("xl", "ending", "species", "score"))
    missing = kin is None or None in needed or not _SCORED.isdisjoint(record.repeated)
    missing = missing or (get("turns") is None and get("ending") == "win")
    missing = missing or odd_ending(record.fields.get("ktyp", "")) is not None
    if kin is None or missing or kin.variant is not None:
        return Reckoning(missing=(_missing(record),))
    inputs = _inputs_of(record, kin)
    found = _reckoned(inputs)
    if inputs.saved_by is None and not kin.leaks and record.fields.keys() <= KNOWN:
        return found
    return _with_doubts(record, found, inputs.saved_by)


def _inputs_of(record: CrawlLine, kin: Kin) -> _Inputs:
    """What the score of a line depends on; what does not count is left out, so that lines are alike."""
    get = record.facts.get
    ending: str = record.facts["ending"]
    kind = get("game_type")
    saved_by = record.value("save_version") if "vsavrv" in record.fields else None
    return _Inputs(
        kin.version,
        kin.species or "",
        record.facts["xl"],
        ending,
        get("runes"),
        get("rune_items"),
        get("gems") if kin.gems else 0,
        get("gold") if kin.gold else 0,
        get("turns") if ending == "win" or kind == "sprint" else 0,
        kind,
        record.value("map") if kind == "sprint" else None,
        None if saved_by == kin.version else saved_by,
    )


def games_of_line(record: CrawlLine) -> list[score.Game]:
    """The games that a line may be of; none where nothing can be computed."""
    kin = kin_of(record)
    if kin is None or not reckon_line(record).candidates:
        return []
    inputs = _inputs_of(record, kin)
    return [game for game, _ in _games(inputs, Version.parse(inputs.version)) if game is not None]


def _missing(record: CrawlLine) -> str:
    """What stands in the way of any computation."""
    for key in record.repeated:
        if key in _SCORED:
            return f"needs one {key}: the line has two"
    for fact, key, what in _NEEDED:
        if record.facts.get(fact) is None:
            return f"needs the field {key}, which {what}"
    unknown = variant_of_line(record) or odd_ending(record.fields.get("ktyp", ""))
    return (
        f"unknown variant: {unknown}" if unknown else "needs the field turn, which says how fast a winner was"
    )


_NEEDED = (
    ("version", "vlong", "names the version"),
    ("score", "sc", "gives the recorded score"),
    ("ending", "ktyp", "says how the game ended"),
    ("xl", "xl", "gives the level"),
    ("species", "race", "gives the species"),
)

_SCORED = frozenset(
    {"v", "vlong", "lv", "explbr", "vsavrv", "race", "cls", "xl", "sc", "ktyp", "wiz", "explore"}
).union(("turn", "urune", "nrune", "fgem", "gold"))
"""The fields on which a score, its formula or its place on a list depends."""


class Kin:
    """What lines of one version, species and background have in common.

    Attributes:
        version: the version's text.
        species: the species, if it is known.
        variant: why such a line is of no game of DCSS proper.
        gold: whether gold counts; of what does not, lines are not told apart.
        gems: whether gems count.
        foreign: what stands before the value of a field that the version does not write.
        leaks: whether the rule of a sprint's map may have scored other games.
        fits: what is kept of lines with one level, number of runes and ending.
    """

    __slots__ = ("fits", "foreign", "gems", "gold", "leaks", "species", "variant", "version")

    def __init__(self, text: str) -> None:
        self.version, *rest = text.split("\n")
        self.species, background, form, branch = (value or None for value in rest)
        self.variant = odd_line(self.version, form, branch, self.species, background)
        self.gold = self.gems = self.leaks = False
        self.foreign = tuple(f":{key}=" for key in foreign_fields(self.version))
        self.fits: dict[tuple[str | None, ...], Any] = {}
        if odd_version(self.version) is None:
            version = Version.parse(self.version)
            self.gold = any(regime.gold != "none" for regime in score.regimes(version))
            self.gems = version.may_be_since(GEMS_SINCE)
            self.leaks = LEAK.overlaps(version)


# One look-up for five texts: each line has its own copies of them, which take long to compare.
_kin = lru_cache(maxsize=16_384)(Kin)


def kin_of(record: CrawlLine) -> Kin | None:
    """The kin of a line; ``None`` where it names no version."""
    kin: Kin | None = record.kin
    if kin is None:
        plain = record.plain
        if plain is not None:
            parts = plain.vlong or plain.v, plain.race, plain.cls, "0.1", ""
        else:
            field = record.fields.get
            version = field("vlong") or field("v")
            if version is None:
                return None
            parts = version, field("race", ""), field("cls", ""), field("lv", ""), field("explbr", "")
        record.kin = kin = _kin("\n".join(parts))
    return kin


class _Inputs(NamedTuple):
    """What a line's score depends on, ``None`` where the line does not say it."""

    version: str
    species: str
    level: int
    ending: str
    runes: int | None
    rune_items: int | None
    gems: int | None
    gold: int | None
    turns: int | None
    kind: str | None
    map: str | None
    saved_by: str | None


@lru_cache(maxsize=8192)
def _reckoned(inputs: _Inputs) -> Reckoning:
    version = Version.parse(inputs.version)
    regimes = score.regimes(version)
    if not regimes:
        return Reckoning(missing=(f"no formula is known for version {version}",))
    candidates, doubts = [], list(newer_than_read(version))
    for game, note in _games(inputs, version):
        if game is None:
            doubts.append(note)
            continue
        found = score.breakdown_of_any(regimes, game)
        candidates.append(_noted(found, note) if note else found)
    return Reckoning(tuple(candidates), tuple(_gaps(inputs, regimes)), tuple(doubts))


def _games(inputs: _Inputs, version: Version) -> Iterator[tuple[score.Game | None, str]]:
    """The games that the line may be of, each with a remark; ``None`` for one that it cannot tell."""
    for own_score, remark in own_scores(inputs.map, version) if inputs.kind == "sprint" else (("", ""),):
        if own_score == "arena points":
            yield None, "needs the morgue, in whose notes Thunderdome's points stand"
            continue
        for xp, kept in _experience(inputs, version):
            yield _game(inputs, xp, own_score), "; ".join(filter(None, (remark, kept)))


def _noted(found: Breakdown, note: str) -> Breakdown:
    return Breakdown(found.regime, found.title, found.steps, found.total, note)


def _game(inputs: _Inputs, xp: Span, own_score: str) -> score.Game:
    items = inputs.rune_items
    return score.Game(
        xp,
        inputs.ending,
        _runes(inputs, own_score),
        _counted(inputs.turns),
        _counted(inputs.gems),
        _counted(inputs.gold),
        None if items is None else Span.exactly(items),
        zotdef=inputs.kind == "zotdef",
        own_score=own_score,
        xp_from=f"level {inputs.level}",
    )


def _runes(inputs: _Inputs, own_score: str) -> Span:
    if inputs.runes is not None:
        return Span.exactly(inputs.runes)
    if inputs.rune_items is not None:
        # 0.4 and the first builds called 0.4.1 did not count the kinds.
        return Span(0, inputs.rune_items)
    # Only a map that scores itself leaves its runes out of the line.
    return Span(0, MOST_RUNES_IN_A_SPRINT if own_score else 0)


def _counted(number: int | None) -> Span:
    return Span.at_least(0) if number is None else Span.exactly(number)


def _experience(inputs: _Inputs, version: Version) -> Iterator[tuple[Span, str]]:
    """The experience that the level allows; a level may be left from before an upgrade."""
    span = _of_level(inputs, version)
    yield span, ""
    if inputs.saved_by is None:
        return
    try:
        older = Version.parse(inputs.saved_by)
    except ValueError:
        return
    wider = span | _of_level(inputs, older)
    if wider != span:
        yield wider, f"if no experience was gained since the game was upgraded from {older}"


def _of_level(inputs: _Inputs, version: Version) -> Span:
    alone = experience.xp_span(inputs.level, None, inputs.species, version, percent_known=False)
    return alone if alone is not None else Span(0, experience.XP_CAP)


def _gaps(inputs: _Inputs, regimes: tuple[score.Regime, ...]) -> Iterator[str]:
    """What is missing but leaves the score a span."""
    yield "needs the morgue, which has the progress to the next level"
    if inputs.gold is None:
        yield "needs the morgue, which has the gold in hand"
    if inputs.ending == "win" and any(regime.inventory != "none" for regime in regimes):
        yield "needs the value of the pack, which counted to 0.8 and stands in no file"


def _with_doubts(record: CrawlLine, found: Reckoning, saved_by: str | None) -> Reckoning:
    """What keeps this line's score, if it lies outside, from being a proof."""
    recorded = record.facts["score"]
    if not found.candidates or any(recorded in candidate.total for candidate in found.candidates):
        return found
    doubts = list(found.doubts)
    if saved_by is not None:
        doubts.append(
            f"the game was continued from a save of version {saved_by},"
            " so its level can be one that older thresholds gave"
        )
    unknown = sorted(record.fields.keys() - KNOWN)
    if unknown:
        doubts.append(
            f"no version of DCSS writes {unknown[0][:40]!r}: the line may be a fork's, which counts otherwise"
        )
    if any(explained_by_sprint_rule(record, candidate) for candidate in found.candidates):
        doubts.append(
            "needs to know whether the game's own bug of that time scored this game by the rule"
            " of the map Arena of Blood"
        )
    return Reckoning(found.candidates, found.missing, tuple(doubts))
