"""X: a morgue against its game's line in the server's log.

A player's settings can make the game write any text into a morgue; the log line is out of
the player's reach, and both are written at the same moment from the same variables. A line
that tells of a mode that was entered is no end and is compared with nothing but the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import wraps
from typing import Any

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import GEMS_SINCE, version_of
from necropsy.games.dcss.layout import foreign_signs
from necropsy.games.dcss.line import LINE_KINDS, CrawlLine
from necropsy.games.dcss.notes import NOTES
from necropsy.games.dcss.rules.book import NOTES_ARE_WHOLE, RUNES_ARE_FLAGS, dump_of, from_on, rule
from necropsy.games.dcss.rules.notes import ENDING_NOTES
from necropsy.games.dcss.score_block import PLACE as SCORE_BLOCK
from necropsy.games.dcss.version import is_release
from necropsy.joint import JointRecord, lines_of
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity, difference

PairCheck = Callable[[Record, CrawlLine], Iterator[Report]]


def _pair_rule(
    code: str, title: str, severity: Severity = Severity.ERROR, *, entry: bool = False
) -> Callable[[PairCheck], PairCheck]:
    """Register a rule that compares a morgue with a line of its game: of its end, or of a mode entered."""

    def register(check: PairCheck) -> PairCheck:
        @wraps(check)
        def of_parts(record: Record) -> Iterator[Report]:
            dump = dump_of(record)
            if dump is not None and isinstance(record, JointRecord):
                for line in _entries(record) if entry else lines_of(record):
                    assert isinstance(line, CrawlLine)
                    yield from check(dump, line)

        rule(code, title, severity, part="several")(of_parts)
        return check

    return register


def _entries(record: JointRecord) -> Sequence[Record]:
    """The lines of modes that were entered, where none tells of the end: a marked game has none."""
    return () if lines_of(record) else record.beside


def _pair(dump: Record, line: CrawlLine, fact: str, place: str = "") -> tuple[Statement, Statement] | None:
    """What both say of a fact; of the morgue the score block if it says it, else the first place.

    Args:
        dump: the morgue.
        line: the line.
        fact: the fact.
        place: the one part of the morgue that counts.
    """
    theirs = line.first(fact)
    said = [s for s in dump.statements(fact) if not place or s.place == place] if theirs else []
    mine = next((s for s in said if s.place == SCORE_BLOCK), said[0] if said else None)
    return None if mine is None or theirs is None else (mine, theirs)


def _differ(
    dump: Record,
    line: CrawlLine,
    what: str,
    pair: tuple[Statement, Statement],
    severity: Severity | None = None,
) -> Report:
    mine, theirs = pair
    off = ""
    if isinstance(mine.value, int) and isinstance(theirs.value, int):
        off = f" {difference(mine.value, theirs.value, countable=what in _COUNTED)}"
    return Report(
        f"{what}: the {mine.place} says {_shown(mine.value)}, the log line {_shown(theirs.value)}{off}",
        expected=theirs.value,
        found=mine.value,
        evidence=(*dump.evidence(mine), *line.evidence(theirs)),
        severity=severity,
    )


_COUNTED = frozenset({"turns", "runes", "gems", "hit points", "maximum hit points", "kills"})


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value) or "none"


def _same(dump: Record, line: CrawlLine, what: str, fact: str, place: str = "") -> Iterator[Report]:
    """A report where the two say different values of a fact."""
    pair = _pair(dump, line, fact, place)
    if pair is not None and pair[0].value != pair[1].value:
        yield _differ(dump, line, what, pair)


@_pair_rule("X101", "The scores of a morgue and of its log line differ")
def scores_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Both are the same number of the same entry (hiscores.cc). Honest exceptions: none."""
    yield from _same(dump, line, "score", "score")


@_pair_rule("X102", "The turns of a morgue and of its log line differ")
def turns_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Both are the turn count at the end. Honest exceptions: none."""
    yield from _same(dump, line, "turns", "turns")


@_pair_rule("X103", "The level or the hit points of a morgue and of its log line differ")
def character_agrees(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Level, hit points and their maximum are those of the end in both. Honest exceptions: none.

    Hit points are compared with the score block, which is written together with the line.
    """
    yield from _same(dump, line, "level", "xl")
    yield from _same(dump, line, "hit points", "hp", SCORE_BLOCK)
    yield from _same(dump, line, "maximum hit points", "max_hp", SCORE_BLOCK)


@_pair_rule("X104", "The runes of a morgue and of its log line differ")
def runes_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """The runes counted in the score block or the overview are the line's ``urune``, from 0.9 on.

    Up to 0.8 the morgue counts rune items and the line kinds, and they are not compared.
    Honest exceptions, built in: a sprint that scores itself leaves them out of the line.
    """
    if from_on(line, RUNES_ARE_FLAGS):
        yield from _same(dump, line, "runes", "runes")


@_pair_rule("X105", "The gems of a morgue and of its log line differ")
def gems_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """The gems of the score block are the line's ``fgem``.

    A dead character's gems are counted in the notes, where a script can add rows and nothing can
    leave them out (notes.cc, ``Note::hidden``): too many of them are a warning, too few are not.
    """
    pair = _pair(dump, line, "gems")
    if pair is None or pair[0].value == pair[1].value or not from_on(line, GEMS_SINCE):
        return
    surplus = pair[0].place != SCORE_BLOCK and pair[0].value > pair[1].value
    yield _differ(dump, line, "gems", pair, Severity.WARNING if surplus else None)


@_pair_rule("X106", "The ending of a morgue and of its log line differ")
def endings_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Won, left, quit or died: both are written from the same cause of death. Honest exceptions: none."""
    yield from _same(dump, line, "ending", "ending")


@_pair_rule("X107", "The god of a morgue and of its log line differ")
def gods_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Both name the god at the end, or none.

    Honest exceptions, built in: 0.16 to 0.22 lose Xom's sentence in the score block, Jiyva
    has a second name, and the Shining One's article was once written large.
    """
    theirs = line.facts["god"]
    for mine in dump.statements("god"):
        lost = mine.place == SCORE_BLOCK and not mine.value and theirs == "Xom"
        if _god(mine.value) != _god(theirs) and not lost:
            pair = mine, Statement("god", theirs, line.line, line.PLACE)
            yield _differ(dump, line, "god", pair)
            return


def _god(name: str) -> str:
    return "jiyva" if name.startswith("Jiyva") else name.lower()


@_pair_rule("X108", "Species or background of a morgue and of its log line differ")
def birth_agrees(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Both print the species and background that the character has at the end. Honest exceptions: none."""
    yield from _same(dump, line, "species", "species")
    yield from _same(dump, line, "background", "background")


@_pair_rule("X109", "The title of a morgue and of its log line differ", Severity.WARNING)
def titles_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Both print the title at the end.

    Honest exceptions: titles of Unarmed Combat depend on the balance of strength and
    dexterity at the moment of printing, and two titles are printed without "the".
    """
    pair = _pair(dump, line, "title", SCORE_BLOCK)
    if pair is not None and _plain(pair[0].value) != _plain(pair[1].value):
        yield _differ(dump, line, "title", pair)


def _plain(title: str) -> str:
    return title.removeprefix("La ").removeprefix("the ")


@_pair_rule("X110", "The version of a morgue and of its log line differ")
def versions_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """One program writes both. The line may have the short form, without the commits since the tag.

    A morgue without its header is compared by its look, as in C145: a proof for a release, a warning
    for a build after one. Honest exceptions: none.
    """
    pair = _pair(dump, line, "version")
    if pair is None:
        yield from _look_agrees(dump, line)
        return
    mine, theirs = pair[0].value, pair[1].value
    if not mine.startswith(theirs) and not theirs.startswith(mine):
        yield _differ(dump, line, "version", pair)


def _look_agrees(dump: Record, line: CrawlLine) -> Iterator[Report]:
    version, theirs = version_of(line), line.first("version")
    foreign = {} if version is None or dump.has("version") else foreign_signs(version)
    seen = next((each for each in dump.statements("layout") if each.value in foreign), None)
    if version is None or seen is None or theirs is None:
        return
    yield Report(
        f"version: the log line says {version}, but {foreign[seen.value]}",
        expected=str(version),
        found=seen.value,
        evidence=(*dump.evidence(seen), *line.evidence(theirs)),
        severity=None if is_release(version) and "vlong" in line.fields else Severity.WARNING,
    )


@_pair_rule("X111", "The seed of a morgue and of its log line differ")
def seeds_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Both print the seed of the game (from 0.24 on). Honest exceptions: none."""
    yield from _same(dump, line, "seed", "seed")


_A_MINUTE = 60


@_pair_rule("X112", "The time played of a morgue and of its log line differ")
def durations_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """The score block and the line give the time of one clock at one moment.

    Honest exceptions: a second or two, where the clock was read twice; up to a minute warns.
    """
    pair = _pair(dump, line, "duration_s", SCORE_BLOCK)
    if pair is None:
        return
    apart = abs(pair[0].value - pair[1].value)
    if apart > 2:
        yield _differ(dump, line, "time played", pair, Severity.WARNING if apart <= _A_MINUTE else None)


@_pair_rule("X113", "The days of a morgue and of its log line differ")
def days_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Start and end are on the same day, or on neighbouring ones where one clock shows local time.

    The line's month is counted from 0. A neighbouring day is a hint. Honest exceptions: none of
    more than a day; a clock that is wrong is wrong in both.
    """
    for fact, what in (("started", "start"), ("ended", "end")):
        pair = _pair(dump, line, fact)
        # A day that the score block does not print is read from another one.
        if pair is None or not pair[0].value:
            continue
        mine, theirs = (date.fromisoformat(said.value) for said in pair)
        apart = abs((mine - theirs).days)
        if apart:
            yield _differ(dump, line, what, pair, Severity.HINT if apart == 1 else None)


@_pair_rule("X114", "The place of a morgue and of its log line differ")
def places_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """``level 3 of the Dungeon`` is the line's ``D:3``.

    Places that cannot be told surely (portals of old versions, single levels) warn. Honest
    exceptions: none is known where both have a number.
    """
    mine, theirs = dump.first("place"), line.facts.get("place_short")
    if mine is None or theirs is None or theirs.endswith("$"):
        return
    expected = names.note_places(mine.value)
    if expected is None or theirs in expected or not names.is_place(theirs):
        return
    numbered = mine.value.startswith("level ") and theirs.partition(":")[2].isdecimal()
    sure = numbered and "iggurat" not in mine.value
    pair = mine, Statement("place_short", theirs, line.line, line.PLACE)
    yield _differ(dump, line, "place", pair, None if sure else Severity.WARNING)


@_pair_rule("X115", "The gold of a morgue and of its log line differ")
def gold_agrees(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Gold in hand, found and spent are the same numbers in both (0.5.1 on). Honest exceptions: none."""
    for fact, what in (
        ("gold", "gold"),
        ("gold_collected", "gold collected"),
        ("gold_spent", "gold spent"),
    ):
        yield from _same(dump, line, what, fact)


@_pair_rule("X116", "The kills of a morgue and of its log line differ", Severity.WARNING)
def kills_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """The list's grand total is the number of the line.

    Honest exceptions: a player's own script can write the whole list.
    """
    yield from _same(dump, line, "kills", "kills")


@_pair_rule("X117", "The kind of game of a morgue and of its log line differ")
def kinds_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Sprint and Zot Defence are named in the header and in the line (``lv``), from 0.8 on.

    Other kinds stand in the name of the log's file alone, so a difference there warns.
    Honest exceptions: a log that was renamed, or put together from several.
    """
    mine, theirs = dump.first("game_type"), line.first("game_type")
    if mine is None or theirs is None or not from_on(line, "0.8.0") or mine.value in ("fork", "unknown"):
        return
    if line.fields.get("lv") == _PLAIN and mine.value in LINE_KINDS.values():
        # The name of the log says what the line does not.
        theirs = Statement("game_type", "normal", line.line, line.PLACE)
    # Hints have no header of their own.
    kinds = {"hints": "normal", "tutorial": "normal"}
    if kinds.get(mine.value, mine.value) == kinds.get(theirs.value, theirs.value):
        return
    named = LINE_KINDS.get(line.fields.get("lv", ""), "")
    sure = "lv" in line.fields and named != mine.value and (named or mine.value in LINE_KINDS.values())
    yield _differ(dump, line, "kind of game", (mine, theirs), None if sure else Severity.WARNING)


_PLAIN = "0.1"
"""What ``lv`` says of all games but sprints and Zot Defence."""


@_pair_rule("X118", "A mark of wizard or explore mode in the log line and not in the morgue")
def marks_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """A line with ``wiz=1`` or ``explore=1`` belongs to a score line with ``*WIZ*`` or ``*EXPLORE*``.

    Honest exceptions: none.
    """
    score = dump.first("score")
    if score is None or dump.value("wizard") or dump.value("explore"):
        return
    for mode, mark in (("wizard", "*WIZ*"), ("explore", "*EXPLORE*")):
        if line.facts.get(mode):
            yield Report(
                f"mode: the log line says {mode} mode, the score line has no {mark}",
                expected=mark,
                found="",
                evidence=(*dump.evidence(score), *line.evidence(line.first(mode))),
            )


@_pair_rule("X119", "The mark of a mode that the log saw being entered was removed", entry=True)
def mark_was_removed(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Entering wizard or explore mode writes a line, and from then on the score line is marked.

    A seed that nobody chose belongs to one game: the same seed, player and first day are the
    same game. With less in common nothing is said. Honest exceptions: none; a chosen seed,
    with which the game can be played again unmarked, is left out, and so is a game whose end
    the log has, too: the server itself took it for unmarked.
    """
    score, entry = dump.first("score"), line.facts["entry"]
    if score is None or dump.value("wizard") or dump.value("explore") or _may_be_another(dump, line):
        return
    yield Report(
        f"mode: the log saw the game enter {entry} mode, the score line has no mark; the mark was removed",
        expected=entry,
        found="",
        evidence=(*dump.evidence(score, dump.first("seed")), *line.evidence(line.first("entry"))),
    )


def _may_be_another(dump: Record, line: CrawlLine) -> bool:
    """Whether the line may be of another game than the morgue."""
    chosen = "seeded" in (dump.value("game_type"), line.facts.get("game_type"))
    if chosen or dump.value("seed_custom") is not False:
        return True
    return any(
        dump.value(fact) is None or dump.value(fact) != line.value(fact)
        for fact in ("seed", "player", "started")
    )


@_pair_rule("X120", "The sprint map of a morgue and of its log line differ")
def maps_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """The place of a death ends in the map's title, and so does the line (``mapdesc``).

    Of a game that left the dungeon the vault list names the map (0.24 on). Both come from the map
    under the character's feet (hiscores.cc), and two maps score themselves. Honest exceptions:
    none; notes that give the map away are not compared.
    """
    mine, theirs = dump.first("map"), line.first("map")
    if mine is None or theirs is None or "mapdesc" not in line.fields or mine.place == NOTES:
        return
    if mine.value != theirs.value:
        yield _differ(dump, line, "map", (mine, theirs))


@_pair_rule("X121", "The notes of a morgue and its log line differ")
def notes_agree(dump: Record, line: CrawlLine) -> Iterator[Report]:
    """Where score block and overview were left out the notes still tell of the game.

    The last row has the turn of the end and says how it came; each level, gem and, from 0.9
    on, rune has a row of its own, and the first row names the character. A row too few is a proof.
    Honest exceptions: wizard mode, which jumps between levels, and rows that a player added.
    """
    notes = dump.value("notes")
    if not notes or not from_on(line, NOTES_ARE_WHOLE) or line.facts.get("wizard"):
        return
    for fact, what, told in _TOLD:
        theirs = None if dump.has(fact) else line.first(fact)
        if theirs is None:
            continue
        said = told(dump, theirs.value)
        if said is not None:
            number, words = said
            mine = Statement(fact, words, number, NOTES)
            yield _differ(dump, line, what, (mine, theirs))


def _gems_told(dump: Record, gems: int) -> tuple[int, object] | None:
    noted = dump.first("gem_notes")
    return None if noted is None or noted.value >= gems else (noted.line, noted.value)


def _species_told(dump: Record, species: str) -> tuple[int, object] | None:
    noted = dump.first("character_noted")
    pair = None if noted is None else names.split_character(noted.value)
    grown = "Draconian" if species.endswith("Draconian") else species
    if noted is None or pair is None or pair[0] in (species, grown):
        return None
    # A note keeps the name of a species that was renamed since: Ogre and Oni, Palentonga and Armataur.
    lasting = any(row["name"] == pair[0] and not row["until"] for row in names.rows("species"))
    return (noted.line, pair[0]) if lasting else None


def _turns_told(dump: Record, turns: int) -> tuple[int, object] | None:
    last = dump.value("notes").last
    return None if last.turn == turns else (last.line, last.turn)


def _ending_told(dump: Record, ending: str) -> tuple[int, object] | None:
    last = dump.value("notes").last
    told = next((kind for kind, words in ENDING_NOTES.items() if last.text.startswith(words)), "death")
    return None if told == ending else (last.line, told)


def _level_told(dump: Record, level: int) -> tuple[int, object] | None:
    noted = dump.statements("level_noted")
    levels = {statement.value for statement in noted}
    absent = set(range(1, level + 1)) - levels
    return (noted[-1].line, noted[-1].value) if absent and noted else None


def _runes_told(dump: Record, runes: int) -> tuple[int, object] | None:
    noted = (*dump.statements("rune_noted"), *dump.statements("rune_bought"))
    kinds = {statement.value for statement in noted}
    at = noted[-1].line if noted else dump.value("notes").last.line
    return (at, len(kinds)) if len(kinds) < runes else None


_TOLD: tuple[tuple[str, str, Callable[[Record, Any], tuple[int, object] | None]], ...] = (
    ("turns", "turns", _turns_told),
    ("ending", "ending", _ending_told),
    ("xl", "level", _level_told),
    ("runes", "runes", _runes_told),
    ("gems", "gems", _gems_told),
    ("species", "species", _species_told),
)
