"""S and C: what the client of a score server claims, against the dump that it sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from necropsy.games.hengband.bodies import class_named, personality_named, race_named
from necropsy.games.hengband.counted_game import game_of
from necropsy.games.hengband.hero import version_of
from necropsy.games.hengband.rules.book import lines, rule
from necropsy.games.hengband.score import is_given
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference
from necropsy.span import Span


@rule("S301", "The claimed score is not what the formula gives", decisive=True)
def score_fits(record: Record) -> Iterator[Report]:
    """The score follows from experience, depth, options and arena (``calc_score``).

    A dump hides some of these, so the score is a span; no score server checks it. Honest
    exceptions, all built in: options that no dump prints, a depth or an experience that was
    higher once.
    """
    breakdown, score = record.breakdown, record.first("score")
    if breakdown is None or score is None or score.value in breakdown.total:
        return
    total = breakdown.total
    off = total.excess(score.value)
    limit = total.high if off > 0 else total.low
    facts = [fact for term in breakdown.terms for fact in term.facts]
    yield Report(
        f"score: the client says {score.value:,}, the formula gives at {'most' if off > 0 else 'least'}"
        f" {limit:,} ({abs(off):,} too {'much' if off > 0 else 'little'})",
        expected=[total.low, total.high],
        found=score.value,
        evidence=tuple(dict.fromkeys((*record.evidence(score), *record.about(*facts)))),
    )


@rule("S302", "A score that no experience and depth of the dump give", Severity.WARNING)
def score_is_given(record: Record) -> Iterator[Report]:
    """Experience, and 100 for each level of depth, times a multiplier of whole tens: few numbers come out.

    Judged with the experience that the dump shows, with each depth from the one that it shows on, and
    with all options that no dump shows. Honest exceptions: an experience that was higher before a
    lasting loss, since 1.5.4; before that it is a proof. With a depth that is not shown it is a hint:
    the scroll of recall can be set to a higher level. An ``easy_band`` turns the score negative. Built
    in: an Android of 1.0 to 1.2 shows no experience.
    """
    version, score, breakdown = version_of(record), record.first("score"), record.breakdown
    if version is None or score is None or breakdown is None or score.value not in breakdown.total:
        return
    if not record.has("max_exp") and not record.has("exp"):
        return
    game = game_of(record, version)
    game = game._replace(experience=Span.exactly(game.experience.low or 0))
    if score.value <= 0 or is_given(version, game, score.value, game.depth) is None:
        return
    seen = Span.exactly(game.depth.low or 0)
    if is_given(version, game, score.value, seen):
        return
    by_depth = is_given(version, game, score.value, game.depth)
    yield Report(
        f"score: the client says {score.value:,}, "
        + (
            "a depth below the one that the dump shows would give it"
            if by_depth
            else f"the experience of {game.experience.low:,} that the dump shows gives it at no depth"
        ),
        found=score.value,
        evidence=tuple(dict.fromkeys((*record.evidence(score), *record.about("max_exp", "exp", "depths")))),
        severity=Severity.HINT if by_depth else None,
    )


_SAME = (
    # What the client calls it, what the dump calls it, in words.
    ("claimed_level", "level", "level"),
    ("claimed_gold", "gold", "gold"),
    ("claimed_name", "player", "name"),
    ("claimed_sex", "sex", "sex"),
)
_NAMED: tuple[tuple[str, str, Callable[[str], object]], ...] = (
    ("claimed_race", "race", race_named),
    ("claimed_class", "class", class_named),
    ("claimed_personality", "personality", lambda name: personality_named(name.removesuffix("の").strip())),
)


@rule("C320", "What the client of the score server says is not what the dump says")
def claims_agree(record: Record) -> Iterator[Report]:
    """The client writes both from the same variables, one after the other.

    Honest exceptions, built in: winners, whose killer is another word, names of races and classes
    in the other language, a race that a form hides, and a killer that the dump had no room for. Of
    another killer it only warns, and of a name of which the dump has the beginning, for its line may
    have been cut.
    """
    for claimed, fact, what in _SAME:
        mine, its = record.value(claimed), record.value(fact)
        if mine is not None and its is not None and str(mine).strip() != str(its).strip():
            is_cut = fact == "player" and str(mine).startswith(str(its).strip())
            yield _contradiction(record, what, claimed, fact, Severity.WARNING if is_cut else None)
    for claimed, fact, named in _NAMED:
        mine, its = record.value(claimed), record.value(fact)
        # A form hides the race in the dump alone; a name in no table says nothing.
        if mine is not None and its is not None and None is not named(mine) != named(its) is not None:
            yield _contradiction(record, fact, claimed, fact)
    yield from _of_versions_and_depths(record)
    mine, its = record.value("claimed_killer"), record.value("cause")
    if mine and its and not record.value("won") and not mine.startswith(its) and not its.startswith(mine):
        # Where a sentence parts into place and killer is not always sure.
        yield _contradiction(record, "killer", "claimed_killer", "cause", Severity.WARNING)


def _of_versions_and_depths(record: Record) -> Iterator[Report]:
    mine, its = record.value("claimed_version"), record.value("version")
    if mine is not None and its is not None and not str(mine).endswith(str(its)):
        yield _contradiction(record, "version", "claimed_version", "version")
    if record.has("depth") and record.value("claimed_depth", record.value("depth")) != record.value("depth"):
        yield _contradiction(record, "depth", "claimed_depth", "depth")
    # The other way round is a depth that would be below the last one: C321.
    deepest = max(
        (each.depth for each in record.value("dungeons", ()) if each.dungeon in _ANGBAND), default=0
    )
    claimed = record.value("claimed_max_depth")
    if claimed is not None and claimed > deepest and record.document.is_whole("recall"):
        yield Report(
            f"deepest level: the client says {claimed}, the scroll of recall has"
            f" {deepest if deepest else 'none'} of Angband",
            expected=deepest,
            found=claimed,
            evidence=record.about("claimed_max_depth", "dungeons"),
        )
    if record.value("claimed_killer") in _RETIRED and record.value("won") is False:
        yield Report(
            f"end: the client says {record.value('claimed_killer')}, the dump is no winner's",
            expected=False,
            found=record.value("claimed_killer"),
            evidence=record.about("claimed_killer", "won"),
        )


_RETIRED = ("ripe", "Ripe Old Age")
"""What the game calls the end of a winner who retires."""


def _contradiction(
    record: Record, what: str, claimed: str, fact: str, severity: Severity | None = None
) -> Report:
    mine, its = record.value(claimed), record.value(fact)
    return Report(
        f"{what}: the client says {mine}, the dump {its}",
        expected=its,
        found=mine,
        evidence=record.about(claimed, fact),
        severity=severity,
    )


@rule("C321", "A highest level or depth below the last one")
def highest_is_not_lower(record: Record) -> Iterator[Report]:
    """The highest level is at least the last, and the deepest at least what the scroll of recall has.

    Honest exceptions: none; the client's depth is that of Angband alone.
    """
    most, level = record.value("claimed_max_level"), record.value("level")
    if most is not None and level is not None and most < level:
        yield Report(
            f"highest level: the client says {most}, the dump has level {level} {difference(most, level)}",
            expected=level,
            found=most,
            evidence=record.about("claimed_max_level", "level"),
        )
    for name, at, line in _deeds(record) if most is not None else ():
        if at > most:
            yield Report(
                f"highest level: the client says {most}, the dump notes {name} at level {at}"
                f" {difference(most, at)}",
                expected=at,
                found=most,
                evidence=(*record.about("claimed_max_level"), *lines(record, [line])),
            )
    deepest = record.value("claimed_max_depth")
    for each in record.value("dungeons", ()):
        if deepest is not None and each.dungeon in _ANGBAND and deepest < each.depth:
            yield Report(
                f"deepest level: the client says {deepest}, the dump has level {each.depth} in"
                f" {each.dungeon} {difference(deepest, each.depth)}",
                expected=each.depth,
                found=deepest,
                evidence=(*record.about("claimed_max_depth"), *lines(record, [each.line])),
            )


def _deeds(record: Record) -> Iterator[tuple[str, int, int]]:
    """What the dump notes with the hero's level then: the name, the level, and its line."""
    for quest in record.value("ended_quests", ()):
        if quest.level is not None:
            yield quest.name, quest.level, quest.line
    for unique in record.value("top_uniques", ()):
        if unique.at is not None:
            yield unique.name, unique.at, unique.line


_ANGBAND = ("鉄獄", "Angband")

_DAY, _DAWN = 100_000, 25_000
_MINUTES_OF_A_DAY = 1440
_NIGHTLY = ("Vampire", "Skeleton", "Zombie", "Spectre")
_LATE = 2
"""Minutes that may lie between the dump and what the client counts."""


@rule("C322", "Game turns and the clock of the dump do not fit", Severity.WARNING)
def turns_fit_the_clock(record: Record) -> Iterator[Report]:
    """A day has 100,000 game turns, and the first begins at six in the morning; 1.0 counts otherwise.

    The client takes 75,000 turns off for races of the night, whose clock is as much ahead. Honest
    exceptions: a client of another program; built in: the race that a hero was born with is not
    known after a change of race or under a form.
    """
    turns, day, minute = record.value("turns"), record.value("day"), record.value("minute")
    race = race_named(record.value("race", ""))
    if turns is None or day is None or minute is None or race is None or record.has("lives"):
        return
    if str(record.value("version", "")).startswith("1.0."):
        return
    shown = (day - 1) * _DAY + minute * _DAY // _MINUTES_OF_A_DAY
    expected = shown - (0 if race.english in _NIGHTLY else _DAWN)
    if abs(turns - expected) > _LATE * _DAY // _MINUTES_OF_A_DAY + 1:
        yield Report(
            f"game turns: the client says {turns:,}, by the clock of the dump they would be"
            f" about {expected:,}",
            expected=expected,
            found=turns,
            evidence=record.about("turns", "day"),
        )
