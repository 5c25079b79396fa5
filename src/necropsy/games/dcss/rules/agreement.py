"""C: places of one file that state the same fact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from necropsy.fact import facts_of
from necropsy.games.dcss import names
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.limits import MOST_RUNES
from necropsy.games.dcss.reckon import variant_of
from necropsy.games.dcss.rules.book import before, dump_rule, from_on, left_the_dungeon, may_be_from_on
from necropsy.games.dcss.version import is_release
from necropsy.record import Record, Standing, Statement
from necropsy.rules import Report, Severity, difference


@dump_rule("C101", "Places that state one fact differ")
def places_agree(record: Record) -> Iterator[Report]:
    """The game writes turns, level, hit points, species, runes and place from one variable each.

    So the score block, the title line, the overview and the misc block of one file always
    agree. Facts that may honestly differ (title, god, duration) have rules of their own.
    """
    for fact in _compared():
        values = record.values(fact)
        if not values or values.count(values[0]) == len(values):
            continue
        said = [s for s in record.statements(fact) if s.standing is Standing.TESTIMONY]
        for other in said[1:]:
            if other.value != said[0].value:
                yield _disagreement(record, fact, said[0], other)


@lru_cache(maxsize=1)
def _compared() -> tuple[str, ...]:
    return tuple(fact.name for fact in facts_of("dcss").values() if fact.compared)


_IN_WORDS = {"xl": "level", "hp": "hit points", "max_hp": "maximum hit points"}
_COUNTED = frozenset({"turns", "hp", "max_hp"})


def _disagreement(record: Record, fact: str, first: Statement, other: Statement) -> Report:
    off = ""
    if isinstance(first.value, int) and isinstance(other.value, int):
        off = f" {difference(first.value, other.value, countable=fact in _COUNTED)}"
    return Report(
        f"{_IN_WORDS.get(fact, fact)}: the {first.place} says {_shown(first.value)},"
        f" the {other.place} says {_shown(other.value)}{off}",
        expected=other.value,
        found=first.value,
        evidence=record.evidence(first, other),
    )


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


@dump_rule("C102", "More than one header, score line or title line", stands=True)
def written_once(record: Record) -> Iterator[Report]:
    """The game writes each of the three once, from the same numbers each time.

    A second one that says something else was put there by a script, or two files were
    joined. Honest exceptions: an option (``dump_order``) can ask for a section twice, so
    the same line again is a warning; the time in a title line may have gone on. Text
    that merely looks like one inside the message history does not count.
    """
    for fact, what in (
        ("header_lines", "headers"),
        ("score_lines", "score lines"),
        ("title_lines", "title lines"),
    ):
        numbers = record.value(fact, ())
        if len(numbers) < 2:
            continue
        lines = tuple(record.evidence_at(*numbers))
        same = len({_without_time(line.text) for line in lines}) == 1
        yield Report(
            f"{what}: the file has {len(numbers)}{' of the same wording' if same else ''},"
            f" the game writes one ({len(numbers) - 1} too many)",
            expected=1,
            found=len(numbers),
            evidence=lines[:4],
            severity=Severity.WARNING if same else None,
        )


def _without_time(line: str) -> str:
    return " ".join(line.partition(", Time:")[0].split())


@dump_rule("C103", "A finished game told in the present tense", needs="alive")
def tense_agrees(record: Record) -> Iterator[Report]:
    """A dump with a score block is of a finished game and says "You were".

    Only a running game's dump says "You are", and it has no score block. The other way
    round is honest: an option (``dump_order``) can leave the score block out.
    """
    alive, score = record.first("alive"), record.first("score")
    if alive is not None and alive.value and score is not None:
        yield Report(
            "tense: the score block tells of the end, the misc block speaks in the present",
            evidence=record.evidence(score, alive),
        )


@dump_rule("C104", "Name or title in the score line and in the title line differ")
def name_and_title_agree(record: Record) -> Iterator[Report]:
    """Both lines print the same name and title.

    Honest exceptions: the title is left out of a title line that would grow too long; two
    titles have no "the" in the title line ("La Petite Mort", ", Who Hides the Stars"); and
    titles of Unarmed Combat depend on the balance of strength and dexterity at the moment
    of printing, so a real game showed two of them.
    """
    said = record.statements("who")
    if len(said) < 2 or said[0].value == said[1].value:
        return
    first, second = (_with_article(statement.value) for statement in said[:2])
    if first == second or first.startswith(f"{second} the "):
        return
    players, titles = record.statements("player"), record.statements("title")
    if players[0].value != players[1].value:
        yield _disagreement(record, "player", players[0], players[1])
    elif len(titles) > 1 and titles[0].value != titles[1].value:
        shifting = names.skills_of_title(titles[0].value) & names.skills_of_title(titles[1].value)
        report = _disagreement(record, "title", titles[0], titles[1])
        severity = Severity.WARNING if "Unarmed Combat" in shifting else None
        yield Report(report.message, report.expected, report.found, report.evidence, severity)


def _with_article(who: str) -> str:
    """Name and title as the score line prints them."""
    for ending in (" La Petite Mort", ", Who Hides the Stars"):
        if who.endswith(ending):
            return f"{who[: -len(ending)].removesuffix(' the')} the {ending.lstrip(' ,').removeprefix('La ')}"
    return who


@dump_rule("C105", "Species or background and their short form differ")
def short_form_fits(record: Record) -> Iterator[Report]:
    """A title line that would grow too long prints ``(MDFi)`` for Mountain Dwarf Fighter."""
    shown, species = record.first("character_shown"), record.first("species")
    background = record.first("background")
    if shown is None or species is None or background is None or species.place != "score block":
        return
    if " " in shown.value or names.split_character(shown.value) is not None:
        return
    if not names.abbreviation_fits(shown.value, species.value, background.value):
        yield Report(
            f"character: the score block says {species.value} {background.value},"
            f" the title line ({shown.value})",
            expected=f"{species.value} {background.value}",
            found=shown.value,
            evidence=record.evidence(species, shown),
        )


@dump_rule("C106", "Time played differs between the score block and the title line", Severity.WARNING)
def durations_agree(record: Record) -> Iterator[Report]:
    """The title line is written after the score block, with a clock that has gone on.

    It shows the same time or up to a few seconds more: as long as the player looked at
    the last screen; a minute is allowed. Honest exceptions: a longer look, and a clock
    that was set at that moment.
    """
    block, line = record.first("duration_s"), record.first("time_shown_s")
    if block is None or line is None:
        return
    later = line.value - block.value
    if later < 0 or later > 60:
        yield Report(
            f"time played: the score block says {block.value:,} s, the title line {line.value:,} s"
            f" {difference(line.value, block.value)}",
            expected=block.value,
            found=line.value,
            evidence=record.evidence(block, line),
        )


@dump_rule("C113", "The places that name the god differ")
def gods_agree(record: Record) -> Iterator[Report]:
    """Score block, overview and misc block name the same god, or none.

    Honest exceptions: from 0.16 to 0.22 the score block loses Xom's sentence. The part of
    the misc block that names the god can be left out (``dump_order``), so silence there is
    a warning, and only beside the part that counts the branches.
    """
    said: dict[str, Statement] = {}
    for statement in record.statements("god"):
        said.setdefault(statement.place, statement)
    visited = record.first("branches")
    silent = "misc block" not in said and visited is not None
    if silent and visited is not None:
        said["misc block"] = Statement("god", "", visited.line, "misc block")
    order = [said[place] for place in ("score block", "overview", "misc block") if place in said]
    for first, other in pairwise(order):
        if first.value.lower() == other.value.lower() or _xom_lost(record, first, other):
            continue
        yield Report(
            f"god: the {first.place} says {first.value or 'none'}, the {other.place} {other.value or 'none'}",
            expected=other.value,
            found=first.value,
            evidence=record.evidence(first, other),
            severity=Severity.WARNING if silent and other.place == "misc block" else None,
        )


def _xom_lost(record: Record, first: Statement, other: Statement) -> bool:
    lost = first.place == "score block" and not first.value and other.value == "Xom"
    return lost and not before(record, "0.15") and not from_on(record, "0.24")


@dump_rule("C114", "Rank under the god and piety stars differ", since="0.6")
def rank_fits_stars(record: Record) -> Iterator[Report]:
    """Each of the six stars is one rank: none an Initiate, six the Champion.

    Honest exceptions: Xom has moods, Gozag prints no stars, and a god whose wrath is on
    may show them otherwise. The trunk of 0.13 moved the last star. From 0.34 on places
    that ostracism takes are marked X; they count as stars here, so more stars than the
    rank are no contradiction there.
    """
    rank, stars = record.first("piety_rank"), record.first("stars")
    if rank is None or stars is None or record.value("penance") or record.value("god") in ("Xom", "Gozag"):
        return
    if rank.value < stars.value and may_be_from_on(record, "0.34"):
        return
    if {rank.value, stars.value} == {5, 6} and not before(record, "0.13") and not from_on(record, "0.13.0"):
        return
    if rank.value != stars.value:
        yield Report(
            f"piety: the score block's rank stands for {rank.value} stars, the overview shows {stars.value}"
            f" {difference(rank.value, stars.value, countable=True)}",
            expected=stars.value,
            found=rank.value,
            evidence=record.evidence(rank, stars),
        )


@dump_rule("C116", "The end's place differs between the places that name it")
def place_of_the_end(record: Record) -> Iterator[Report]:
    """A winner or leaver escaped; everybody else was where the score block says.

    Honest exceptions: in Zot Defence of 0.14 and 0.15 a win reads "You were in the Realm
    of Zot" (a file without its header may be one).
    """
    ending, escaped = record.first("ending"), record.first("escaped")
    if ending is None or escaped is None:
        return
    zot_defence = record.value("game_type") in ("zotdef", None)
    if zot_defence and not escaped.value and record.value("place") == "the Realm of Zot":
        return
    if escaped.value != left_the_dungeon(record):
        where = "outside" if escaped.value else "inside"
        yield Report(
            f"place: the score block says the game ended by {ending.value},"
            f" the misc block that the character was {where} the dungeon",
            expected=ending.value,
            found=where,
            evidence=record.evidence(ending, escaped),
        )


@dump_rule("C133", "Wizard or explore mode without its mark")
def special_mode_is_marked(record: Record) -> Iterator[Report]:
    """Wizard mode marks the score line with ``*WIZ*``, explore mode with ``*EXPLORE*``.

    Piety in numbers (``God: Trog 35 (0)``) and ``[+gen`` marks in the vault list are
    printed in wizard mode only. The note that the mode was entered can be a player's own
    note, so alone it is a warning.
    """
    if record.first("score") is None or record.value("wizard") or record.value("explore"):
        return
    proofs = list(filter(None, map(record.first, ("piety_in_numbers", "generation_marks"))))
    hints = list(filter(None, map(record.first, ("wizard_noted", "explore_noted"))))
    if proofs or hints:
        mark = "*WIZ*" if proofs or record.has("wizard_noted") else "*EXPLORE*"
        why = (
            "the file shows what only wizard mode prints"
            if proofs
            else "a note says that the mode was entered"
        )
        yield Report(
            f"mode: the score line has no {mark}, {why}",
            expected=mark,
            found="",
            evidence=record.evidence(record.first("score"), *proofs, *hints),
            severity=None if proofs else Severity.WARNING,
        )


@dump_rule("C136", "A mark without its note", Severity.WARNING)
def mark_is_noted(record: Record) -> Iterator[Report]:
    """Entering wizard or explore mode leaves a note.

    Honest exceptions: a game that was started in that mode by an older build.
    """
    for mode in ("wizard", "explore"):
        mark = record.first(mode)
        if mark is None or not mark.value or not record.has("notes"):
            continue
        if not record.has("wizard_noted") and not record.has("explore_noted"):
            yield Report(
                f"mode: the score line is marked, no note says that {mode} mode was entered",
                evidence=record.evidence(mark),
            )


@dump_rule("C135", "The header's kind of game and the rest of the file differ", since="0.8.0")
def kind_fits_place(record: Record) -> Iterator[Report]:
    """Only a sprint names its map behind the place: ``in the Dungeon (Sprint I: "Red Sonja")``.

    From 0.8 on the header of a sprint says so. A sprint has one level, so its places have
    no number, and a dungeon of several levels holds fifteen runes (warnings: other maps
    may come). The Dungeon of an ordinary game has 27 levels to 0.13 and 15 from 0.14 on, that of
    a sprint one, that of Descent twelve.
    """
    yield from _levels_fit_kind(record)
    kind, place, title = record.first("game_type"), record.first("place"), record.first("map_title")
    obtainable = record.first("runes_obtainable")
    if kind is None:
        return
    if (
        kind.value not in ("sprint", "unknown", "fork")
        and title is not None
        and title.value.startswith("Sprint ")
    ):
        yield Report(
            f"kind of game: the header says {kind.value}, the place of the end is the map {title.value}",
            expected="sprint",
            found=kind.value,
            evidence=record.evidence(kind, title),
        )
    elif (
        kind.value == "sprint"
        and place is not None
        and place.value.startswith("level ")
        and "Dungeon" in place.value
    ):
        yield Report(
            f"kind of game: the header says sprint, the game ended on {place.value}",
            expected="the Dungeon",
            found=place.value,
            evidence=record.evidence(kind, place),
            severity=Severity.WARNING,
        )
    elif kind.value in ("normal", "seeded") and obtainable is not None and obtainable.value != MOST_RUNES:
        yield Report(
            f"kind of game: the header says {kind.value}, the overview counts {obtainable.value} runes in all"
            f" {difference(obtainable.value, MOST_RUNES, countable=True)}",
            expected=MOST_RUNES,
            found=obtainable.value,
            evidence=record.evidence(kind, record.first("rune_names"), obtainable),
            severity=Severity.WARNING,
        )


_ORDINARY_DEPTHS = (15, 16, 27)
"""Levels of the Dungeon: 27 to 0.13, 16 in the trunk of 0.14 for months, 15 since; a save keeps its own."""


def _levels_fit_kind(record: Record) -> Iterator[Report]:
    kind, levels = record.first("game_type"), record.first("dungeon_levels")
    if kind is None or levels is None or kind.value not in ("normal", "seeded"):
        return
    if levels.value not in _ORDINARY_DEPTHS:
        yield Report(
            f"kind of game: the header says {kind.value}, the Dungeon has {levels.value}"
            f" {'level' if levels.value == 1 else 'levels'}",
            expected=list(_ORDINARY_DEPTHS),
            found=levels.value,
            evidence=record.evidence(kind, levels),
            severity=None if _is_known_release(record) else Severity.WARNING,
        )


def _is_known_release(record: Record) -> bool:
    """Whether no build of a trunk, a server's branch or a fork can be meant."""
    version = version_of(record)
    return version is not None and is_release(version) and variant_of(record) is None


@dump_rule("C138", "The header's kind of game and the seed line differ", since="0.25.0")
def kind_fits_seed(record: Record) -> Iterator[Report]:
    """A game on a chosen seed is called "Seeded DCSS", and its seed line ends in "(custom seed)".

    Both are printed from one variable (chardump.cc), so neither stands without the other.
    Honest exceptions: a game whose seed is not printed, and forks.
    """
    kind, custom = record.first("game_type"), record.first("seed_custom")
    if kind is None or custom is None or kind.value == "fork":
        return
    if (kind.value == "seeded") != custom.value:
        marked = "(custom seed)" if custom.value else "no mark"
        yield Report(
            f"seed: the header says {kind.value}, the seed line has {marked}",
            expected="seeded" if custom.value else "normal",
            found=kind.value,
            evidence=record.evidence(kind, custom),
        )
