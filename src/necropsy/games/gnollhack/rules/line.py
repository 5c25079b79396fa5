"""C: fields of one line of the xlogfile that cannot stand side by side."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import lru_cache

from necropsy.games.gnollhack import achievements
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.deeds import CONDUCTS
from necropsy.games.gnollhack.rules.book import apart, before, from_on, line_rule, rule
from necropsy.games.gnollhack.version import NEWEST_READ, Build, place
from necropsy.logline import LineRecord
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

_WIZARD, _EXPLORE, _BONES, _MODERN, _CASUAL, _NON_SCORING, _TOURNAMENT = 1, 2, 4, 8, 16, 32, 64


def _report(record: LineRecord, message: str, fact: str, severity: Severity | None = None) -> Report:
    return Report(message, evidence=record.about(fact), severity=severity)


@line_rule("C210", "A game that counts for nothing has points", since="4.1.0-B14")
def unscored_has_no_points(record: LineRecord) -> Iterator[Report]:
    """``scoring=no`` stands for explore, casual and non-scoring games, and all score 0.

    Honest exceptions: none known.
    """
    scoring, score, flags = map(record.value, ("scoring", "score", "flags"))
    if scoring is None:
        return
    if not scoring and score is not None and score != 0:
        yield Report(
            f"score: the line says scoring=no and {score:,} points {difference(score, 0)}",
            expected=0,
            found=score,
            evidence=record.about("scoring"),
        )
    if flags is not None and scoring == bool(flags & (_EXPLORE | _CASUAL | _NON_SCORING)):
        said = "yes" if scoring else "no"
        yield _report(record, f"scoring: the line says {said}, its flags {flags:#x} the contrary", "scoring")


_CASUAL_BESIDE_DEMO = 32


@line_rule("C211", "Mode and flags of a line differ", since="4.1.0-B1")
def mode_fits_flags(record: LineRecord) -> Iterator[Report]:
    """The word for the mode and the bits of the flags are written from the same variables.

    Honest exceptions, built in: up to 4.1.0-B8, whose lines have a field ``demo``, the bits had
    another order.
    """
    mode, flags, tournament = map(record.value, ("mode", "flags", "tournament"))
    if mode is None or flags is None:
        return
    # A demo had the bit that casual games got when there were no demos any more.
    has_demos = record.has("demo") or before(record, "4.1.0-B8-HF1")
    casual = _CASUAL_BESIDE_DEMO if has_demos else _CASUAL
    expected = _mode_of(flags, casual)
    if mode not in expected:
        yield Report(
            f"mode: the line says {mode}, its flags {flags:#x} say {' or '.join(expected)}",
            expected=expected[0],
            found=mode,
            evidence=record.about("mode"),
        )
    if tournament is not None and tournament != bool(flags & _TOURNAMENT):
        said = "yes" if tournament else "no"
        yield _report(
            record, f"tournament: the line says {said}, its flags {flags:#x} the contrary", "tournament"
        )


def _mode_of(flags: int, casual: int) -> tuple[str, ...]:
    if flags & _WIZARD:
        return ("wizard",)
    if flags & _EXPLORE:
        return ("explore",)
    if flags & casual:
        return ("casual",) if flags & _MODERN else ("reloadable",)
    return ("modern",) if flags & _MODERN else ("classic",)


_ONLY = ("in the bits only", "in the words only")


@line_rule("C212", "Achievements or conducts in words and in bits differ")
def words_fit_bits(record: LineRecord) -> Iterator[Report]:
    """``achieveX`` and ``conductX`` list in words what ``achieve`` and ``conduct`` hold in bits.

    Honest exceptions, built in: from 4.2.0-19 to 4.2.0-141 a hero who caused no conflict is
    called petless, too; before 4.1.0-B7 the words for the planes asked where the game ended.
    Words that builds newer than those whose source was read may have are passed over.
    """
    for fact, words in (("achieved", "achieved_words"), ("kept", "kept_words")):
        bits, listed = record.value(fact), record.value(words)
        if bits is None or listed is None or bits == listed:
            continue
        odd = set(bits) ^ set(listed)
        if fact == "achieved" and not from_on(record, "4.1.0-B7"):
            odd -= {"entered_elemental_planes", "entered_astral_plane"}
        if "conflictless" in listed and "petless" not in bits and not _prints_petless(record):
            odd -= {"petless"}
        if _is_newer(record):
            odd &= _known(fact)
        if odd:
            what = "achievements" if fact == "achieved" else "conducts"
            yield Report(
                f"{what}: the words and the bits of the line differ in {apart(odd, bits, _ONLY)}",
                expected=sorted(bits),
                found=sorted(listed),
                evidence=record.about(fact),
            )


def _prints_petless(record: LineRecord) -> bool:
    build = build_of(record)
    return build is not None and (build.before("4.2.0-19") or build.since("4.2.0-141"))


def _is_newer(record: LineRecord) -> bool:
    build = build_of(record)
    return build is None or build.last > place(NEWEST_READ)


def _known(fact: str) -> set[str]:
    if fact == "kept":
        return set(CONDUCTS)
    return {row.token for row in achievements.achievements(Build.of_tag(NEWEST_READ))}


@line_rule("C213", "Never died, and deaths counted", since="4.2.0-3")
def never_died_fits_deaths(record: LineRecord) -> Iterator[Report]:
    """The conduct of never having died is kept if and only if ``deaths`` is 0."""
    kept, deaths = record.value("kept"), record.value("umortality")
    if kept is None or deaths is None:
        return
    if ("never_died" in kept) != (deaths == 0):
        said = "holds" if "never_died" in kept else "lacks"
        yield Report(
            f"deaths: the line says {deaths}, its conducts {'hold' if said == 'holds' else 'lack'}"
            " that the hero never died",
            expected=0 if said == "holds" else 1,
            found=deaths,
            evidence=record.about("umortality"),
        )


@line_rule("C214", "Conducts that imply each other")
def conducts_imply(record: LineRecord) -> Iterator[Report]:
    """Who ate nothing ate no meat, and who wished for nothing wished for no artifact.

    Honest exceptions: none known.
    """
    kept = record.value("kept")
    if kept is None:
        return
    for stronger, weaker in (("foodless", "vegan"), ("vegan", "vegetarian"), ("wishless", "artiwishless")):
        if stronger in kept and weaker not in kept:
            yield _report(record, f"conducts: the line has {stronger} without {weaker}", "kept")


_IMPLIED = (
    # Bit, the bit that it needs, the tag from which on both exist, both in words, whether it is certain.
    (7, 6, "", "the Astral Plane at the end", "the planes at the end", True),
    (7, 27, "4.1.0-B7", "the Astral Plane at the end", "entered_astral_plane", True),
    (8, 5, "", "ascended", "obtained_the_amulet_of_yendor", True),
    (8, 6, "", "ascended", "the planes at the end", True),
    (8, 7, "", "ascended", "the Astral Plane at the end", True),
    (17, 16, "4.1.0-B5", "entered_mine_town", "entered_the_gnomish_mines", True),
    (27, 26, "4.1.0-B7", "entered_astral_plane", "entered_elemental_planes", False),
    (10, 20, "4.1.0-B5", "obtained_the_sokoban_prize", "entered_sokoban", False),
    (9, 16, "4.1.0-B5", "obtained_the_luckstone_from_the_mines", "entered_the_gnomish_mines", False),
)


@line_rule("C215", "Achievements that imply each other")
def achievements_imply(record: LineRecord) -> Iterator[Report]:
    """Mine Town lies in the Mines, and who ascended carried the Amulet to the Astral Plane.

    Honest exceptions, reported as warnings: the prizes of Sokoban and of the Mines can be
    carried out of them by a monster, and wizard mode can jump to the Astral Plane.
    """
    bits = record.value("achieve_bits")
    if bits is None:
        return
    for at, needed, since, what, wanted, sure in _IMPLIED:
        if _has(bits, at) and not _has(bits, needed) and (not since or from_on(record, since)):
            severity = None if sure else Severity.WARNING
            yield _report(
                record, f"achievements: the line has {what} without {wanted}", "achieve_bits", severity
            )
    in_planes = _has(bits, _IN_PLANES) and not _has(bits, _ON_ASTRAL)
    if in_planes and not _has(bits, _ENTERED_PLANES) and from_on(record, "4.1.0-B7"):
        yield _report(
            record,
            "achievements: the line has the planes at the end without entered_elemental_planes",
            "achieve_bits",
        )


_IN_PLANES, _ON_ASTRAL, _ASCENDED, _ENTERED_PLANES = 6, 7, 8, 26


def _has(bits: int, at: int) -> bool:
    return bool(bits >> at & 1)


@line_rule("C216", "Ascended, and another ending")
def ascension_fits_death(record: LineRecord) -> Iterator[Report]:
    """The achievement is earned if and only if the game ended by ascending, from the Planes.

    Honest exceptions: none known.
    """
    bits, ending, branch = (
        record.value("achieve_bits"),
        record.value("ending"),
        record.value("death_branch"),
    )
    if bits is None or ending is None:
        return
    ascended = _has(bits, _ASCENDED)
    if ascended != (ending == "ascended"):
        has = "hold" if ascended else "lack"
        yield Report(
            f"ending: the line says {ending}, its achievements {has} the ascension",
            expected="ascended" if ascended else "another",
            found=ending,
            evidence=record.about("ending"),
        )
    elif ascended and branch is not None and branch != _PLANES and from_on(record, "4.1.0-B1"):
        yield Report(
            f"place: the line says branch {branch}, who ascends does so in branch {_PLANES}",
            expected=_PLANES,
            found=branch,
            evidence=record.about("death_branch"),
        )


_PLANES = 10


@line_rule("C217", "A level deeper than the deepest", since="4.1.0-B1")
def depth_fits_deepest(record: LineRecord) -> Iterator[Report]:
    """``maxlvl`` is at least 1 and at least the depth where the game ended.

    Honest exceptions, built in: the Quest, which it leaves out.
    """
    deepest, depth, branch = (
        record.value("max_level"),
        record.value("death_depth"),
        record.value("death_branch"),
    )
    if deepest is None:
        return
    outside = depth is not None and branch is not None and branch != _QUEST
    least = max(depth, 1) if depth is not None and outside else 1
    if deepest < least:
        why = f"the game ended on {least}" if least > 1 else "no game has less than 1"
        yield Report(
            f"depth: the line says {deepest} as the deepest level, {why} {difference(deepest, least)}",
            expected=least,
            found=deepest,
            evidence=record.about("max_level"),
        )


_QUEST = 4


@line_rule("C218", "Killed, and no death counted")
def killed_counts(record: LineRecord) -> Iterator[Report]:
    """A death counts in ``deaths`` and leaves no hit points; who quit, escaped or ascended may have none.

    Honest exceptions: a game that was ended from outside while it ran, and a hero whose own
    kind was wiped out in spite of life saving; then this is a warning.
    """
    ending, deaths, hp = map(record.value, ("ending", "umortality", "hp"))
    if ending is None or ending != "death":
        return
    if deaths is not None and deaths < 1:
        yield Report(
            f"deaths: the line says {deaths}, the game ended by a death"
            f" {difference(deaths, 1, countable=True)}",
            expected=1,
            found=deaths,
            evidence=record.about("umortality"),
            severity=None if _was_killed(record) else Severity.WARNING,
        )
    if hp is not None and hp > 0 and _was_killed(record):
        yield Report(
            f"hit points: the line says {hp}, the game ended by a death {difference(hp, 0, countable=True)}",
            expected=0,
            found=hp,
            evidence=record.about("hp"),
            severity=Severity.WARNING,
        )


# How the game begins the cause of a death that came about inside of it.
_KILLERS = (
    "killed by ",
    "choked on ",
    "poisoned by ",
    "died of ",
    "drowned in ",
    "burned by ",
    "dissolved in ",
    "crushed to death by ",
    "petrified by ",
    "turned to slime by ",
)


def _was_killed(record: LineRecord) -> bool:
    cause = record.value("cause")
    return cause is not None and cause.startswith(_KILLERS)


@line_rule("C219", "A difficulty that does not exist, or not in a tournament", since="4.1.0-B1")
def difficulty_exists(record: LineRecord) -> Iterator[Report]:
    """Difficulty runs from -4 to 2; a tournament is played at 0 or more, in classic mode.

    Honest exceptions, built in: wizard and explore mode, which a tournament build has, too.
    """
    level, tournament, mode = (
        record.value("difficulty_level"),
        record.value("tournament"),
        record.value("mode"),
    )
    if level is None:
        return
    least = 0 if tournament is not None and tournament else -4
    if not least <= level <= 2:
        yield Report(
            f"difficulty: the line says {level}, it runs from {least} to 2",
            expected=[least, 2],
            found=level,
            evidence=record.about("difficulty_level"),
        )
    if least == 0 and mode is not None and mode not in ("classic", "wizard", "explore"):
        yield _report(record, f"mode: a tournament game in {mode} mode", "mode")


@rule("C220", "Negative points", since="4.1.0-B1")
def points_are_no_debt(record: Record) -> Iterator[Report]:
    """What is added up is never below 0, or counts as 0, so points are never negative.

    Honest exceptions: none known; before 4.1.0-B1 the rule does not hold.
    """
    score = record.value("score")
    if score is not None and score < 0:
        yield Report(
            f"score: the file says {score:,}, no game has less than 0 {difference(score, 0)}",
            expected=0,
            found=score,
            evidence=record.about("score"),
        )


@line_rule("C221", "More time played than went by", Severity.WARNING)
def time_went_by(record: LineRecord) -> Iterator[Report]:
    """The time played fits between start and end. Honest exceptions: clocks that were wrong or set."""
    played, start, end = map(record.value, ("duration_s", "starttime_s", "endtime_s"))
    if played is None or start is None or end is None:
        return
    passed = end - start
    if passed < 0 or played > passed + 60:
        yield Report(
            f"time played: the line says {played:,} s, {passed:,} s went by"
            f" {difference(played, passed, countable=True)}",
            expected=passed,
            found=played,
            evidence=record.about("duration_s"),
        )


@line_rule("C222", "No bones found, and bones loaded", since="4.2.0-19")
def bones_fit_flags(record: LineRecord) -> Iterator[Report]:
    """The conduct of having met no bones and the flag for it are written from one variable.

    Honest exceptions: none known.
    """
    kept, flags = record.value("kept"), record.value("flags")
    if kept is not None and flags is not None and ("boneless" in kept) != bool(flags & _BONES):
        said = "hold" if "boneless" in kept else "lack"
        yield _report(
            record,
            f"bones: the line's conducts {said} boneless, its flags {flags:#x} the contrary",
            "kept",
        )


@line_rule("C223", "Dates and moments of a line differ", Severity.WARNING)
def dates_fit_moments(record: LineRecord) -> Iterator[Report]:
    """``birthdate`` and ``deathdate`` are the local days of ``starttime`` and ``endtime``.

    Local time is at most a day ahead or behind. Honest exceptions: clocks that were wrong
    or set while the game ran.
    """
    for day, moment, what in (("birth_day", "starttime_s", "start"), ("death_day", "endtime_s", "end")):
        date, seconds = record.value(day), record.value(moment)
        if date is None or seconds is None:
            continue
        said, went = day_of(date), seconds // 86_400
        if said is not None and abs(said - went) > 1 and 0 <= went < _LAST_DAY:
            off = said - went
            there, here = (_EPOCH + dt.timedelta(days=days) for days in (said, went))
            yield Report(
                f"{what}: the line says {there} as the day, {here} as the moment"
                f" ({abs(off):,} days too {'late' if off > 0 else 'early'})",
                expected=str(here),
                found=str(there),
                evidence=record.about(day),
            )


@lru_cache(maxsize=4096)
def day_of(text: str) -> int | None:
    """A day, counted from 1970 on."""
    try:
        return (dt.datetime.strptime(text, "%Y%m%d").date() - _EPOCH).days
    except ValueError:
        return None


_EPOCH = dt.date(1970, 1, 1)
_LAST_DAY = (dt.date.max - _EPOCH).days
