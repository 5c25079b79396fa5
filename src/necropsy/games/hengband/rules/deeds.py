"""B and C: what the hero did, against what there is to do and against the time that it took."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from necropsy.games.hengband.deeds import Depth, Quest, Unique
from necropsy.games.hengband.hero import version_of
from necropsy.games.hengband.rules.book import lines, rule
from necropsy.games.hengband.score import fewest_of_a_champion, most_of_a_fighter
from necropsy.games.hengband.tables_csv import rows
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

_LONGEST_LIST = 10
_HIGHEST_LEVEL = 50


@rule("C310", "The list of unique monsters does not fit their number")
def uniques_fit_their_number(record: Record) -> Iterator[Report]:
    """The list has the ten strongest, or all if they are fewer, the strongest first.

    Each dead unique is one of the monsters killed. Honest exceptions: none; the rows of a list that
    was cut, or has others among them, are not counted.
    """
    kills, uniques = record.value("kills"), record.value("uniques")
    listed: tuple[Unique, ...] | None = record.value("top_uniques")
    if kills is None or uniques is None:
        return
    if uniques > kills:
        yield Report(
            f"unique monsters: the file says {uniques:,} of {kills:,} monsters"
            f" {difference(uniques, kills, countable=True)}",
            expected=kills,
            found=uniques,
            evidence=record.about("uniques"),
        )
    if listed is None:
        return
    expected = min(uniques, _LONGEST_LIST)
    numbers = {record.value("uniques_listed")}
    if _is_read_whole(record, listed):
        numbers.add(len(listed))
    for number in sorted(numbers - {expected, None}):
        yield Report(
            f"unique monsters: {number} are listed, of {uniques:,} it would be {expected}"
            f" {difference(number, expected, countable=True)}",
            expected=expected,
            found=number,
            evidence=(*record.about("uniques", "uniques_listed"), *lines(record, [u.line for u in listed])),
        )
    for one, other in pairwise(listed):
        if one.level < other.level:
            yield Report(
                f"unique monsters: level {other.level} stands below level {one.level}, the list goes down",
                evidence=lines(record, [one.line, other.line]),
            )


def _is_read_whole(record: Record, listed: tuple[Unique, ...]) -> bool:
    """Whether the list ends before the file does, and each line of it was a monster."""
    heading = record.first("uniques_listed")
    if heading is None or not record.document.is_whole("kills"):
        return False
    below = [number for number, _ in record.document.body("kills") if number > heading.line]
    return len(below) == len(listed)


@rule("C311", "A deed that came after the time played, or at a level that there is not")
def deeds_lie_in_the_time_played(record: Record) -> Iterator[Report]:
    """Quests and unique monsters are noted with the hero's level and the time played until then.

    Honest exceptions: none.
    """
    played = record.value("duration_s")
    told: list[Quest | Unique] = [*record.value("ended_quests", ()), *record.value("top_uniques", ())]
    for deed in told:
        if played is not None and deed.seconds is not None and deed.seconds > played:
            yield Report(
                f"time played: {deed.name} is noted at {deed.seconds:,} s, the whole game took {played:,} s"
                f" {difference(deed.seconds, played)}",
                expected=played,
                found=deed.seconds,
                evidence=(*lines(record, [deed.line]), *record.about("duration_s")),
            )
        level = deed.level if isinstance(deed, Quest) else deed.at
        if level is not None and not 0 <= level <= _HIGHEST_LEVEL:
            yield Report(
                f"level: {deed.name} is noted at {level}, levels go up to {_HIGHEST_LEVEL}",
                expected=_HIGHEST_LEVEL,
                found=level,
                evidence=lines(record, [deed.line]),
            )


@rule("B317", "A depth that the dungeon does not have")
def depths_are_possible(record: Record) -> Iterator[Report]:
    """Each dungeon has a first and a last level (``d_info``), the same from 1.0.10 to 3.0.2.

    Honest exceptions: none; dungeons that are in no table are not judged.
    """
    for each in _depths(record):
        limits = _limits().get(each.dungeon)
        if limits is None or limits[0] <= each.depth <= limits[1]:
            continue
        yield Report(
            f"depth: the file says {each.depth} in {each.dungeon},"
            f" which goes from {limits[0]} to {limits[1]}",
            expected=list(limits),
            found=each.depth,
            evidence=lines(record, [each.line]),
        )


def _depths(record: Record) -> tuple[Depth, ...]:
    found: tuple[Depth, ...] = record.value("dungeons", ())
    return found


@lru_cache(maxsize=1)
def _limits() -> dict[str, tuple[int, int]]:
    limits: dict[str, tuple[int, int]] = {}
    for row in rows("dungeons"):
        both = int(row["first"]), int(row["last"])
        limits |= dict.fromkeys((row["japanese"], *row["english"].split("|")), both)
    return limits


_OLD_CHECKSUM, _NEW_CHECKSUM = 18, 48


@rule("B336", "More fights won in the arena than monsters killed", Severity.WARNING)
def fights_are_kills(record: Record) -> Iterator[Report]:
    """Who wins a fight in the arena has killed a monster, and it is counted where the hero saw it.

    Honest exceptions: fights that a blind or hallucinating hero won, and those that another monster won.
    """
    kills, version = record.value("kills"), version_of(record)
    if kills is None or version is None:
        return
    champion = record.value("arena") in ("champion", "true champion")
    wins = fewest_of_a_champion(version) if champion else record.value("arena_wins", 0)
    if wins > kills:
        yield Report(
            f"arena: the file says {wins} fights, and {kills:,} monsters killed"
            f" {difference(wins, kills, countable=True)}",
            expected=kills,
            found=wins,
            evidence=record.about("arena", "kills"),
        )


@rule("B326", "A victory without the last foe", since="1.7.0")
def winners_killed_the_serpent(record: Record) -> Iterator[Report]:
    """Who wins has killed the Serpent of Chaos, of level 100, which stands in the list of unique monsters.

    Honest exceptions: none; a list that was cut or cannot be read says nothing, and neither does one
    of ten that are all of its level or above, or a file with parts of another dump.
    """
    if record.document is None or record.document.repeated:
        return
    if not record.value("won") or record.value("cheated") is not False or not record.has("uniques"):
        return
    uniques: tuple[Unique, ...] = record.value("top_uniques", ())
    if record.value("uniques") and not _is_read_whole(record, uniques):
        return
    if any(name in each.name for each in uniques for name in _SERPENT):
        return
    if len(uniques) == _LONGEST_LIST and uniques[-1].level >= _SERPENTS_LEVEL:
        return
    yield Report(
        "end: the file says that the hero won, the Serpent of Chaos is not among the unique monsters killed",
        evidence=record.about("won", "uniques", "unique_names"),
    )


_SERPENT = ("混沌のサーペント", "Serpent of Chaos")
_SERPENTS_LEVEL = 100


@rule("B327", "Fights won in the arena that there are not")
def arena_is_possible(record: Record) -> Iterator[Report]:
    """Who has won as many fights as there are is called a champion: 41 since 2.1.0, 38 before.

    In the towns of ``vanilla_town`` and ``lite_town`` there is no arena, and since 1.7.0 no line about
    it. Honest exceptions: none.
    """
    version, wins = version_of(record), record.value("arena_wins")
    if version is not None and wins is not None and wins > most_of_a_fighter(version):
        most = most_of_a_fighter(version)
        yield Report(
            f"arena: the file says {wins} fights, who has won more than {most} is a champion"
            f" {difference(wins, most, countable=True)}",
            expected=[0, most],
            found=wins,
            evidence=record.about("arena_wins"),
        )
    told = record.value("options", ())
    if version is None or not version.since("1.7.0"):
        return
    if record.has("arena") and ("vanilla_town: ON" in told or "lite_town: ON" in told):
        yield Report(
            "arena: the file tells of it, by the options the town has none",
            evidence=record.about("arena", "options"),
        )


_FEW_POINTS = 1000


@rule("B328", "Much experience and no monster killed", Severity.WARNING)
def experience_comes_from_kills(record: Record) -> Iterator[Report]:
    """Experience comes from monsters, but for the little that spells and discoveries give.

    Honest exceptions: potions of experience, and kills that nobody saw. An Android's construction is
    not judged, nor a hero who did something illegal.
    """
    exp = record.value("max_exp", record.value("exp"))
    if record.value("kills") != 0 or record.value("android") or record.value("cheated") is not False:
        return
    if exp is not None and exp > _FEW_POINTS:
        yield Report(
            f"experience: the file says {exp:,}, and that no monster was killed",
            found=exp,
            evidence=record.about("max_exp", "exp", "kills"),
        )


_LAST_QUESTS = (
    # The level of Angband on which a foe bars the way down, its own level and its names.
    (99, 99, ("オベロン", "Oberon")),
    (100, 100, _SERPENT),
)


@rule("B332", "A depth below foes that live", Severity.WARNING)
def guardians_are_dead(record: Record) -> Iterator[Report]:
    """On the levels of the last two quests there is no way down before the foe is dead.

    Honest exceptions: a fall or a scroll that leads past them, which some version may have.
    """
    uniques: tuple[Unique, ...] = record.value("top_uniques", ())
    if record.value("uniques") is None or (record.value("uniques") and not _is_read_whole(record, uniques)):
        return
    for each in _depths(record):
        for depth, level, names in _LAST_QUESTS if each.dungeon in _ANGBAND else ():
            is_known = any(name in unique.name for unique in uniques for name in names)
            may_be_left_out = len(uniques) == _LONGEST_LIST and uniques[-1].level >= level
            if each.depth > depth and not is_known and not may_be_left_out:
                yield Report(
                    f"depth: the file says {each.depth} in {each.dungeon}, and {names[-1]} of level {depth}"
                    " was not killed",
                    expected=depth,
                    found=each.depth,
                    evidence=(*lines(record, [each.line]), *record.about("uniques")),
                )


_ANGBAND = ("鉄獄", "Angband")


@rule("B333", "Other dungeons by stairs that lead down alone", Severity.WARNING)
def one_dungeon_leads_down(record: Record) -> Iterator[Report]:
    """With ``ironman_downward`` the entrances of all dungeons but Angband are closed.

    Honest exceptions: a teleportation to another level, which led into others up to 2.2.1.
    """
    if "ironman_downward: ON" not in record.value("options", ()):
        return
    for each in _depths(record):
        if each.dungeon in _limits() and each.dungeon not in _ANGBAND:
            yield Report(
                f"options: the stairs lead down alone, and the file says {each.depth} in {each.dungeon}",
                evidence=(*record.about("options"), *lines(record, [each.line])),
            )


@rule("C313", "Last messages of a hero who lives or has won", since="1.7.0")
def messages_are_of_the_dead(record: Record) -> Iterator[Report]:
    """The last messages are those before a death, and a winner's dump has none (``dump_aux_last_message``).

    Honest exceptions: none; a file with parts of another dump says nothing.
    """
    document = record.document
    if document is None or document.repeated or not (record.value("alive") or record.value("won")):
        return
    if "messages" in document.sections or (record.value("alive") and "winning message" in document.sections):
        section = "messages" if "messages" in document.sections else "winning message"
        yield Report(
            "end: the file says that the hero"
            f" {'lives' if record.value('alive') else 'won'}, and has a dead one's last words",
            evidence=(*record.about("alive"), *lines(record, [document.sections[section][0]])),
        )


@rule("C314", "The place is deeper than the scroll of recall knows", Severity.WARNING)
def recall_knows_the_place(record: Record) -> Iterator[Report]:
    """Who stands on a level of a dungeon has been that deep.

    Honest exceptions: a scroll that was set to a higher level while the hero stood deeper.
    """
    place, depth = record.value("place"), record.value("depth")
    if place is None or depth is None or not record.document.is_whole("recall"):
        return
    deepest = max((each.depth for each in _depths(record) if each.dungeon == place), default=0)
    if place in _limits() and depth > deepest:
        yield Report(
            f"depth: the file says level {depth} of {place}, the scroll of recall knows"
            f" {deepest if deepest else 'none'}",
            expected=depth,
            found=deepest,
            evidence=record.about("depth", "dungeons"),
        )


@rule("C312", "A checksum of another version", Severity.WARNING)
def checksum_is_of_the_version(record: Record) -> Iterator[Report]:
    """Up to 3.0.0.8x the checksum of the game's data has 18 digits, since July 2023 it has 48.

    Honest exceptions: builds of development around the change that print a number beyond it.
    """
    version, checksum = version_of(record), record.value("checksum")
    if version is None or checksum is None:
        return
    expected = _OLD_CHECKSUM if version.before("3.0.0") else _NEW_CHECKSUM if version.since("3.0.1") else None
    if expected is not None and len(checksum) != expected:
        yield Report(
            f"checksum: it has {len(checksum)} digits, those of version {version} have {expected}",
            expected=expected,
            found=len(checksum),
            evidence=record.about("checksum", "version"),
        )


@rule("E301", "The game says that something illegal was done", Severity.HINT)
def cheated(record: Record) -> Iterator[Report]:
    """Wizard mode, debug commands, a cheated death or an option to cheat: the game marks its dump."""
    if record.value("cheated"):
        yield Report(
            "options: the game says that something illegal was done", evidence=record.about("cheated")
        )
