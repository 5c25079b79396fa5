"""C: runes, gems and the Orb, in all the places that count or name them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import sprints
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES
from necropsy.games.dcss.overview import may_lack_overview
from necropsy.games.dcss.rules.book import (
    NOTES_ARE_WHOLE,
    RUNES_ARE_FLAGS,
    before,
    dump_rule,
    from_on,
    in_special_mode,
    left_the_dungeon,
)
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity, difference

# A dungeon holds no more treasures of one kind; somebody's own rows may be any number.
_SHOWN = 20


def _stated(record: Record, fact: str, place: str) -> Statement | None:
    for statement in record.statements(fact):
        if statement.place == place:
            return statement
    return None


@dump_rule("C110", "Runes counted and runes named differ", since=RUNES_ARE_FLAGS, needs="rune_names")
def runes_are_named(record: Record) -> Iterator[Report]:
    """The rune line counts the runes and names each: ``}: 3/15 runes: silver, golden, abyssal``."""
    runes, listed = _stated(record, "runes", "overview"), record.first("rune_names")
    if runes is None or listed is None:
        return
    if runes.value != len(listed.value) or len(set(listed.value)) != len(listed.value):
        yield Report(
            f"runes: the overview counts {runes.value} and names {len(set(listed.value))}"
            f" {difference(runes.value, len(set(listed.value)), countable=True)}",
            expected=len(set(listed.value)),
            found=runes.value,
            evidence=record.evidence(listed),
        )


@dump_rule("C111", "Runes of the overview and runes in the notes differ", since=RUNES_ARE_FLAGS)
def runes_are_noted(record: Record) -> Iterator[Report]:
    """Each rune picked up leaves a note, and from 0.9 on a rune cannot be lost.

    Fewer rune notes than runes cannot happen honestly. More of them are a warning: a
    player's own script can add notes. A file whose notes were left out is not compared.
    A rune that was bought (0.29 on: a bazaar in Pandemonium) is noted as bought.
    """
    runes = _stated(record, "runes", "overview")
    if runes is None or not record.has("notes"):
        return
    noted = {
        statement.value: statement
        for statement in (*record.statements("rune_noted"), *record.statements("rune_bought"))
    }
    named = set(record.value("rune_names", ()))
    absent = named - set(noted)
    if runes.value == len(noted) and not absent:
        return
    too_few = runes.value > len(noted) or absent
    what = f"; no note of the {', '.join(sorted(absent))} rune" if absent else ""
    off = f" {difference(runes.value, len(noted), countable=True)}"
    yield Report(
        f"runes: the overview says {runes.value}, the notes name {len(noted)}"
        f"{off if runes.value != len(noted) else ''}{what}",
        expected=len(noted),
        found=runes.value,
        evidence=record.evidence(record.first("rune_names") or runes, *list(noted.values())[:_SHOWN]),
        severity=None if too_few else Severity.WARNING,
    )


@dump_rule("C112", "Runes of the score block and of the overview differ", since=RUNES_ARE_FLAGS)
def runes_carried_out(record: Record) -> Iterator[Report]:
    """A winner or leaver carries out all the runes that the overview names.

    Honest exceptions: sprint maps that scored themselves (Arena of Blood and Thunderdome,
    0.12 to 0.31-a0-1238) leave the rune line out of the score block. A morgue that ends within
    its overview is not asked.
    """
    if not left_the_dungeon(record) or may_lack_overview(record):
        return
    overview = _stated(record, "runes", "overview")
    if overview is None:
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
            f" {difference(carried, overview.value, countable=True)}",
            expected=overview.value,
            found=carried,
            evidence=record.evidence(block or record.first("ending"), record.first("rune_names") or overview),
        )


@dump_rule("C120", "Runes of the score block and of the inventory differ", until="0.8")
def runes_in_the_pack(record: Record) -> Iterator[Report]:
    """Up to 0.8 runes are items: the block counts them all and, in brackets, the kinds.

    The bracket stands there only with several kinds: "3 runes" may be three of one kind.
    """
    items, kinds = record.first("rune_items"), record.first("runes")
    if items is None or kinds is None or not record.has("inventory_listed"):
        return
    pack = record.statements("rune_item")
    held = sum(count for _, count in (s.value for s in pack))
    different = len({rune for rune, _ in (s.value for s in pack)})
    unsaid = kinds.value == items.value and different <= 1
    if held != items.value or (different != kinds.value and not unsaid):
        yield Report(
            f"runes: the score block says {items.value} of {kinds.value} types,"
            f" the inventory holds {held} of {different} types",
            expected=[held, different],
            found=[items.value, kinds.value],
            evidence=record.evidence(items, *pack[:_SHOWN]),
        )


@dump_rule("C121", "Gems of the score block and gems in the notes differ", since="0.31-a0-1239")
def gems_are_noted(record: Record) -> Iterator[Report]:
    """Each gem leaves a note when it is picked up.

    A gem without its note is an error; a note too many is a warning, and so is a gem named
    twice.
    """
    if not record.has("notes"):
        return
    noted = record.statements("gem_noted")
    block = _stated(record, "gems", "score block")
    if block is not None and block.value != len(noted):
        yield Report(
            f"gems: the score block says {block.value}, the notes name {len(noted)}"
            f" {difference(block.value, len(noted), countable=True)}",
            expected=len(noted),
            found=block.value,
            evidence=record.evidence(block, *noted[:_SHOWN]),
            severity=None if block.value > len(noted) else Severity.WARNING,
        )
    first: dict[str, Statement] = {}
    for statement in noted:
        if statement.value in first:
            yield Report(
                f"gems: the {statement.value} gem is noted twice, there is one",
                found=statement.value,
                evidence=record.evidence(first[statement.value], statement),
                severity=Severity.WARNING,
            )
            return
        first[statement.value] = statement


@dump_rule("C122", "The Orb in one place, and other places do not know it")
def orb_was_carried(record: Record) -> Iterator[Report]:
    """Who holds the Orb at the end has the note that it was picked up, and a winner holds it.

    The overview shows it from 0.14 on (``0: Orb of Zot``), the inventory up to 0.12.
    Somebody who left without it cannot hold it. A dead character may. Honest exceptions:
    sections that were left out are not asked; up to 0.3 the notes could be switched off
    in mid-game.
    """
    ending = record.first("ending")
    if ending is None:
        return
    shown, in_pack = record.first("orb_shown"), record.first("orb_item")
    noted = not record.has("notes") or record.has("orb_noted") or not from_on(record, NOTES_ARE_WHOLE)
    if ending.value != "win" and (shown or in_pack) and not noted:
        held = shown or in_pack
        yield Report(
            "orb: the character holds it, no note says that it was picked up",
            expected="Got the Orb of Zot",
            found="",
            evidence=record.evidence(held),
        )
    if ending.value == "left" and (shown or in_pack):
        yield Report(
            "orb: the character left without the Orb, yet holds it",
            expected="win",
            found=ending.value,
            evidence=record.evidence(ending, shown or in_pack),
        )
    if ending.value != "win":
        return
    told = record.has("runes") and _overview(record) and not may_lack_overview(record)
    if not shown and told and from_on(record, "0.14.0"):
        yield Report(
            "orb: the score block says that the Orb was carried out, the overview has no Orb",
            expected="0: Orb of Zot",
            found="",
            evidence=record.evidence(ending, _overview(record)),
        )
    if not shown and not in_pack and record.has("inventory_listed") and before(record, "0.13"):
        yield Report(
            "orb: the score block says that the Orb was carried out, the inventory has no Orb",
            expected="the Orb of Zot",
            found="",
            evidence=record.evidence(ending, record.first("inventory_listed")),
        )
    if not noted:
        yield Report(
            "orb: the score block says that the Orb was carried out, no note says that it was picked up",
            expected="Got the Orb of Zot",
            found="",
            evidence=record.evidence(ending),
        )


def _overview(record: Record) -> Statement | None:
    return _stated(record, "turns", "title line")


@dump_rule("C123", "More runes or gems than a dungeon holds", since=RUNES_ARE_FLAGS)
def no_more_than_there_are(record: Record) -> Iterator[Report]:
    """From 0.9 on a dungeon holds fifteen runes and eleven gems.

    Of two pairs of Lair branches one each is built. Honest exceptions: sprints hold what
    their map gives, and wizard mode makes anything; an early build had a twelfth gem.
    Zot Defence and Descent were not read that far: a warning there.
    """
    kind = record.value("game_type")
    if kind in ("sprint", "unknown", "fork"):
        return
    for fact, most in (("runes", MOST_RUNES), ("gems", MOST_GEMS)):
        held = record.first(fact)
        if held is None or held.value <= most or in_special_mode(record):
            continue
        # A dead character's gems are counted in the notes, where rows can be added.
        surplus = fact == "gems" and held.place == "notes"
        says = "name" if surplus else "says"
        yield Report(
            f"{fact}: the {held.place} {says} {held.value}, a dungeon holds {most}"
            f" {difference(held.value, most, countable=True)}",
            expected=most,
            found=held.value,
            evidence=record.evidence(held),
            severity=Severity.WARNING if surplus or kind not in ("normal", "seeded") else None,
        )


@dump_rule("C124", "Won with fewer than three runes", Severity.WARNING, since=RUNES_ARE_FLAGS, needs="won")
def zot_is_locked(record: Record) -> Iterator[Report]:
    """The Realm of Zot opens to three runes.

    Honest exceptions: sprints, Descent, Zot Defence, and builds with another lock.
    """
    runes = record.first("runes")
    if not record.value("won") or record.value("game_type") not in ("normal", "seeded"):
        return
    if runes is not None and runes.value < 3 and not in_special_mode(record):
        yield Report(
            f"runes: the game was won with {runes.value}, Zot opens to 3"
            f" {difference(runes.value, 3, countable=True)}",
            expected=3,
            found=runes.value,
            evidence=record.evidence(record.first("ending"), runes),
        )


@dump_rule(
    "C125", "A gem, a rune or the Orb noted outside its branch", Severity.WARNING, since=RUNES_ARE_FLAGS
)
def treasure_lies_in_its_branch(record: Record) -> Iterator[Report]:
    """Each kind of gem or rune lies in one branch, the Orb in the Realm of Zot.

    Honest exceptions: wizard mode puts them anywhere, a sprint where its map wants; a
    script's note stands where the character is.
    """
    treasures = [
        (kind, noted) for kind in ("gem", "rune", "orb") for noted in record.statements(f"{kind}_noted")
    ]
    notes = record.value("notes")
    if not treasures or notes is None:
        return
    if record.value("game_type") not in ("normal", "seeded") or in_special_mode(record):
        return
    astray = [
        (statement, kind, place, homes)
        for kind, statement in treasures
        if (homes := _homes(kind).get(statement.value))
        and (place := notes.place_at(statement.line))
        and place.partition(":")[0] not in homes
    ]
    if astray:
        noted, kind, place, homes = astray[0]
        what = "Orb of Zot" if kind == "orb" else f"{noted.value} {kind}"
        more = f" ({len(astray) - 1} more like it)" if len(astray) > 1 else ""
        yield Report(
            f"treasure: the {what} lies in {' or '.join(sorted(homes))}, the note stands at {place}{more}",
            expected=sorted(homes),
            found=place,
            evidence=record.evidence(*(statement for statement, *_ in astray[:_SHOWN])),
        )


@lru_cache(maxsize=3)
def _homes(kind: str) -> dict[str | bool, set[str]]:
    """The branches where each gem or rune lies, and the Orb (which a note has or has not)."""
    if kind == "orb":
        return {True: {"Zot"}}
    homes: dict[str | bool, set[str]] = {}
    for row in names.rows(f"{kind}s"):
        homes.setdefault(row[kind], set()).add(row["branch"])
    return homes
