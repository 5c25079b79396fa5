"""C: fields of one line of the xlogfile that cannot stand side by side."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from necropsy.games.gnollhack import achievements
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.deeds import CONDUCTS
from necropsy.games.gnollhack.rules.book import apart, from_on, in_line, rule
from necropsy.games.gnollhack.version import NEWEST_READ, Build, place
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity, difference

_WIZARD, _EXPLORE, _BONES, _MODERN, _CASUAL, _NON_SCORING, _TOURNAMENT = 1, 2, 4, 8, 16, 32, 64


def _report(
    record: Record, message: str, *said: Statement | None, severity: Severity | None = None
) -> Report:
    return Report(message, evidence=record.evidence(*said), severity=severity)


@rule("C210", "A game that counts for nothing has points", since="4.1.0-B14")
def unscored_has_no_points(record: Record) -> Iterator[Report]:
    """``scoring=no`` stands for explore, casual and non-scoring games, and all score 0.

    Honest exceptions: none known.
    """
    scoring, score, flags = (in_line(record, fact) for fact in ("scoring", "score", "flags"))
    if scoring is None:
        return
    if not scoring.value and score is not None and score.value != 0:
        yield Report(
            f"score: the line says scoring=no and {score.value:,} points {difference(score.value, 0)}",
            expected=0,
            found=score.value,
            evidence=record.evidence(scoring),
        )
    if flags is not None and scoring.value == bool(flags.value & (_EXPLORE | _CASUAL | _NON_SCORING)):
        said = "yes" if scoring.value else "no"
        yield _report(
            record, f"scoring: the line says {said}, its flags {flags.value:#x} the contrary", scoring
        )


@rule("C211", "Mode and flags of a line differ", since="4.1.0-B9")
def mode_fits_flags(record: Record) -> Iterator[Report]:
    """The word for the mode and the bits of the flags are written from the same variables.

    Honest exceptions: up to 4.1.0-B8 the bits had another order (the rule begins after it).
    """
    mode, flags, tournament = (in_line(record, fact) for fact in ("mode", "flags", "tournament"))
    if mode is None or flags is None:
        return
    expected = _mode_of(flags.value)
    if mode.value not in expected:
        yield Report(
            f"mode: the line says {mode.value}, its flags {flags.value:#x} say {' or '.join(expected)}",
            expected=expected[0],
            found=mode.value,
            evidence=record.evidence(mode),
        )
    if tournament is not None and tournament.value != bool(flags.value & _TOURNAMENT):
        said = "yes" if tournament.value else "no"
        yield _report(
            record, f"tournament: the line says {said}, its flags {flags.value:#x} the contrary", tournament
        )


def _mode_of(flags: int) -> tuple[str, ...]:
    if flags & _WIZARD:
        return ("wizard",)
    if flags & _EXPLORE:
        return ("explore",)
    if flags & _CASUAL:
        return ("casual",) if flags & _MODERN else ("reloadable",)
    return ("modern",) if flags & _MODERN else ("classic",)


_ONLY = ("in the bits only", "in the words only")


@rule("C212", "Achievements or conducts in words and in bits differ")
def words_fit_bits(record: Record) -> Iterator[Report]:
    """``achieveX`` and ``conductX`` list in words what ``achieve`` and ``conduct`` hold in bits.

    Honest exceptions, built in: from 4.2.0-19 to 4.2.0-141 a hero who caused no conflict is
    called petless, too; before 4.1.0-B7 the words for the planes asked where the game ended.
    Words that builds newer than those whose source was read may have are passed over.
    """
    newer = _is_newer(record)
    for fact, words in (("achieved", "achieved_words"), ("kept", "kept_words")):
        bits, listed = in_line(record, fact), in_line(record, words)
        if bits is None or listed is None:
            continue
        odd = set(bits.value) ^ set(listed.value)
        if fact == "achieved" and not from_on(record, "4.1.0-B7"):
            odd -= {"entered_elemental_planes", "entered_astral_plane"}
        if "conflictless" in listed.value and "petless" not in bits.value and not _prints_petless(record):
            odd -= {"petless"}
        if newer:
            odd &= _known(fact)
        if odd:
            what = "achievements" if fact == "achieved" else "conducts"
            yield Report(
                f"{what}: the words and the bits of the line differ in {apart(odd, bits.value, _ONLY)}",
                expected=sorted(bits.value),
                found=sorted(listed.value),
                evidence=record.evidence(bits),
            )


def _prints_petless(record: Record) -> bool:
    build = build_of(record)
    return build is not None and (build.before("4.2.0-19") or build.since("4.2.0-141"))


def _is_newer(record: Record) -> bool:
    build = build_of(record)
    return build is None or build.last > place(NEWEST_READ)


def _known(fact: str) -> set[str]:
    if fact == "kept":
        return set(CONDUCTS)
    return {row.token for row in achievements.achievements(Build.of_tag(NEWEST_READ))}


@rule("C213", "Never died, and deaths counted", since="4.2.0-3")
def never_died_fits_deaths(record: Record) -> Iterator[Report]:
    """The conduct of never having died is kept if and only if ``deaths`` is 0."""
    kept, deaths = in_line(record, "kept"), in_line(record, "umortality")
    if kept is None or deaths is None:
        return
    if ("never_died" in kept.value) != (deaths.value == 0):
        said = "holds" if "never_died" in kept.value else "lacks"
        yield Report(
            f"deaths: the line says {deaths.value}, its conducts {'hold' if said == 'holds' else 'lack'}"
            " that the hero never died",
            expected=0 if said == "holds" else 1,
            found=deaths.value,
            evidence=record.evidence(deaths),
        )


@rule("C214", "Conducts that imply each other")
def conducts_imply(record: Record) -> Iterator[Report]:
    """Who ate nothing ate no meat, and who wished for nothing wished for no artifact.

    Honest exceptions: none known.
    """
    kept = in_line(record, "kept")
    if kept is None:
        return
    for stronger, weaker in (("foodless", "vegan"), ("vegan", "vegetarian"), ("wishless", "artiwishless")):
        if stronger in kept.value and weaker not in kept.value:
            yield _report(record, f"conducts: the line has {stronger} without {weaker}", kept)


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


@rule("C215", "Achievements that imply each other")
def achievements_imply(record: Record) -> Iterator[Report]:
    """Mine Town lies in the Mines, and who ascended carried the Amulet to the Astral Plane.

    Honest exceptions, reported as warnings: the prizes of Sokoban and of the Mines can be
    carried out of them by a monster, and wizard mode can jump to the Astral Plane.
    """
    bits = in_line(record, "achieve_bits")
    if bits is None:
        return
    for at, needed, since, what, wanted, sure in _IMPLIED:
        if _has(bits.value, at) and not _has(bits.value, needed) and (not since or from_on(record, since)):
            severity = None if sure else Severity.WARNING
            yield _report(
                record, f"achievements: the line has {what} without {wanted}", bits, severity=severity
            )
    in_planes = _has(bits.value, _IN_PLANES) and not _has(bits.value, _ON_ASTRAL)
    if in_planes and not _has(bits.value, _ENTERED_PLANES) and from_on(record, "4.1.0-B7"):
        yield _report(
            record, "achievements: the line has the planes at the end without entered_elemental_planes", bits
        )


_IN_PLANES, _ON_ASTRAL, _ASCENDED, _ENTERED_PLANES = 6, 7, 8, 26


def _has(bits: int, at: int) -> bool:
    return bool(bits >> at & 1)


@rule("C216", "Ascended, and another ending")
def ascension_fits_death(record: Record) -> Iterator[Report]:
    """The achievement is earned if and only if the game ended by ascending, from the Planes.

    Honest exceptions: none known.
    """
    bits, ending, branch = (in_line(record, fact) for fact in ("achieve_bits", "ending", "death_branch"))
    if bits is None or ending is None:
        return
    ascended = _has(bits.value, _ASCENDED)
    if ascended != (ending.value == "ascended"):
        has = "hold" if ascended else "lack"
        yield Report(
            f"ending: the line says {ending.value}, its achievements {has} the ascension",
            expected="ascended" if ascended else "another",
            found=ending.value,
            evidence=record.evidence(ending),
        )
    elif ascended and branch is not None and branch.value != _PLANES and from_on(record, "4.1.0-B1"):
        yield Report(
            f"place: the line says branch {branch.value}, who ascends does so in branch {_PLANES}",
            expected=_PLANES,
            found=branch.value,
            evidence=record.evidence(branch),
        )


_PLANES = 10


@rule("C217", "A level deeper than the deepest", since="4.1.0-B1")
def depth_fits_deepest(record: Record) -> Iterator[Report]:
    """``maxlvl`` is at least 1 and at least the depth where the game ended.

    Honest exceptions, built in: the Quest, which it leaves out.
    """
    deepest, depth, branch = (in_line(record, f) for f in ("max_level", "death_depth", "death_branch"))
    if deepest is None:
        return
    outside = depth is not None and branch is not None and branch.value != _QUEST
    least = max(depth.value, 1) if depth is not None and outside else 1
    if deepest.value < least:
        why = f"the game ended on {least}" if least > 1 else "no game has less than 1"
        yield Report(
            f"depth: the line says {deepest.value} as the deepest level, {why}"
            f" {difference(deepest.value, least)}",
            expected=least,
            found=deepest.value,
            evidence=record.evidence(deepest),
        )


_QUEST = 4


@rule("C218", "Killed, and no death counted")
def killed_counts(record: Record) -> Iterator[Report]:
    """A death counts in ``deaths`` and leaves no hit points; who quit, escaped or ascended may have none.

    Honest exceptions: a game that was ended from outside while it ran, and a hero whose own
    kind was wiped out in spite of life saving; then this is a warning.
    """
    ending, deaths, hp = (in_line(record, fact) for fact in ("ending", "umortality", "hp"))
    if ending is None or ending.value != "death":
        return
    if deaths is not None and deaths.value < 1:
        yield Report(
            f"deaths: the line says {deaths.value}, the game ended by a death"
            f" {difference(deaths.value, 1, countable=True)}",
            expected=1,
            found=deaths.value,
            evidence=record.evidence(deaths),
            severity=None if _was_killed(record) else Severity.WARNING,
        )
    if hp is not None and hp.value > 0 and _was_killed(record):
        yield Report(
            f"hit points: the line says {hp.value}, the game ended by a death"
            f" {difference(hp.value, 0, countable=True)}",
            expected=0,
            found=hp.value,
            evidence=record.evidence(hp),
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


def _was_killed(record: Record) -> bool:
    cause = in_line(record, "cause")
    return cause is not None and cause.value.startswith(_KILLERS)


@rule("C219", "A difficulty that does not exist, or not in a tournament", since="4.1.0-B1")
def difficulty_exists(record: Record) -> Iterator[Report]:
    """Difficulty runs from -4 to 2; a tournament is played at 0 or more, in classic mode.

    Honest exceptions, built in: wizard and explore mode, which a tournament build has, too.
    """
    level, tournament, mode = (in_line(record, f) for f in ("difficulty_level", "tournament", "mode"))
    if level is None:
        return
    least = 0 if tournament is not None and tournament.value else -4
    if not least <= level.value <= 2:
        yield Report(
            f"difficulty: the line says {level.value}, it runs from {least} to 2",
            expected=[least, 2],
            found=level.value,
            evidence=record.evidence(level),
        )
    if least == 0 and mode is not None and mode.value not in ("classic", "wizard", "explore"):
        yield _report(record, f"mode: a tournament game in {mode.value} mode", mode)


@rule("C220", "Negative points", since="4.1.0-B1")
def points_are_no_debt(record: Record) -> Iterator[Report]:
    """What is added up is never below 0, or counts as 0, so points are never negative.

    Honest exceptions: none known; before 4.1.0-B1 the rule does not hold.
    """
    score = record.first("score")
    if score is not None and score.value < 0:
        yield Report(
            f"score: the file says {score.value:,}, no game has less than 0 {difference(score.value, 0)}",
            expected=0,
            found=score.value,
            evidence=record.evidence(score),
        )


@rule("C221", "More time played than went by", Severity.WARNING)
def time_went_by(record: Record) -> Iterator[Report]:
    """The time played fits between start and end. Honest exceptions: clocks that were wrong or set."""
    played, start, end = (in_line(record, f) for f in ("duration_s", "starttime_s", "endtime_s"))
    if played is None or start is None or end is None:
        return
    passed = end.value - start.value
    if passed < 0 or played.value > passed + 60:
        yield Report(
            f"time played: the line says {played.value:,} s, {passed:,} s went by"
            f" {difference(played.value, passed, countable=True)}",
            expected=passed,
            found=played.value,
            evidence=record.evidence(played),
        )


@rule("C222", "No bones found, and bones loaded", since="4.2.0-19")
def bones_fit_flags(record: Record) -> Iterator[Report]:
    """The conduct of having met no bones and the flag for it are written from one variable.

    Honest exceptions: none known.
    """
    kept, flags = in_line(record, "kept"), in_line(record, "flags")
    if kept is not None and flags is not None and ("boneless" in kept.value) != bool(flags.value & _BONES):
        said = "hold" if "boneless" in kept.value else "lack"
        yield _report(
            record,
            f"bones: the line's conducts {said} boneless, its flags {flags.value:#x} the contrary",
            kept,
        )


@rule("C223", "Dates and moments of a line differ", Severity.WARNING)
def dates_fit_moments(record: Record) -> Iterator[Report]:
    """``birthdate`` and ``deathdate`` are the local days of ``starttime`` and ``endtime``.

    Local time is at most a day ahead or behind. Honest exceptions: clocks that were wrong
    or set while the game ran.
    """
    for day, moment, what in (("birth_day", "started", "start"), ("death_day", "ended", "end")):
        date, time = in_line(record, day), in_line(record, moment)
        if date is None or time is None:
            continue
        try:
            said = dt.datetime.strptime(date.value, "%Y%m%d").date()
        except ValueError:
            continue
        off = (said - time.value.date()).days
        if abs(off) > 1:
            yield Report(
                f"{what}: the line says {said} as the day, {time.value.date()} as the moment"
                f" ({abs(off):,} days too {'late' if off > 0 else 'early'})",
                expected=str(time.value.date()),
                found=str(said),
                evidence=record.evidence(date),
            )
