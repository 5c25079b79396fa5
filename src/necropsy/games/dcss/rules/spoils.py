"""C: runes, gems and the Orb, in all the places that count or name them."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import sprints
from necropsy.games.dcss.reckon import MOST_GEMS, MOST_RUNES
from necropsy.games.dcss.rules.book import from_on, in_special_mode, left_the_dungeon, rule
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity, difference


def _stated(record: Record, fact: str, place: str) -> Statement | None:
    return next((s for s in record.statements(fact) if s.place == place), None)


@rule("C110", "Runes counted and runes named differ", since="0.9")
def runes_are_named(record: Record) -> Iterator[Report]:
    """The rune line counts the runes and names each: ``}: 3/15 runes: silver, golden, abyssal``."""
    runes, listed = _stated(record, "runes", "overview"), record.first("rune_names")
    if runes is None or listed is None:
        return
    if runes.value != len(listed.value) or len(set(listed.value)) != len(listed.value):
        yield Report(
            f"runes: the overview counts {runes.value} and names {len(set(listed.value))}"
            f" {difference(runes.value, len(set(listed.value)))}",
            expected=len(set(listed.value)),
            found=runes.value,
            evidence=record.evidence(listed),
        )


@rule("C111", "Runes of the overview and runes in the notes differ", since="0.9")
def runes_are_noted(record: Record) -> Iterator[Report]:
    """Each rune picked up leaves a note, and from 0.9 on a rune cannot be lost.

    Fewer rune notes than runes cannot happen honestly. More of them are a warning: a
    player's own script can add notes. A file whose notes were left out is not compared.
    """
    runes = _stated(record, "runes", "overview")
    if runes is None or not record.has("notes"):
        return
    noted = {statement.value: statement for statement in record.statements("rune_noted")}
    named = set(record.value("rune_names", ()))
    absent = named - set(noted)
    if runes.value == len(noted) and not absent:
        return
    too_few = runes.value > len(noted) or absent
    what = f"; no note of the {', '.join(sorted(absent))} rune" if absent else ""
    yield Report(
        f"runes: the overview says {runes.value}, the notes name {len(noted)}"
        f" {difference(runes.value, len(noted)) if runes.value != len(noted) else ''}{what}",
        expected=len(noted),
        found=runes.value,
        evidence=record.evidence(record.first("rune_names") or runes, *noted.values()),
        severity=None if too_few else Severity.WARNING,
    )


@rule("C112", "Runes of the score block and of the overview differ", since="0.9")
def runes_carried_out(record: Record) -> Iterator[Report]:
    """A winner or leaver carries out all the runes that the overview names.

    Honest exceptions: sprint maps that scored themselves (Arena of Blood and Thunderdome,
    0.12 to 0.31-a0-1238) leave the rune line out of the score block.
    """
    overview = _stated(record, "runes", "overview")
    if not left_the_dungeon(record) or overview is None:
        return
    block = _stated(record, "runes", "score block")
    if block is None and record.value("game_type") == "sprint" and not from_on(record, "0.31-a0-1239"):
        seen = record.value("map")
        if seen is None or sprints()[seen]["own_score"]:
            return
    carried = block.value if block else 0
    if carried != overview.value:
        yield Report(
            f"runes: the score block says {carried}, the overview {overview.value}"
            f" {difference(carried, overview.value)}",
            expected=overview.value,
            found=carried,
            evidence=record.evidence(block or record.first("ending"), record.first("rune_names") or overview),
        )


@rule("C120", "Runes of the score block and of the inventory differ", until="0.8")
def runes_in_the_pack(record: Record) -> Iterator[Report]:
    """Up to 0.8 runes are items: the block counts them all and, in brackets, the kinds."""
    items, kinds = record.first("rune_items"), record.first("runes")
    if items is None or kinds is None or not record.has("inventory_listed"):
        return
    pack = record.statements("rune_item")
    held = sum(count for _, count in (s.value for s in pack))
    different = len({rune for rune, _ in (s.value for s in pack)})
    if (held, different) != (items.value, kinds.value):
        yield Report(
            f"runes: the score block says {items.value} of {kinds.value} types,"
            f" the inventory holds {held} of {different} types",
            expected=[held, different],
            found=[items.value, kinds.value],
            evidence=record.evidence(items, *pack),
        )


@rule("C121", "Gems of the score block and gems in the notes differ", since="0.31-a0-1239")
def gems_are_noted(record: Record) -> Iterator[Report]:
    """Each gem leaves a note when it is picked up.

    A gem without its note is an error; a note too many is a warning, and so is a gem named
    twice or outside its branch (each gem lies in one branch).
    """
    if not record.has("notes"):
        return
    noted = record.statements("gem_noted")
    block = _stated(record, "gems", "score block")
    if block is not None and block.value != len(noted):
        yield Report(
            f"gems: the score block says {block.value}, the notes name {len(noted)}"
            f" {difference(block.value, len(noted))}",
            expected=len(noted),
            found=block.value,
            evidence=record.evidence(block, *noted),
            severity=None if block.value > len(noted) else Severity.WARNING,
        )
    twice = [s for at, s in enumerate(noted) if s.value in {earlier.value for earlier in noted[:at]}]
    if twice:
        yield Report(
            f"gems: the {twice[0].value} gem is noted twice, there is one",
            found=twice[0].value,
            evidence=record.evidence(*(s for s in noted if s.value == twice[0].value)),
            severity=Severity.WARNING,
        )


@rule("C122", "The Orb was carried out, and other places do not know it")
def orb_was_carried(record: Record) -> Iterator[Report]:
    """A winner holds the Orb at the end and has the note that it was picked up.

    The overview shows it from 0.14 on (``0: Orb of Zot``), the inventory before. Somebody
    who left without it cannot hold it. A dead character may.
    """
    ending = record.first("ending")
    if ending is None:
        return
    shown, in_pack = record.first("orb"), record.first("orb_item")
    if ending.value == "left" and (shown or in_pack):
        yield Report(
            "orb: the character left without the Orb, yet holds it",
            expected="win",
            found=ending.value,
            evidence=record.evidence(ending, shown or in_pack),
        )
    if ending.value != "win":
        return
    if not shown and record.has("runes") and _overview(record) and from_on(record, "0.14.0"):
        yield Report(
            "orb: the score block says that the Orb was carried out, the overview has no Orb",
            expected="0: Orb of Zot",
            found="",
            evidence=record.evidence(ending, _overview(record)),
        )
    if not shown and not in_pack and record.has("inventory_listed") and not from_on(record, "0.13.0"):
        yield Report(
            "orb: the score block says that the Orb was carried out, the inventory has no Orb",
            expected="the Orb of Zot",
            found="",
            evidence=record.evidence(ending, record.first("inventory_listed")),
        )
    if record.has("notes") and not record.has("orb_noted"):
        yield Report(
            "orb: the score block says that the Orb was carried out, no note says that it was picked up",
            expected="Got the Orb of Zot",
            found="",
            evidence=record.evidence(ending),
        )


def _overview(record: Record) -> Statement | None:
    return _stated(record, "turns", "title line")


@rule("C123", "More runes or gems than a dungeon holds", since="0.9")
def no_more_than_there_are(record: Record) -> Iterator[Report]:
    """From 0.9 on a dungeon holds fifteen runes and eleven gems.

    Of two pairs of Lair branches one each is built. Honest exceptions: sprints hold what
    their map gives, and wizard mode makes anything; an early build had a twelfth gem.
    """
    if record.value("game_type") in ("sprint", "unknown", "fork") or in_special_mode(record):
        return
    for fact, most in (("runes", MOST_RUNES), ("gems", MOST_GEMS)):
        held = record.first(fact)
        if held is None or held.value <= most:
            continue
        # A dead character's gems are counted in the notes, where rows can be added.
        surplus = fact == "gems" and held.place == "notes"
        yield Report(
            f"{fact}: the {held.place} says {held.value}, a dungeon holds {most} {difference(held.value, most)}",
            expected=most,
            found=held.value,
            evidence=record.evidence(held),
            severity=Severity.WARNING if surplus else None,
        )


@rule("C124", "Won with fewer than three runes", Severity.WARNING, since="0.9")
def zot_is_locked(record: Record) -> Iterator[Report]:
    """The Realm of Zot opens to three runes.

    Honest exceptions: sprints, Descent, Zot Defence, and builds with another lock.
    """
    runes = record.first("runes")
    if (
        not record.value("won")
        or record.value("game_type") not in ("normal", "seeded")
        or in_special_mode(record)
    ):
        return
    if runes is not None and runes.value < 3:
        yield Report(
            f"runes: the game was won with {runes.value}, Zot opens to 3 {difference(runes.value, 3)}",
            expected=3,
            found=runes.value,
            evidence=record.evidence(record.first("ending"), runes),
        )


@rule("C125", "A gem noted outside its branch", Severity.WARNING, since="0.31-a0-1239")
def gem_lies_in_its_branch(record: Record) -> Iterator[Report]:
    """Each kind of gem lies at the end of one branch.

    Honest exceptions: wizard mode puts gems anywhere; a script's note stands where the
    character is.
    """
    if in_special_mode(record) or record.value("game_type") == "sprint":
        return
    branches = {row["gem"]: row["branch"] for row in names.rows("gems")}
    places = {note.line: note.place for note in record.value("notes") or ()}
    for gem in record.statements("gem_noted"):
        place = places.get(gem.line, "")
        branch = branches.get(gem.value)
        if branch and place and place.partition(":")[0] != branch:
            yield Report(
                f"gems: the {gem.value} gem lies in {branch}, the note stands at {place}",
                expected=branch,
                found=place,
                evidence=record.evidence(gem),
            )
