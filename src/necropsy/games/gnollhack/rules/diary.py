"""C: what a dumplog says of one deed in several lists: achievements, diary, creatures, attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from necropsy.games.gnollhack import roles
from necropsy.games.gnollhack.build import ALIGNMENTS, build_of
from necropsy.games.gnollhack.monsters import monsters
from necropsy.games.gnollhack.rules.book import dump_rule, dumps, from_on, in_each
from necropsy.games.gnollhack.version import NEWEST_READ
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity, difference

__all__ = ["EVENTS", "SLAIN"]

EVENTS = {
    "obtained_the_bell_of_opening": "acquired the Bell of Opening",
    "entered_gehennom": "entered Gehennom",
    "obtained_the_candelabrum_of_invocation": "acquired the Candelabrum of Invocation",
    "obtained_the_book_of_the_dead": "acquired the Book of the Dead",
    "performed_the_invocation_ritual": "performed the invocation",
    "obtained_the_amulet_of_yendor": "acquired the Amulet of Yendor",
    "ascended": "ascended to demigodhood",
    "obtained_the_luckstone_from_the_mines": "acquired the Gladstone from Mines' End",
    "obtained_the_sokoban_prize": "completed Sokoban, acquiring ",
    "defeated_medusa": "killed Medusa",
    "defeated_yacc": "killed Yacc",
    "defeated_demogorgon": "killed Demogorgon",
    "obtained_the_prime_codex": "acquired the Prime Codex",
    "entered_the_gnomish_mines": "entered the Gnomish Mines",
    "entered_sokoban": "entered Sokoban",
    "entered_bigroom": "entered the Big Room",
    "entered_large_circular_dungeon": "entered the Large Circular Dungeon",
    "entered_plane_of_modron": "entered the Plane of the Modron",
    "entered_hellish_pastures": "entered the Hellish Pastures",
    "entered_elemental_planes": "entered the Elemental Planes",
    "entered_astral_plane": "entered the Astral Plane",
}
"""How an event begins that is written where the achievement is earned, and nowhere else."""

_CROWNINGS = ("was crowned ", "was chosen to ", "became The Glory of Arioch", "became the Glory of Arioch")
_CROWNED = "crowned"
_ENVOY = " Envoy of Balance"
_ROLE_ACHIEVEMENT = "role_achievement"
_ROLE_EVENTS = ("defeated ", "found ", "attained the level of ", "successfully cast ", "took a selfie with ")
_EVENTS_BEGIN = {
    **{token: (beginning,) for token, beginning in EVENTS.items()},
    _ROLE_ACHIEVEMENT: _ROLE_EVENTS,
    _CROWNED: _CROWNINGS,
}


_BEGINNINGS = tuple(beginning for beginnings in _EVENTS_BEGIN.values() for beginning in beginnings)


def _noted_in(texts: Iterable[str]) -> set[str]:
    """The achievements that some events tell of."""
    noted = set()
    for text in texts:
        # Most events are none of these.
        if text.startswith(_BEGINNINGS):
            noted |= {token for token, beginning in _EVENTS_BEGIN.items() if text.startswith(beginning)}
        if text.startswith("became ") and text.endswith(_ENVOY) and " literate " not in text:
            noted.add(_CROWNED)
    return noted


@dump_rule("C247", "Achievements and the diary differ", since="4.1.2-9", until=NEWEST_READ)
def diary_tells_achievements(record: Record) -> Iterator[Report]:
    """An achievement is earned and written into the diary by the same lines of the source.

    They stand together since 4.1.2-5, and 4.1.2-9 and later load no save of an older build
    (VERSION_COMPATIBILITY). Honest exceptions, built in: a diary that does not begin with the
    hero's arrival; the small achievements that have no event; the Invocation up to 4.1.3-27, which
    has no line; Demogorgon's death in a save of a build before 4.1.3-24 (until 4.2.0-2).
    """

    def in_file(part: Record) -> Iterator[Report]:
        listed, events = part.first("achieved"), part.first("events")
        if listed is None or events is None or not part.has("entered"):
            return
        noted = _noted_in([event.text for event in events.value])
        for token in _EVENTS_BEGIN:
            is_listed, is_noted = token in listed.value, token in noted
            if is_listed != is_noted and (is_listed or _always_listed(record, token)):
                yield Report(
                    f"achievements: {token} is {'listed' if is_listed else 'not listed'},"
                    f" and the {events.place} {'do not tell' if is_listed else 'tell'} of it",
                    expected=is_noted,
                    found=is_listed,
                    evidence=part.evidence(listed, events),
                )

    yield from in_each(dumps(record), in_file)


_LISTED_SINCE = {"performed_the_invocation_ritual": "4.1.3-28", "defeated_demogorgon": "4.2.0-3"}


def _always_listed(record: Record, token: str) -> bool:
    """Whether the list of a build holds an achievement whenever it was earned."""
    return token not in _LISTED_SINCE or from_on(record, _LISTED_SINCE[token])


_QUARRY = {"Arc": "Amonket", "Rog": "Croesus"}
"""Whose death is the achievement of a role."""

SLAIN = {"defeated_medusa": "Medusa", "defeated_yacc": "Yacc", "defeated_demogorgon": "Demogorgon"}


@dump_rule("C248", "Achievements and the creatures vanquished differ", since="4.1.0-B6", until=NEWEST_READ)
def kills_tell_achievements(record: Record) -> Iterator[Report]:
    """The death of Medusa, Yacc or Demogorgon is counted and gives the achievement at once, by whomever.

    So does Amonket's to an Archaeologist and Croesus' to a Rogue, since 4.1.0-B17.

    Honest exceptions, built in: Demogorgon before 4.1.3-24, and in a save of such a build.
    """

    def in_file(part: Record) -> Iterator[Report]:
        listed, dead = part.first("achieved"), part.first("vanquished")
        if listed is None or dead is None:
            return
        names = {kill.name for kill in dead.value}
        slain, role = dict(SLAIN), part.value("role")
        if role in _QUARRY and from_on(record, "4.1.0-B17"):
            slain[_ROLE_ACHIEVEMENT] = _QUARRY[role]
        for token, name in slain.items():
            is_listed = token in listed.value
            if is_listed != (name in names) and (is_listed or _always_listed(record, token)):
                yield Report(
                    f"achievements: {token} is {'listed' if is_listed else 'not listed'},"
                    f" and {name} is {'not ' if is_listed else ''}among the creatures vanquished",
                    expected=not is_listed,
                    found=is_listed,
                    evidence=part.evidence(listed, dead),
                )

    yield from in_each(dumps(record), in_file)


@dump_rule("C249", "Creatures slain and creatures vanquished differ", since="4.1.3-42", until=NEWEST_READ)
def slain_are_vanquished(record: Record) -> Iterator[Report]:
    """The Knight's list and that of all creatures vanquished are written from the same counts of deaths.

    So each creature of the Knight's list stands in the other one as often, and each there that
    counts for a Knight of this alignment stands in the Knight's. Honest exceptions, built in: the
    builds 4.1.3-43 and -44, whose list has the living, too, and names uniques without a count; and
    4.1.3-43 to -46, whose list ends with Demogorgon and begins with the couatl (end.c).
    """

    def in_file(part: Record) -> Iterator[Report]:
        slain, dead, build = part.first("slain"), part.first("vanquished"), build_of(record)
        if slain is None or dead is None or build is None:
            return
        counted = {kill.name: kill.times for kill in dead.value}
        listed_living = from_on(record, "4.1.3-43") and not from_on(record, "4.1.3-45")
        for kill in slain.value:
            if listed_living and kill.form == "unique":
                continue
            times = counted.get(kill.name, 0)
            if times != kill.times:
                yield Report(
                    f"creatures slain: the role score lists {kill.name} {kill.times:,} times, the creatures"
                    f" vanquished {times:,} {difference(kill.times, times, countable=True)}",
                    expected=times,
                    found=kill.times,
                    evidence=(*part.evidence_at(kill.line), *part.evidence(dead)),
                )
                return
        if from_on(record, "4.1.3-43") and not from_on(record, "4.1.3-47"):
            return
        alignment = ALIGNMENTS.get(part.value("alignment"), "")
        names = {kill.name for kill in slain.value}
        for kill in dead.value:
            found = monsters(kill.name, build)
            counts = bool(found) and all(roles.in_bounty(each, alignment, build) for each in found)
            if counts and kill.name not in names:
                yield Report(
                    f"creatures slain: {kill.name} is among the creatures vanquished and not in the list of"
                    " the role score",
                    expected=kill.times,
                    found=0,
                    evidence=(*part.evidence_at(kill.line), *part.evidence(slain)),
                )
                return

    yield from in_each(dumps(record), in_file)


_BROKEN_OFF = ("panicked", "were tricked", "tricked")


@dump_rule("C250", "The diary and the moves of the game differ", since="4.1.1-4", until=NEWEST_READ)
def diary_ends_with_the_game(record: Record) -> Iterator[Report]:
    """Each event has the moves of its moment; the end of the game is one, unless the hero quit.

    So none comes after the last move, the moves never fall, and the last event has the game's
    moves. Honest exceptions, built in: who quit has no such event, nor a game that the program
    itself broke off ("panicked", "were tricked").
    """

    def in_file(part: Record) -> Iterator[Report]:
        events, turns = part.first("events"), part.first("turns")
        if events is None or turns is None or not events.value:
            return
        last = max(events.value, key=lambda event: event.turn)
        final = events.value[-1]
        ended = part.value("ending") in ("death", "escaped", "ascended") and part.has("last_event")
        ended = ended and part.value("verb") not in _BROKEN_OFF
        if last.turn > turns.value or (ended and final.turn != turns.value):
            odd = last if last.turn > turns.value else final
            yield Report(
                f"turns: the {turns.place} says {turns.value:,}, the {events.place} end with"
                f" {odd.turn:,} {difference(turns.value, odd.turn)}",
                expected=odd.turn,
                found=turns.value,
                evidence=(*part.evidence(turns), *part.evidence_at(odd.line)),
            )
            return
        if part.value("ending") == "escaped" and not final.text.startswith("escaped the dungeon"):
            yield Report(
                f"ending: the {turns.place} says escaped, the {events.place} end with {final.text!r}",
                expected="escaped the dungeon",
                found=final.text,
                evidence=(*part.evidence(part.first("ending")), *part.evidence_at(final.line)),
            )
            return
        for first, second in zip(events.value, events.value[1:], strict=False):
            if second.turn < first.turn:
                yield Report(
                    f"turns: in the {events.place} move {second.turn:,} comes after move {first.turn:,}",
                    expected=first.turn,
                    found=second.turn,
                    evidence=tuple(part.evidence_at(first.line, second.line)),
                )
                return

    yield from in_each(dumps(record), in_file)


@dump_rule("C251", "Crowned in one list and not in the other", since="4.1.0-B7", until=NEWEST_READ)
def crown_stands_twice(record: Record) -> Iterator[Report]:
    """Who was crowned has the title among the achievements and among the attributes.

    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        listed, crown = part.first("achieved"), part.first("crown")
        if listed is None or crown is None:
            return
        is_listed = "crowned" in listed.value
        if part.value("snapshot"):
            # A living hero's attributes are fewer.
            return
        if is_listed != bool(crown.value):
            yield Report(
                f"achievements: being crowned is {'listed' if is_listed else 'not listed'}, the"
                f" {crown.place} {'know nothing of it' if is_listed else f'say {crown.value}'}",
                expected=not is_listed,
                found=is_listed,
                evidence=part.evidence(listed, crown),
            )

    yield from in_each(dumps(record), in_file)


@dump_rule("C252", "Ascended, and another ending", since="4.1.0-B6", until=NEWEST_READ)
def ascension_is_an_achievement(record: Record) -> Iterator[Report]:
    """Who ascends earns the achievement by it, and nobody else does.

    It is done on the Astral Plane, and takes the Amulet of Yendor.

    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        listed, ending = part.first("achieved"), part.first("ending")
        if listed is None or ending is None:
            return
        if ("ascended" in listed.value) == (ending.value == "ascended"):
            if ending.value == "ascended":
                yield from _not_from_the_astral_plane(part, listed, ending)
            return
        held = "hold" if "ascended" in listed.value else "lack"
        yield Report(
            f"ending: the {ending.place} says {ending.value}, the achievements {held} the ascension",
            expected="ascended" if held == "hold" else "another",
            found=ending.value,
            evidence=part.evidence(ending, listed),
        )

    yield from in_each(dumps(record), in_file)


def _not_from_the_astral_plane(part: Record, listed: Statement, ending: Statement) -> Iterator[Report]:
    here = part.first("here")
    if here is not None and here.value != "Astral Plane":
        yield Report(
            f"ending: the {ending.place} says ascended, the {here.place} marks {here.value} as the place",
            expected="Astral Plane",
            found=here.value,
            evidence=part.evidence(ending, here),
        )
    elif "obtained_the_amulet_of_yendor" not in listed.value:
        yield Report(
            "achievements: the hero ascended, and the Amulet of Yendor is not listed",
            expected=True,
            found=False,
            evidence=part.evidence(ending, listed),
        )


@dump_rule("C256", "Conducts that an achievement breaks", since="4.1.0-B6", until=NEWEST_READ)
def achievements_break_conducts(record: Record) -> Iterator[Report]:
    """Who reads a Discworld novel is not illiterate any more: the source counts both in one place.

    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        listed, kept = part.first("achieved"), part.first("kept")
        if listed is None or kept is None:
            return
        if "read_a_discworld_novel" in listed.value and "illiterate" in kept.value:
            yield Report(
                "conducts: illiterate is listed, and the achievements say that a Discworld novel was read",
                expected=False,
                found=True,
                evidence=part.evidence(kept, listed),
            )

    yield from in_each(dumps(record), in_file)


@dump_rule("C257", "A selfie that is an achievement", since="4.1.0-B6", until=NEWEST_READ)
def selfies_tell_the_achievement(record: Record) -> Iterator[Report]:
    """A Tourist's achievement is a selfie with Demogorgon, who then is in the list of selfies.

    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        listed, taken = part.first("achieved"), part.first("selfies")
        if listed is None or taken is None or part.value("role") != "Tou":
            return
        is_listed = _ROLE_ACHIEVEMENT in listed.value
        is_taken = any(kill.name == "Demogorgon" for kill in taken.value)
        if is_listed != is_taken:
            yield Report(
                f"achievements: the optional quest is {'' if is_listed else 'not '}done,"
                f" and Demogorgon is {'' if is_taken else 'not '}among the selfies",
                expected=is_taken,
                found=is_listed,
                evidence=part.evidence(listed, taken),
            )

    yield from in_each(dumps(record), in_file)


@dump_rule("C253", "Genocides in one list and not in the other", since="4.1.0-B6", until=NEWEST_READ)
def genocides_stand_twice(record: Record) -> Iterator[Report]:
    """Who never genocided any monsters leaves no species genocided, and who did leaves one.

    The count of the challenges goes up wherever a species is marked as genocided; before 4.2.0-3
    it is the number of such species. Honest exceptions, built in: none of the two lists is there.
    """

    def in_file(part: Record) -> Iterator[Report]:
        kept, gone = part.first("kept"), part.first("genocided")
        if kept is None or gone is None:
            return
        never = "genocideless" in kept.value
        if never != (not gone.value) and (never or part.has("genocides")):
            count = len(gone.value)
            yield Report(
                f"genocides: the challenges say {'none' if never else 'some'}, {count} species are listed as"
                " genocided",
                expected=count,
                found=0 if never else part.value("genocides"),
                evidence=part.evidence(_genocides(part, kept), gone),
                # One who turns into slime takes back that slimes were genocided.
                severity=None if gone.value else Severity.WARNING,
            )

    yield from in_each(dumps(record), in_file)


def _genocides(part: Record, kept: Statement) -> Statement:
    return part.first("genocides") or kept


def _bare(place: str) -> str:
    """A place without the article that some lines leave out."""
    return place.removeprefix("The ").removeprefix("the ")


@dump_rule("C255", "Places of one file that tell where the game ended differ", since="4.1.0-B1")
def places_of_the_end_agree(record: Record) -> Iterator[Report]:
    """The closing block, the mark in the overview and the background name the level of the end.

    Compared is what names a branch and a level; all three read the same position. Honest
    exceptions, built in: who left the dungeon, and the Planes, which have names.
    """

    def in_file(part: Record) -> Iterator[Report]:
        said = [part.first(fact) for fact in ("here", "place", "stood")]
        told = [each for each in said if each is not None and ", level " in each.value]
        for other in told[1:]:
            if _bare(other.value) != _bare(told[0].value):
                yield Report(
                    f"place: the {told[0].place} says {told[0].value}, the {other.place} {other.value}",
                    expected=other.value,
                    found=told[0].value,
                    evidence=part.evidence(told[0], other),
                    severity=Severity.WARNING if "Ludios" in other.value else None,
                )
                return

    yield from in_each(dumps(record), in_file)
