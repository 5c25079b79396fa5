"""What the roles earn: the constants of every version, names and spells, and the engine's own amounts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.gnollhack import roles
from necropsy.games.gnollhack.kills import Kill, kill_of
from necropsy.games.gnollhack.monsters import Entry, Monster, monsters, plurals
from necropsy.games.gnollhack.spells import DEFAULT_SCHOOLS, starting
from necropsy.games.gnollhack.spells import spells as spells_called
from necropsy.games.gnollhack.version import Build
from necropsy.span import Span

NEWEST = Build.of_tag("4.3.0-10")
ENGINE = Path(__file__).parents[4] / "shared" / "data" / "gnollhack"

TAGS = ("4.1.0-B6", "4.1.0-B17", "4.1.3-41", "4.1.3-42", "4.1.3-43", "4.1.3-44", "4.1.3-45", "4.1.3-46")
TAGS += ("4.1.3-49", "4.1.3-52", "4.2.0-20", "4.2.0-120", "4.2.0-128", "4.2.0-133")

# One column for each of TAGS. A Tourist of 4.1.0-B16 still earns 50, one of 4.1.3-48 85 and so on: see below.
WORTH = """
Arc artifact             0      0     0  25000  40000  30000  30000  30000  30000  30000  30000  30000  30000  30000
Arc historic_statue      0      0     0      0      0      0      0      0      0      0  15000  30000  30000  30000
Arc art                  0      0     0      0      0      0      0      0      0      0     10     60     60     60
Arc sarcophagus          0      0     0      0      0      0      0      0      0      0      0 120000 120000 120000
Arc mummy_wrapping       0      0     0      0      0      0      0      0      0      0      0   5000   5000   5000
Arc quest                0      0     0  40000  80000  60000  60000  60000  60000  60000  60000  60000  60000  60000
Bar weapon               0      0     0      0  30000  30000  30000  30000  30000  30000  30000  30000  30000  30000
Bar points               0      0     0      1      1      1      0      0      0      0      0      0      0      0
Bar quest                0      0     0  20000  60000  60000  60000  60000  60000  60000  60000  60000  60000  60000
Cav life_saving          0      0     0  25000  70000  70000  70000  70000  70000  75000  75000  75000  75000  75000
Cav other_amulet         0      0     0      0      0      0  15000  15000  15000  15000  15000  15000  15000  15000
Cav quest                0      0     0  10000  40000  40000  40000  40000  40000  40000  40000  40000  40000  40000
Hea spell                0      0     0    600   2000   2000   2000   2000   2000   2000   2000   2000   2000   2000
Hea quest                0      0     0  30000  50000  50000  50000  50000  50000  50000  50000  50000  50000  50000
Kni unique               0      0     0    100    100    100    100    200    200    200    200    200    200    750
Kni slain                0      0     0      5      5      5      5     50     50     50     50     50     50    100
Kni died_out             0      0     0     50     50     50     50      0      0      0      0      0      0      0
Kni quest                0      0     0  10000  50000  50000  50000  50000  50000  50000  50000  50000  50000  60000
Mon quest                0      0     0  60000  60000  60000  60000  60000  60000  60000  60000  60000  60000  60000
Pri spell                0      0     0    450   1500   1500   1500   1500   1500   1500   1500   1500   1500   1500
Pri quest                0      0     0  30000  50000  50000  50000  50000  50000  50000  50000  50000  50000  50000
Ran launcher             0      0     0      0  40000  40000  40000  40000  40000  40000  40000  40000  40000  40000
Ran ammo                 0      0     0      0   2000   2000   2000   2000   2000   2000   2000   2000   2000   2000
Ran quest                0      0     0  10000  40000  40000  40000  40000  40000  40000  40000  40000  40000  40000
Rog valuables            0      1     1      1      1      1      1      1      1      1      1      1      5      5
Rog quest                0      0     0  10000  50000  50000  50000  50000  50000  50000  50000  50000  50000  50000
Sam item                 0      0     0      0  50000  50000  50000  50000  50000  50000  50000  50000  50000  50000
Sam ammo                 0      0     0      0   1500   1500   1500   1500   1500   1500   1500   1500   1500   1500
Sam quest                0      0     0  40000 100000 100000 100000 100000 100000 100000 100000 100000 100000 100000
Tou selfie              50    100    35     50     85     85     85     85    100    100    100    200    200    200
Tou quest                0      0     0  10000  50000  50000  50000  50000  50000  50000  50000 100000 100000 100000
Val item                 0      0     0      0  40000  60000  60000  60000  60000  75000  75000  75000  75000  75000
Val ammo                 0      0     0      0   1000   1000   1000   1000   1000   1000   1000   1000   1000   1000
Val quest                0      0     0  10000  40000  40000  40000  40000  40000  40000  40000  40000  40000  40000
Wiz spell                0      0     0    300   1000   1000   1000   1000   1000   1000   1000   1000   1000   1000
Wiz quest                0      0     0  30000  50000  50000  50000  50000  50000  50000  50000  50000  50000  50000
"""  # noqa: E501
ROWS = [line.split() for line in WORTH.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS])
def test_constants_by_version(row: list[str]) -> None:
    role, what, *numbers = row
    found = [roles.worth(role, what, Build.of_tag(tag)).exact for tag in TAGS]
    assert found == [int(number) for number in numbers]


@pytest.mark.parametrize(
    ("role", "what", "tag", "points"),
    [
        ("Tou", "selfie", "4.1.0-B16", 50),
        ("Tou", "selfie", "4.1.3-40", 100),
        ("Tou", "selfie", "4.1.3-48", 85),
        ("Tou", "selfie", "4.2.0-119", 100),
        ("Rog", "valuables", "4.1.0-B16", 0),
        ("Rog", "valuables", "4.2.0-127", 1),
        ("Arc", "art", "4.2.0-19", 0),
        ("Arc", "art", "4.2.0-119", 10),
        ("Kni", "unique", "4.2.0-132", 200),
        ("Cav", "life_saving", "4.1.3-51", 70000),
        ("Val", "item", "4.1.3-51", 60000),
    ],
)
def test_the_last_build_of_a_constant(role: str, what: str, tag: str, points: int) -> None:
    assert roles.worth(role, what, Build.of_tag(tag)) == Span.exactly(points)


def test_a_constant_of_a_build_that_cannot_be_placed() -> None:
    assert roles.worth("Tou", "selfie", Build.of_fields("4.1.0", fields=("achieveX", "scoring"))) == Span(
        0, 100
    )


# A wiki page on the score says otherwise of these; the source of the newest version has the right number.
@pytest.mark.parametrize(
    ("role", "what", "right", "said"),
    [
        ("Arc", "mummy_wrapping", 5000, 50_000),
        ("Arc", "art", 60, 6),
        ("Cav", "life_saving", 75_000, 70_000),
        ("Kni", "quest", 60_000, 70_000),
        ("Val", "ammo", 1000, 1500),
        ("Val", "item", 75_000, 60_000),
    ],
)
def test_what_people_say_and_what_is_right(role: str, what: str, right: int, said: int) -> None:
    assert roles.worth(role, what, NEWEST) == Span.exactly(right)
    assert right != said


def test_all_roles_have_a_bonus() -> None:
    assert len(roles.ROLES) == 13
    assert all(roles.quest(role, NEWEST).low for role in roles.ROLES)


# ------------------------------------------------------------------------------ items


def test_items() -> None:
    counts = {"artifact": 6, "historic_statue": 3, "sarcophagus": 2, "mummy_wrapping": 4, "art": 900}
    assert roles.items("Arc", NEWEST, counts) == Span.exactly(584_000)
    assert roles.items("Ran", NEWEST, {"launcher": 2, "ammo": 40}) == Span.exactly(160_000)
    assert roles.items("Rog", NEWEST, {"valuables": 12_345}) == Span.exactly(61_725)
    assert roles.items("Val", Build.of_tag("4.1.3-44"), {"points": 90_000}) == Span.exactly(90_000)
    assert roles.items("Bar", NEWEST, {}) == Span.exactly(0)
    with pytest.raises(KeyError):
        roles.items("Bar", NEWEST, {"artifact": 1})


def test_a_valkyrie_with_a_container() -> None:
    """Game ``valsak`` of 4.1.3-45: one item in the pack, an artifact in the sack, 90,000 scored."""
    build = Build.of_tag("4.1.3-45")
    counted = roles.items("Val", build, {"item": 1}, containers=True, printed=15)
    assert counted == Span(90_000, 95_999)
    assert roles.items("Val", build, {"item": 1}, containers=True) == Span(60_000, None)
    assert roles.items("Val", build, {"item": 1}, printed=15) == Span.exactly(60_000)
    assert roles.items("Val", Build.of_tag("4.1.3-55"), {"item": 1}, containers=True) == Span.exactly(75_000)


def test_an_xlogfile_line_says_nothing_of_the_role() -> None:
    assert roles.unknown("Val", NEWEST) == Span.at_least(0)
    assert roles.unknown("Mon", NEWEST) == Span.exactly(0)
    assert roles.unknown("Val", Build.of_tag("4.1.3-41")) == Span.exactly(0)
    assert roles.unknown("Tou", Build.of_tag("4.1.3-41")) == Span.at_least(0)


# ------------------------------------------------------------------------- percentage


@given(st.integers(-500_000, 2_000_000), st.integers(0, 100_000))
def test_an_amount_lies_in_the_span_of_its_percentage(amount: int, bonus: int) -> None:
    printed = roles.percent(amount + bonus)
    assert amount in roles.within_percentage(printed, Span.exactly(bonus))


@given(st.integers(-50, 99))
def test_the_span_of_a_percentage_is_tight(printed: int) -> None:
    span = roles.within_percentage(printed)
    assert span.low is not None
    assert span.high is not None
    assert roles.percent(span.low) == roles.percent(span.high) == printed
    assert roles.percent(span.low - 1) != printed != roles.percent(span.high + 1)


def test_percentage_at_the_cap() -> None:
    assert roles.within_percentage(100) == Span.at_least(600_000)
    assert roles.within_percentage(0) == Span(-5999, 5999)


# --------------------------------------------------------------------------- monsters


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("watchman", "watchmen"),
        ("werewolf", "werewolves"),
        ("homunculus", "homunculi"),
        ("incubus", "incubi"),
        ("erinys", "erinyes"),
        ("elder dracolich", "elder dracoliches"),
        ("mumak", "mumakil"),
        ("djinni", "djinn"),
        ("harpy", "harpies"),
        ("fox", "foxes"),
        ("manes", "manes"),
        ("human", "humans"),
        ("master of thieves", "masters of thieves"),
        ("Elvenking", "Elvenkings"),
        ("killer bee", "killer bees"),
        ("neanderthal child", "neanderthal children"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert many in plurals(one)


def difficulties(name: str, tag: str = "4.3.0-10") -> set[int]:
    return {monster.difficulty for monster in monsters(name, Build.of_tag(tag))}


def test_names_and_forms() -> None:
    assert difficulties("gnome noble") == difficulties("gnome ladies") == difficulties("gnome lord") == {3}
    assert difficulties("watchmen or watchwomen") == {7}
    assert difficulties("succubi") == {7}
    assert difficulties("Dragon of Nowhere") == set()
    assert len(monsters("werewolves", NEWEST)) == 2, "a were-creature has two forms"


def test_difficulties_of_their_version() -> None:
    assert difficulties("Nalzok", "4.1.3-9") == {30}
    assert difficulties("Nalzok", "4.1.3-10") == {35}
    assert difficulties("panther", "4.3.0-4") == {9}
    assert difficulties("panther") == {10}
    assert difficulties("rakshasas", "4.2.0-133") == {18}, "the nearest that is known"


def test_a_high_priest_is_not_unique() -> None:
    assert not any(monster.unique for monster in monsters("high priests", NEWEST))
    assert all(monster.unique for monster in monsters("Arch Priest", NEWEST))


def only(name: str) -> Monster:
    (found,) = monsters(name, NEWEST)
    return found


@pytest.mark.parametrize(
    ("tag", "alignment", "paid"),
    [
        ("4.1.3-42", "lawful", {"balor", "red dragon"}),
        ("4.1.3-42", "neutral", {"balor", "red dragon"}),
        ("4.1.3-42", "chaotic", {"balor", "red dragon"}),
        ("4.1.3-45", "lawful", {"balor", "red dragon"}),
        ("4.1.3-45", "chaotic", {"Archon", "green dragon"}),
        ("4.1.3-45", "neutral", set()),
        ("4.1.3-46", "lawful", {"balor", "red dragon", "tengu"}),
        ("4.1.3-48", "neutral", set()),
        ("4.1.3-49", "neutral", {"ghost", "elder dracolich"}),
        ("4.3.0-10", "lawful", {"balor", "red dragon", "tengu", "elder dracolich"}),
        ("4.3.0-10", "chaotic", {"Archon", "green dragon"}),
    ],
)
def test_whom_a_knight_is_paid_for(tag: str, alignment: str, paid: set[str]) -> None:
    names = ("balor", "red dragon", "tengu", "ghost", "Archon", "green dragon", "gray ooze")
    names += ("elder dracolich",) if "elder dracolich" in paid else ()
    found = {name for name in names if roles.in_bounty(only(name), alignment, Build.of_tag(tag))}
    assert found == paid


SLAIN = [Entry("Demogorgon", 2), Entry("imps", 7)]


@pytest.mark.parametrize(
    ("tag", "amount"),
    [
        ("4.3.0-10", 750 * 101 + 7 * 100 * 4),
        ("4.2.0-128", 200 * 101 + 7 * 50 * 4),
        ("4.1.3-45", 100 * 101 + 7 * 5 * 4),
    ],
)
def test_a_knight(tag: str, amount: int) -> None:
    found = roles.knight(Build.of_tag(tag), SLAIN, alignment="lawful")
    assert found == Span.exactly(amount)


def test_a_knight_whose_prey_died_out() -> None:
    build, balors = Build.of_tag("4.1.3-43"), [Entry("balors")]
    assert roles.knight(build, [Entry("balors", 7)], alignment="lawful", died_out=balors) == Span.exactly(
        41 * (7 * 5 + 50)
    )
    assert roles.knight(build, [], alignment="lawful", died_out=[Entry("newts")]) == Span.exactly(0)
    later = Build.of_tag("4.1.3-46")
    assert roles.knight(later, [Entry("balors", 7)], alignment="lawful", died_out=balors) == Span.exactly(
        41 * 7 * 50
    )


def test_a_knight_whose_list_names_the_living() -> None:
    build = Build.of_tag("4.1.3-43")
    listed = [Entry("Demogorgon"), Entry("Yacc"), Entry("imps", 0), Entry("balors", 2)]
    found = roles.knight(build, listed, alignment="lawful", vanquished=[Entry("Yacc"), Entry("balors", 2)])
    assert found == Span(100 * 94 + 2 * 5 * 41, 100 * (94 + 101) + 2 * 5 * 41)


def test_a_neutral_knight_has_no_list() -> None:
    dead = [Entry("ghosts", 2), Entry("newts", 40)]
    assert roles.knight(NEWEST, [], alignment="neutral", vanquished=dead) == Span(0, 2 * 100 * 4)
    assert roles.knight(Build.of_tag("4.1.3-45"), [], alignment="neutral", vanquished=dead) == Span.exactly(0)


def test_a_name_that_no_table_knows() -> None:
    entries = [Entry("Snark"), Entry("imps", 7)]
    assert roles.knight(NEWEST, entries, alignment="lawful") == Span.at_least(2800)
    assert roles.knight(NEWEST, entries, alignment="lawful", printed=1) == Span(6000, 11_999)
    assert roles.tourist(NEWEST, entries, printed=0) == Span(800, 5999)
    assert roles.tourist(NEWEST, [Entry("newt")], printed=50) == Span.exactly(200), "left to a rule"


def test_a_tourist() -> None:
    pictures = [Entry("Demogorgon"), Entry("newt"), Entry("werebear"), Entry("gnome noble")]
    difficulties = 101 + 1 + 22 + 4
    assert roles.tourist(NEWEST, pictures) == Span.exactly(200 * difficulties)
    assert roles.tourist(Build.of_tag("4.1.3-41"), pictures) == Span.exactly(35 * difficulties)


def test_a_tourist_without_pictures_may_have_a_knights_counter() -> None:
    dead = [Entry("ghosts", 2)]
    assert roles.tourist(NEWEST, []) == Span.exactly(0)
    assert roles.tourist(NEWEST, [], vanquished=dead, alignment="neutral") == Span(0, 800)
    assert roles.tourist(Build.of_tag("4.1.3-45"), [], vanquished=dead, alignment="neutral") == Span.exactly(
        0
    )


def test_deeds() -> None:
    assert roles.deeds("Arc", Build.of_tag("4.1.0-B6")) == ("defeated three greater mummy pharaohs",)
    assert roles.deeds("Arc", Build.of_tag("4.1.0-B7")) == ("defeated Amonket, Ruler of Greater Mummies",)
    assert len(roles.deeds("Bar", Build.of_tag("4.1.3-54"))) == 2
    assert roles.deeds("Wiz", Build.of_tag("4.1.0-B17")) == (
        "successfully cast a spell of level 10 or higher",
    )
    assert roles.deeds("Kni", NEWEST) == ()
    assert all(roles.deeds(role, Build.of_tag("4.1.3-42")) for role in roles.ROLES)


# ----------------------------------------------------------------------------- spells

HEALER = [*starting("Hea"), "Full healing", "Detect monsters", "Fireball"]


def test_new_spells_are_the_ones_not_known_at_the_start() -> None:
    schools = DEFAULT_SCHOOLS["Hea"]
    levels = [spells_called(name, NEWEST)[0].level for name in ("full healing", "detect monsters")]
    found = roles.spells("Hea", NEWEST, HEALER, 2, schools, amnesia=False)
    assert found == Span.exactly(2000 * (sum(levels) + 4))
    assert found.low in roles.spells("Hea", NEWEST, HEALER, 2, schools)
    assert roles.spells("Hea", NEWEST, HEALER, 0, schools) == Span.exactly(0)


def test_a_priest_starts_with_a_summons_of_the_alignment() -> None:
    known = ["Minor healing", "Healing", "Congregate", "Stick to snake", "Bless"]
    schools = (*DEFAULT_SCHOOLS["Pri"], "nature")
    bless = spells_called("bless", NEWEST)[0].level + 2
    neutral = roles.spells("Pri", NEWEST, known, 1, schools, alignment="neutral", amnesia=False)
    assert neutral == Span.exactly(1500 * bless)
    assert roles.spells("Pri", NEWEST, known, 1, schools, amnesia=False) == Span(1500, 1500 * bless)


def test_more_new_spells_than_are_left_means_amnesia() -> None:
    found = roles.spells(
        "Hea", NEWEST, ["Minor healing", "Sleep"], 1, ["healing", "enchantment"], amnesia=False
    )
    assert found == Span(2000 * 1, 2000 * 6)
    assert roles.spells("Hea", NEWEST, [], 2, ["healing"]) == Span(2 * 2000, 2 * 2000 * 14), "forgotten since"


def test_a_spell_that_no_table_knows_and_the_percentage() -> None:
    assert roles.spells("Wiz", NEWEST, ["Snark"], 1, ["arcane"]) == Span(1000, 14_000)
    assert roles.spells("Wiz", NEWEST, ["Snark"], 1, ["arcane"], printed=1) == Span(6000, 11_999)


@given(st.data())
def test_whichever_spells_are_new_their_sum_is_in_the_span(data: st.DataObject) -> None:
    known = data.draw(st.lists(st.sampled_from(HEALER), unique=True))
    counted = [name for name in known if name != "Fireball"]
    new = data.draw(st.lists(st.sampled_from(counted), unique=True) if counted else st.just([]))
    weight = sum(spells_called(name, NEWEST)[0].level + 2 for name in new)
    assert 2000 * weight in roles.spells("Hea", NEWEST, known, len(new), DEFAULT_SCHOOLS["Hea"])


# --------------------------------------------------------------- the engine's own amounts

ALIGNMENTS = {1: "lawful", 0: "neutral", -1: "chaotic"}


def engine_games() -> list[Path]:
    """The real games whose amount depends on names: those of builds that have a role block."""
    found = []
    for path in sorted(ENGINE.rglob("*.terms.json")):
        terms = json.loads(path.read_text("utf-8"))
        if terms["role"] in ("Kni", "Tou", "Hea", "Pri", "Wiz") and not terms["zeroed"]:
            found.append(path)
    return found


GAMES = engine_games()


def listed(lines: list[str], heading: str) -> Iterator[Kill]:
    """The names below the last heading of the kind."""
    starts = [number for number, line in enumerate(lines) if re.match(heading, line)]
    for line in lines[starts[-1] + 1 :] if starts else ():
        if not line.startswith("  "):
            break
        kill = kill_of(line.strip(), 0)
        if kill is not None and not kill.name.startswith("("):
            yield kill


def amount_of(terms: dict[str, Any], build: Build) -> int:
    """The engine's role-specific amount, without the conducts' share."""
    if build.before("4.1.3-42"):
        return int(terms.get("tourist_selfie_score", 0) + terms.get("rogue_loot_score", 0))
    if build.before("4.1.3-43"):
        rest = 1000 * (terms["deepest_dungeon_level"] - 1) + 10_000 * terms["achievements_score"]
        rest += 5000 * (terms["small_achievements_score"] + terms["conduct_score"])
        return int(terms["base_score"] - rest - terms["role_achievement_score"])
    if build.before("4.1.3-45") and terms["how"] == 21:
        return int(terms["role_specific_score"] - 5000 * terms["conduct_score"])
    return int(terms["role_specific_score"])


@pytest.mark.skipif(not GAMES, reason="the engine's files are not beside the project")
@pytest.mark.parametrize(
    "path", GAMES, ids=[f"{path.parent.name}-{path.name.split('.')[1]}" for path in GAMES]
)
def test_the_engine_agrees_on_names_and_spells(path: Path) -> None:
    terms = json.loads(path.read_text("utf-8"))
    version, _, edit = terms["engine"].rpartition(".")
    build, role = Build.of_fields(version, int(edit)), terms["role"]
    text = path.with_name(path.name.replace(".terms.json", ".txt")).read_text("utf-8")
    lines = text.splitlines()
    achieved = terms.get("role_achievement", terms.get("achieve_flags", {}).get("role_achievement"))
    bonus = roles.quest(role, build) if achieved else Span.exactly(0)
    printed = re.findall(r"You had gained (\d+)% of your maximum", text)
    shown: dict[str, Any] = {"printed": int(printed[-1]) if printed else None, "bonus": bonus}
    alignment = ALIGNMENTS[terms["align_now"]]
    if role == "Kni":
        slain = list(listed(lines, " ?(Demons, devils|Angels and)"))
        dead = list(listed(lines, "Vanquished creatures:"))
        extinct = [line.removesuffix(" (extinct)").strip() for line in lines if line.endswith(" (extinct)")]
        gone = [Entry(name) for name in extinct]
        found = roles.knight(build, slain, alignment=alignment, vanquished=dead, died_out=gone, **shown)
    elif role == "Tou":
        found = roles.tourist(build, listed(lines, " ?Selfies taken with"), **shown)
    else:
        new = re.search(r"You had learnt (\d+) new spell", text)
        if new is None:
            assert amount_of(terms, build) == 0
            return
        known = re.findall(r"^ +(\S.*?) +\(?\d+% success", text, re.MULTILINE)
        schools = [
            school.lower() for school in re.findall(r"^ +([A-Z][a-z]+) spell  .*/", text, re.MULTILINE)
        ]
        original = ALIGNMENTS[terms["alignbase_original"]]
        found = roles.spells(
            role, build, known, int(new[1]), schools, alignment=original, amnesia=False, **shown
        )
        assert roles.spells(role, build, known, int(new[1]), schools, alignment=original, **shown).covers(
            found
        )
    assert amount_of(terms, build) in found
