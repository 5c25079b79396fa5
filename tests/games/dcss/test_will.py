"""Will: the worked examples, the rules one by one, and how it is shown."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.by_version import choices
from necropsy.games.dcss.names import rows
from necropsy.games.dcss.version import Version
from necropsy.games.dcss.will import (
    IMMUNE,
    Bearer,
    Source,
    band_of_pips,
    band_of_words,
    forms,
    pips,
    pips_of,
    species_will,
    step,
    will_of,
    words,
)
from necropsy.span import Span

ITEM = Source("artefact")
GUILE = Source("guile")


def will(version: str, xl: int, species: str, *sources: Source, **state: object) -> set[int]:
    return set(will_of(Bearer(xl, species, sources, **state), Version.parse(version)))  # type: ignore[arg-type]


HALVED = {"halved": (True,)}

EXAMPLES = {
    "1 a Minotaur": (("0.34.1", 27, "Minotaur"), {}, 81, "++..."),
    "2 with two items": (("0.34.1", 27, "Minotaur", Source("armour"), Source("ring")), {}, 161, "++++."),
    "3 a Spriggan": (("0.34.1", 27, "Spriggan"), {}, 189, "++++."),
    "4 the cap": (("0.34.1", 27, "Spriggan", ITEM), {}, 200, "+++++"),
    "5 no cap in 0.29": (("0.29.1", 27, "Spriggan", ITEM), {}, 229, "+++++"),
    "6 the cap comes before the halving": (("0.34.1", 27, "Spriggan", ITEM), HALVED, 100, "++..."),
    "7 halved without a cap": (("0.29.1", 27, "Spriggan", ITEM), HALVED, 114, "++..."),
    "8 never below 0": (("0.34.1", 10, "Troll", GUILE), {}, 0, "....."),
    "9 an item and guile": (("0.34.1", 20, "Naga", ITEM, GUILE), {}, 60, "+...."),
    "10 Trog's Hand": (("0.34.1", 5, "Human", Source("trog")), {}, 95, "++..."),
    "11 Trog's Hand in 0.14": (("0.14.2", 5, "Human", Source("trog")), {}, 85, "++..."),
    "12 Purple Draconian of 0.31": (("0.31.0", 20, "Purple Draconian"), {}, 120, "+++.."),
    "13 Purple Draconian of 0.32": (("0.32.0", 20, "Purple Draconian"), {}, 60, "+...."),
    "14 enlightened": (("0.34.1", 24, "Djinni", ITEM, Source("enlightened")), {}, 176, "++++."),
    "15 the robe of Folly": (
        ("0.28.0", 27, "Human", Source("artefact", (5,))),
        {"folly": (True,)},
        0,
        ".....",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example(name: str) -> None:
    character, state, value, shown = EXAMPLES[name]
    assert will(*character, **state) == {value}
    assert pips_of([value], Version.parse(character[0])) == (shown,)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (159, "+++.."),
        (160, "++++."),
        (199, "++++."),
        (200, "+++++"),
        (39, "....."),
        (40, "+...."),
        (79, "+...."),
        (80, "++..."),
        (119, "++..."),
        (120, "+++.."),
        (0, "....."),
        (-30, "....."),
        (380, "+++++"),
    ],
)
def test_pips(value: int, shown: str) -> None:
    """16 and 17 of the worked examples, and the bands between them."""
    assert pips(value) == shown
    assert value in band_of_pips(shown)


# What was told of these rules and is not so, or not always.
TOLD = {
    "the last band of pips is 200 and more before there is a cap": (
        ("0.29.1", 27, "Spriggan", Source("ring", (2,))),
        {},
        269,
    ),
    "13 a Djinni has 4 since 0.27": (("0.29.1", 10, "Djinni"), {}, 40),
    "13 the older Djinni had 3": (("0.14.2", 10, "Djinni"), {}, 30),
    "13 a Deep Dwarf has 6": (("0.28.0", 10, "Deep Dwarf"), {}, 60),
    "13 a Deep Dwarf of an older save still has": (("0.29.1", 10, "Deep Dwarf"), {}, 60),
    "13 a Purple Draconian has 3 since 0.32": (("0.34.1", 10, "Purple Draconian"), {}, 30),
    "13 a Coglin has 5": (("0.34.1", 10, "Coglin"), {}, 50),
    "13 a Mountain Dwarf has 4": (("0.34.1", 10, "Mountain Dwarf"), {}, 40),
    "13 an Oni has 4": (("0.31.0", 10, "Oni"), {}, 40),
    "13 a Poltergeist has 4": (("0.33.1", 10, "Poltergeist"), {}, 40),
    "13 a Meteoran has 5": (("0.29.1", 10, "Meteoran"), {}, 50),
    "14 scales count too": (("0.28.0", 10, "Human", Source("scales")), {}, 70),
    "14 demonic willpower too": (("0.28.0", 10, "Human", Source("demonic")), {}, 70),
    "14 enlightenment too": (("0.31.0", 10, "Human", Source("enlightened")), {}, 70),
    "14 a form of death": (("0.34.1", 10, "Human"), {"form": "death"}, 70),
    "14 a sphinx": (("0.34.1", 10, "Human"), {"form": "sphinx"}, 70),
    "14 a werewolf has less": (("0.34.1", 20, "Human"), {"form": "werewolf"}, 20),
    "14 weak-willed has less": (("0.34.1", 20, "Human", Source("weak")), {}, 20),
    "14 an artefact can take some": (("0.34.1", 20, "Human", Source("artefact", (-1,))), {}, 20),
    "18 a slaughterer is immune": (("0.34.1", 1, "Human"), {"form": "slaughter"}, IMMUNE),
    "18 a shadow was": (("0.31.0", 1, "Human"), {"form": "shadow"}, IMMUNE),
    "18 a shadow is not since 0.32": (("0.34.1", 20, "Human"), {"form": "shadow"}, 60),
    "18 immune before Folly": (("0.28.0", 1, "Human"), {"form": "shadow", "folly": (True,)}, IMMUNE),
    "18 Folly before the halving": (("0.34.1", 20, "Human"), {"folly": (True,), **HALVED}, 0),
    "19 Tartarus halves": (("0.28.0", 20, "Human"), {"tartarus": (True,)}, 30),
    "19 not before 0.28": (("0.27.1", 20, "Human"), {"tartarus": (True,)}, 60),
    "19 and not twice": (("0.28.0", 20, "Human"), {"tartarus": (True,), **HALVED}, 30),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told_otherwise(name: str) -> None:
    character, state, value = TOLD[name]
    assert will(*character, **state) == {value}


@pytest.mark.parametrize(
    ("version", "form", "value"),
    [("0.14.2", "lich", 110), ("0.15.3", "lich", 100), ("0.30.1", "lich", 100), ("0.31.0", "lich", 60)],
)
def test_a_lich(version: str, form: str, value: int) -> None:
    assert will(version, 20, "Human", form=form) == {value}


def test_before_0_14_steps_had_sizes_of_their_own() -> None:
    worn = (Source("armour"), Source("ring"), Source("strong"), Source("artefact", (25,)))
    assert will("0.9.2", 10, "Human", *worn) == {30 + 30 + 40 + 30 + 25}
    assert will("0.5.2", 10, "Human", Source("enchantments", (12,))) == {54}
    assert will("0.7.2", 10, "Human", Source("enchantments", (12,))) == {30}


def test_before_0_12_it_fell_below_0_and_was_halved_toward_it() -> None:
    assert will("0.11.2", 1, "Human", Source("artefact", (-8,))) == {-5}
    assert will("0.11.2", 1, "Human", Source("artefact", (-8,)), **HALVED) == {-2}
    assert will("0.12.0", 1, "Human", Source("artefact", (-8,))) == {0}


class TestTrunk:
    """A build that cannot be placed may follow either of two rules."""

    def test_a_species(self) -> None:
        assert will("0.32-a0-1180-g1234567", 10, "Coglin") == {30}
        assert will("0.32-a0-1181-g1234567", 10, "Coglin") == {50}
        assert will("0.32-a0", 10, "Coglin") == {30, 50}
        assert will("0.32-b1-3-g1234567", 10, "Purple Draconian") == {30, 60}
        assert will("0.32.0-3-g1234567", 10, "Purple Draconian") == {30}

    def test_the_cap(self) -> None:
        assert will("0.30-a0-585-g1234567", 27, "Spriggan", ITEM) == {229}
        assert will("0.30-a0-586-g1234567", 27, "Spriggan", ITEM) == {200}
        assert will("0.30-a0", 27, "Spriggan", ITEM, **HALVED) == {100, 114}

    def test_guile(self) -> None:
        assert will("0.28-a0-1322-g1234567", 27, "Spriggan", GUILE) == {189}
        assert will("0.28-a0-1323-g1234567", 27, "Spriggan", GUILE) == {109}

    def test_folly_and_immunity(self) -> None:
        assert will("0.27-a0-5-g1234567", 20, "Human", folly=(True,)) == {0, 60}
        assert will("0.32-a0-5-g1234567", 20, "Human", form="shadow") == {60, IMMUNE}
        assert will("0.32-a0-5-g1234567", 20, "Human", form="slaughter") == {60, IMMUNE}


def test_what_a_file_leaves_open() -> None:
    assert will("0.34.1", 20, "Human", Source("artefact", (0, 2))) == {60, 140}
    assert will("0.34.1", 20, "Human", tartarus=(False, True)) == {30, 60}
    assert will("0.34.1", 20, "Human", folly=(False, True)) == {0, 60}


def test_an_immunity_is_shown_by_version() -> None:
    shown = {v: pips_of([IMMUNE], Version.parse(v)) for v in ("0.26.1", "0.27.1", "0.33.1", "0.34.1")}
    assert shown == {"0.26.1": ("+++++",), "0.27.1": ("∞",), "0.33.1": ("∞",), "0.34.1": ("+++++",)}
    assert pips_of([60, 200, 229], Version.parse("0.30-a0")) == ("+....", "+++++")
    assert IMMUNE in band_of_pips("∞")


@pytest.mark.parametrize(
    ("version", "value", "said"),
    [
        ("0.17.1", 9, "not resistant to hostile enchantments"),
        ("0.17.1", 10, "slightly resistant to hostile enchantments"),
        ("0.17.1", 59, "somewhat resistant to hostile enchantments"),
        ("0.17.1", 60, "quite resistant to hostile enchantments"),
        ("0.17.1", 119, "very resistant to hostile enchantments"),
        ("0.17.1", 149, "extremely resistant to hostile enchantments"),
        ("0.5.2", 139, "extremely resistant to magic"),
        ("0.5.2", 140, "incredibly resistant to magic"),
        ("0.17.1", 189, "extraordinarily resistant to hostile enchantments"),
        ("0.17.1", 239, "incredibly resistant to hostile enchantments"),
        ("0.17.1", 299, "uncannily resistant to hostile enchantments"),
        ("0.6.1", 300, "almost entirely resistant to hostile enchantments"),
        ("0.17.1", IMMUNE, "immune to hostile enchantments"),
    ],
)
def test_words(version: str, value: int, said: str) -> None:
    parsed = Version.parse(version)
    assert words([value], parsed) == (said,)
    band = band_of_words(said, parsed)
    assert band is not None
    assert value in band


def test_versions_without_words_and_words_of_none() -> None:
    assert words([60], Version.parse("0.19.1")) == ()
    assert words([60], Version.parse("0.1.7")) == ()
    assert band_of_words("uncannily resistant to magic", Version.parse("0.5.2")) is None
    assert band_of_words("quite resistant to magic", Version.parse("0.19.1")) is None
    assert band_of_words("not resistant to magic", Version.parse("0.5.2")) == Span(None, 9)


def test_the_complete_list_of_0_34() -> None:
    listed = {
        7: {"Spriggan"},
        6: {"Felid"},
        5: {"Coglin", "Mummy", "Naga", "Vine Stalker"},
        4: {"Deep Elf", "Demigod", "Djinni", "Formicid", "Mountain Dwarf", "Oni", "Poltergeist"},
    }
    newest = Version.parse("0.34.1")
    there = {row["name"] for row in rows("species") if not row["until"]}
    found: dict[int, set[str]] = {}
    for species in there:
        (per_level,) = species_will(species, newest)
        found.setdefault(per_level, set()).add(species)
    assert found.pop(3) >= {"Human", "Purple Draconian", "Minotaur", "Revenant"}
    assert found == listed


@pytest.mark.parametrize(
    ("version", "values"),
    [
        ("0.2.7", {"High Elf": 4, "Hill Dwarf": 4, "Elf": 4, "Deep Elf": 6, "Gnome": 6, "Vampire": 3}),
        ("0.4.5", {"Deep Elf": 4, "Vampire": 4, "Demigod": 4, "Ogre-Mage": 5, "Ogre": 3, "Grey Elf": 4}),
        ("0.5.2", {"Ogre": 4, "Deep Dwarf": 6, "Mountain Dwarf": 4, "Hill Orc": 3}),
        ("0.7.2", {"Mountain Dwarf": 2, "Hill Orc": 2, "Mummy": 3}),
        ("0.9.2", {"Mountain Dwarf": 4, "Hill Orc": 3, "Mummy": 5, "Felid": 6, "Sludge Elf": 4}),
        ("0.14.2", {"Formicid": 4, "Vine Stalker": 5, "Purple Draconian": 6}),
        ("0.17.1", {"Sludge Elf": 3, "High Elf": 4}),
        ("0.20.1", {"Gnoll": 2}),
        ("0.21.1", {"Gnoll": 3}),
    ],
)
def test_species_by_version(version: str, values: dict[str, int]) -> None:
    parsed = Version.parse(version)
    assert {species: species_will(species, parsed) for species in values} == {
        species: (value,) for species, value in values.items()
    }


def test_the_tables_have_no_gap() -> None:
    """Each source and each rule has a value in every version, and one alone in a release."""
    releases = [Version.parse(f"0.{minor}.1") for minor in range(1, 35)]
    for table, key in (("will_sources", "source"), ("will_rules", "rule")):
        for name in {row[key] for row in rows(table)}:
            for version in releases:
                assert len(choices(table, name, version)) == 1, (name, version.text)


def test_forms_that_change_will_are_forms() -> None:
    changing = {"lich", "death", "sphinx", "werewolf"} | {
        row["value"] for row in rows("will_rules") if row["rule"] == "immune"
    }
    assert changing <= forms()
    assert step("statue", Version.parse("0.34.1")) == (0,)
