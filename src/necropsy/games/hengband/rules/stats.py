"""B: the six stats, worked out again from base and columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.games.hengband.hero import hero_of, may_be_cheated
from necropsy.games.hengband.rules.book import lines, rows_of, rule
from necropsy.games.hengband.self_knowledge import Cap
from necropsy.games.hengband.sheet import ShownStat
from necropsy.games.hengband.stat import CAPS, LEAST, STATS, modify_stat_value, stat_span, stat_text
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference
from necropsy.span import Span


@rule("B301", "The columns of a stat do not add up to its actual value")
def columns_add_up(record: Record) -> Iterator[Report]:
    """The actual value is the base moved by the steps of all four columns (``modify_stat_value``).

    A step is a point below 18 and ten percent above it; the last column is made so that this
    holds even where the value is held at 3 (``c_print_stat``, ``dump_stat``). Honest exceptions:
    none; 18/*** stands for every value from 18/220 on.
    """
    for row in rows_of(record):
        value = modify_stat_value(row.base, row.added)
        if value not in row.actual:
            yield Report(
                f"{row.stat}: the table says {row.printed[1]}, {row.printed[0]} and"
                f" {row.added:+d} steps give {stat_text(value)}",
                expected=stat_text(value),
                found=row.printed[1],
                evidence=lines(record, [row.line]),
            )


@rule("B302", "A column of the stat table is not that of race, class or personality")
def columns_are_the_tables(record: Record) -> Iterator[Report]:
    """The columns are the rows of the game's tables, the same from 1.0.10 to 3.0.2.

    An Ent grows with its level, and a mimic's form has a row of its own. Honest exceptions: none;
    races and classes that are in no table are not judged.
    """
    hero, level = hero_of(record), record.value("level")
    if hero is None or level is None:
        return
    columns = (
        ("race", "race", hero.race_column(level)),
        ("class", "profession", hero.profession.adjustments),
        ("personality", "personality", hero.personality.adjustments),
    )
    for fact, name, expected in columns:
        for row, steps in zip(rows_of(record), expected, strict=False):
            printed: int = getattr(row, name)
            if printed != steps:
                said = record.first(fact)
                yield Report(
                    f"{row.stat}: the column of the {fact} says {printed:+d}, {record.value(fact)}"
                    f" gives {steps:+d}",
                    expected=steps,
                    found=printed,
                    evidence=(*lines(record, [row.line]), *record.evidence(said)),
                )


_HIGHEST_BASE = 148


@rule("B303", "A base value that no stat can have")
def base_is_possible(record: Record) -> Iterator[Report]:
    """The natural value lies between 3 and 18/130, the highest cap. Honest exceptions: none."""
    for row in rows_of(record):
        if row.capped and row.base not in CAPS:
            yield Report(
                f"{row.stat}: the base {row.printed[0]} is marked as at its cap, caps are multiples of ten"
                " from 18/70 to 18/130",
                found=row.base,
                evidence=lines(record, [row.line]),
            )
        if not LEAST <= row.base <= _HIGHEST_BASE:
            yield Report(
                f"{row.stat}: the base is {row.printed[0]}, the highest cap is 18/130",
                expected=[LEAST, _HIGHEST_BASE],
                found=row.base,
                evidence=lines(record, [row.line]),
            )


@rule("B304", "A current value that is not below the actual one")
def current_is_less(record: Record) -> Iterator[Report]:
    """The current value is printed only where something was drained, which is marked, and it is less.

    Honest exceptions: none; two values of 18/*** say nothing.
    """
    for row in rows_of(record):
        current = row.current
        if current is not None and not row.drained:
            yield Report(
                f"{row.stat}: the current value {row.printed[2]} stands in a row without the mark of a"
                " drained one",
                evidence=lines(record, [row.line]),
            )
        if current is None or current.low is None or row.actual.high is None:
            continue
        if current.low >= row.actual.high:
            yield Report(
                f"{row.stat}: the current value {row.printed[2]} is not below the actual {row.printed[1]}",
                evidence=lines(record, [row.line]),
            )


_CHARISMA = STATS.index("CHR")
_ILLUSION = ("幻影", "illusion")


@rule("B305", "Character screen and stat table show different stats")
def screens_agree(record: Record) -> Iterator[Report]:
    """Both screens print the value in force, the value without what was drained, and the same marks.

    Honest exceptions: a hero who is masked by an illusion has another charisma on the screen. Without
    a section of mutations, which players leave out, the least that an illusion gives is a warning.
    """
    shown: tuple[ShownStat, ...] = record.value("shown_stats", ())
    for at, (one, row) in enumerate(zip(shown, rows_of(record), strict=False)):
        if at == _CHARISMA and _may_be_masked(record):
            continue
        use, top = stat_span(one.use), stat_span(one.top or one.use)
        said = [
            ("in force", one.use, use, row.printed[2] or row.printed[1], row.current or row.actual),
            ("without what was drained", one.top or one.use, top, row.printed[1], row.actual),
        ]
        for what, first, mine, second, its in said:
            if mine != its:
                yield Report(
                    f"{row.stat}: the character screen says {first} {what}, the stat table {second}",
                    expected=first,
                    found=second,
                    evidence=lines(record, [one.line, row.line]),
                    severity=Severity.WARNING if at == _CHARISMA and _is_least(record, mine) else None,
                )
                break
        if (one.drained, one.capped) != (row.drained, row.capped):
            yield Report(
                f"{row.stat}: the marks on the character screen and in the stat table differ",
                evidence=lines(record, [one.line, row.line]),
            )


def _may_be_masked(record: Record) -> bool:
    return any(word in line for line in record.value("mutations", ()) for word in _ILLUSION) or not (
        record.document is None or record.document.tells_of_bodies
    )


def _is_least(record: Record, charisma: Span) -> bool:
    """Whether an illusion of which nothing is listed gives just so much (``calc_bonuses``)."""
    level = record.value("level")
    return not record.has("mutations") and level is not None and charisma.exact == 8 + 2 * level


@rule("B312", "Caps of the stats that no birth gives")
def caps_are_possible(record: Record) -> Iterator[Report]:
    """Each cap is a multiple of ten from 18/70 to 18/130, and the six add up to 600 percent.

    A row of the table that is marked as standing at its cap does stand there, and none is above.
    Honest exceptions: none; caps that the hero does not know are not judged.
    """
    caps: tuple[Cap, ...] = record.value("stat_caps", ())
    known = [(cap, stat) for cap, stat in zip(caps, STATS, strict=False) if cap.value is not None]
    for cap, stat in known:
        percent = (cap.value or 0) - 18
        if percent % 10 or not 70 <= percent <= 130:
            yield Report(
                f"{stat}: the cap is 18/{percent}, caps are multiples of ten from 18/70 to 18/130",
                found=percent,
                evidence=lines(record, [cap.line]),
            )
    total = sum((cap.value or 0) - 18 for cap, _ in known)
    if len(known) == len(STATS) and total != 600:
        yield Report(
            f"caps: they add up to {total}, those of a birth to 600 {difference(total, 600)}",
            expected=600,
            found=total,
            evidence=lines(record, [cap.line for cap, _ in known]),
        )
    unknown = len(STATS) - len(known)
    if known and unknown and not 600 - 130 * unknown <= total <= 600 - 70 * unknown:
        yield Report(
            f"caps: the {len(known)} that are known add up to {total}, which leaves"
            f" {600 - total} for the others, from 70 to 130 each",
            found=total,
            evidence=lines(record, [cap.line for cap, _ in known]),
        )
    for cap, row in zip(caps, rows_of(record), strict=False):
        if row.capped and cap.value is None:
            yield Report(
                f"{row.stat}: it is marked as at its cap, which the game tells then; the file says ???",
                evidence=lines(record, [cap.line, row.line]),
            )
        if cap.value is not None and (row.base > cap.value or (row.capped and row.base != cap.value)):
            yield Report(
                f"{row.stat}: the base is {row.printed[0]}, its cap {stat_text(cap.value)}",
                expected=stat_text(cap.value),
                found=row.printed[0],
                evidence=lines(record, [cap.line, row.line]),
            )


_BIRTH, _BIRTH_SUM = Span(8, 17), Span(73, 86)


@rule("B319", "Stats that nobody is born with", since="2.1.5")
def birth_is_possible(record: Record) -> Iterator[Report]:
    """At level 1 without experience each base is 8 to 17, and the six add up to 73 to 86.

    It was seen in dumps of 2.1.5 to 3.0.2. Honest exceptions: wizard mode, which sets them; potions,
    which raise one of them: so a hero who was played for more than a minute, or has one at its
    cap, is not judged.
    """
    rows = rows_of(record)
    if not rows or may_be_cheated(record) or (record.value("max_exp") or record.value("exp")) != 0:
        return
    played = record.value("duration_s")
    if record.value("level") != 1 or played is None or played > _NEWBORN or any(row.capped for row in rows):
        return
    total = sum(row.base for row in rows)
    odd = [row for row in rows if row.base not in _BIRTH]
    if odd or total not in _BIRTH_SUM:
        what = f"{odd[0].stat}: the base is {odd[0].printed[0]}" if odd else f"stats: they add up to {total}"
        yield Report(
            f"{what}, a newborn's are 8 to 17 and add up to 73 to 86",
            evidence=lines(record, [row.line for row in odd or rows]),
        )


_NEWBORN = 60
"""Seconds of play."""


@rule("B331", "Stats that have not grown with the level", Severity.WARNING, since="2.1.5")
def stats_grow(record: Record) -> Iterator[Report]:
    """Each second level raises a stat for good, and a newborn's add up to 73 at least.

    Honest exceptions: stats that were lost for good, as by a patron or in nightmares; wizard mode,
    which sets the level, is not judged.
    """
    rows, level = rows_of(record), record.value("level")
    if not rows or level is None or record.value("cheated") is not False or record.value("android"):
        return
    total = sum(row.base for row in rows)
    least = (_BIRTH_SUM.low or 0) + level // 2
    if total < least:
        yield Report(
            f"stats: the bases add up to {total}, at level {level} to {least} at least"
            f" {difference(total, least)}",
            expected=least,
            found=total,
            evidence=(*lines(record, [row.line for row in rows]), *record.about("level")),
        )


_POSTURES = ("Monk", "Samurai")
_HEX = ("呪術", "Hex")


@rule("B320", "A stat that gains by nothing that is known", Severity.WARNING)
def others_are_worn(record: Record) -> Iterator[Report]:
    """The last column sums up what is worn and what the body has; each shows its digit, not its sign.

    Honest exceptions: things whose powers the hero does not know yet. Not judged are values held
    at 3, digits that stand for ten and more, what postures, hexes and sustained stats hide, and the
    charisma behind an illusion.
    """
    hero = hero_of(record)
    if hero is None or hero.profession.english in _POSTURES:
        return
    if any(realm in record.value("realms", "") for realm in _HEX):
        return
    for row in rows_of(record):
        if "*" in row.summary or row.summary.endswith("s") or row.actual.low == LEAST:
            continue
        if row.stat == STATS[_CHARISMA] and _may_be_masked(record):
            continue
        digits = [int(mark) for mark in row.summary if mark.isdecimal()]
        if row.others not in _sums(tuple(digits)):
            shown = " and ".join(map(str, digits)) if digits else "nothing"
            yield Report(
                f"{row.stat}: {row.others:+d} from what is worn, which shows {shown}",
                found=row.others,
                evidence=lines(record, [row.line]),
            )


@lru_cache(maxsize=1024)
def _sums(digits: tuple[int, ...]) -> frozenset[int]:
    """Every sum of some numbers, each with either sign."""
    sums = {0}
    for digit in digits:
        sums = {total + sign * digit for total in sums for sign in (1, -1)}
    return frozenset(sums)
