"""The overview block in its three generations."""

from __future__ import annotations

from typing import Any

import pytest

from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record

OLD = """
Sapling the Insei (Draconian Monk)                   Turns: 77, Time: 00:00:17

HP  11/17        AC  4     Str 13      Exp: 3/47 (0), need: 57
MP   0/0         EV 13     Int 10      God: Trog ***
Gold 63          SH  0     Dex 13      Spells:  0 memorised,  0 levels left

Res.Fire  : . . .   See Invis. : .      - Unarmed
Res.Cold  : . . .   Warding    : . .  (armour unavailable)

@: not resistant to hostile enchantments, fairly stealthy
A: unfitting armour
a: no special abilities


You were on Level 1 of the Dungeon.
"""

MIDDLE = """
Sapling the Skirmisher (Human Chaos Knight)            Turns: 10, Time: 00:00:03

HP  18/18        AC  5     Str 12      XL: 1   Next: 11%
MP   1/1         EV 10     Int 12      God: Trog [**....]
Gold 20          SH  0     Dex 12      Spells:  0 memorised,  0 levels left

rFire  . . .     SeeInvis .     a - +0 hand axe (chaos)

@: not resistant to hostile enchantments, very unstealthy
A: no striking features
a: Renounce Religion
}: 2/15 runes: silver, golden


You were on level 1 of the Dungeon.
"""

NEW = """
Sapling the Opulent (Gargoyle Enchanter)         Turns: 112093, Time: 1 , 05:07:00

Health: 157/179    AC: 31    Str: 18    XL:     26   Next: 42%
Magic:  38/38      EV: 12    Int: 30    God:    Sif Muna [******]
Gold:   1204       SH:  8    Dex: 12    Spells: 2/58 levels left

rFire   . . .  (100%)   a - +2 dagger {15/15 runes: all}
rCold   . . .  (100%)   (no offhand)
                        b - +0 hand axe {iWill+++ rF+++}
                        God: Xom XL: 27 Gold: 9999

%: no passive effects
@: no status effects
A: almost no armour, amphibious, 8 rings, camouflage 1, gelatinous body 1,
(nimble swimmer 1), tentacles
0: Orb of Zot
}: 3/15 runes: decaying, serpentine,
silver
a: Channel Magic, Forget Spell, Renounce Religion


You escaped.
"""


def facts(record: Record, *names: str) -> tuple[Any, ...]:
    return tuple(record.value(name) for name in names)


def stats(
    health: str = "Health: 1/2", level: str = "XL: 1 Next: 0%", god: str = "God:", gold: str = "Gold: 0"
) -> Record:
    return read_morgue(
        "\nTwig the Sneak (Human Monk)   Turns: 7, Time: 00:00:01\n\n"
        f"{health}    AC: 31    Str: 18    {level}\nMagic:  8/8    EV: 12    Int: 30    {god}\n"
        f"{gold}    SH: 8    Dex: 12    Spells: 2/58 levels left\n\n@: no status effects\n\n\nYou escaped.\n"
    )


def lists(*lines: str) -> Record:
    return read_morgue(
        "\nTwig the Sneak (Human Monk)   Turns: 7, Time: 00:00:01\n\n"
        "Health: 1/2    XL: 1\n\nrFire . . .   a - +0 axe\n\n" + "\n".join(lines) + "\n\n\nYou escaped.\n"
    )


def test_the_first_generation() -> None:
    record = read_morgue(OLD)
    assert facts(record, "player", "title", "character_shown", "turns", "time_shown_s") == (
        "Sapling",
        "Insei",
        "Draconian Monk",
        77,
        17,
    )
    assert facts(record, "hp", "max_hp", "xl", "xp", "xp_needed", "next_pct") == (11, 17, 3, 47, 57, None)
    assert facts(record, "god", "stars", "gold", "orb_shown", "runes") == ("Trog", 3, 63, None, 0)


def test_the_second_generation() -> None:
    record = read_morgue(MIDDLE)
    assert facts(record, "hp", "max_hp", "xl", "xp", "next_pct") == (18, 18, 1, None, 11)
    assert facts(record, "god", "stars", "gold", "runes", "rune_names") == (
        "Trog",
        2,
        20,
        2,
        ("silver", "golden"),
    )


def test_the_third_generation() -> None:
    record = read_morgue(NEW)
    assert facts(record, "turns", "time_shown_s", "xl", "next_pct") == (
        112093,
        86400 + 5 * 3600 + 420,
        26,
        42,
    )
    assert facts(record, "hp", "max_hp", "god", "stars", "gold") == (157, 179, "Sif Muna", 6, 1204)
    assert facts(record, "orb_shown", "runes", "runes_obtainable") == (True, 3, 15)
    assert record.value("rune_names") == ("decaying", "serpentine", "silver")
    assert str(record.value("mutations")).endswith("gelatinous body 1, (nimble swimmer 1), tentacles")
    # One statement each: nothing is read from the right-hand column.
    for fact in ("god", "xl", "gold", "runes", "hp"):
        assert len(record.statements(fact)) == 1, fact


@pytest.mark.parametrize(
    ("line", "who", "player", "title", "shown", "seconds"),
    [
        ("Bob the Sneak (TeAE)   Turns: 7, Time: 00:01:00", "Bob the Sneak", "Bob", "Sneak", "TeAE", 60),
        ("Bob (TeAE) Turns: 7, Time: 00:01:00", "Bob", "Bob", None, "TeAE", 60),
        (
            "12 the Zed the Sneak (Human Monk) Turns: 7, Time: 1, 00:01:00",
            "12 the Zed the Sneak",
            "12 the Zed",
            "Sneak",
            "Human Monk",
            86460,
        ),
        (
            "Bob La Petite Mort (Human Monk) Turns: 7, Time: 12 , 00:01:00",
            "Bob La Petite Mort",
            "Bob",
            "La Petite Mort",
            "Human Monk",
            1036860,
        ),
        ("Bob, Who Hides the Stars (Human Monk)Turns: 7, Time: 00:01:00", None, None, None, None, None),
        (
            "Bob, Who Hides the Stars (Human Monk)  Turns: 7, Time: 00:01:00",
            "Bob, Who Hides the Stars",
            "Bob",
            "Who Hides the Stars",
            "Human Monk",
            60,
        ),
        (
            "B.o_b-1 樹 the Sneak (Human Monk)  Turns: 7, Time: 00:01:00  ",
            "B.o_b-1 樹 the Sneak",
            "B.o_b-1 樹",
            "Sneak",
            "Human Monk",
            60,
        ),
        (" Bob the Sneak (TeAE)   Turns: 7, Time: 00:01:00", None, None, None, None, None),
        ("D:1 Bob the Sneak (TeAE)   Turns: 7, Time: 00:01:00", None, None, None, None, None),
        ("118292| D:1      | Bob (TeAE) Turns: 7, Time: 00:01:00", None, None, None, None, None),
        ("Bob the Sneak (TeAE)   Turns: 7, Time: 00:01:00" + " " * 5000 + "x", None, None, None, None, None),
    ],
)
def test_the_title_line(
    line: str, who: str | None, player: str | None, title: str | None, shown: str | None, seconds: int | None
) -> None:
    record = read_morgue(f"\n{line}\n\nHealth: 1/2    XL: 1   Next: 0%\n")
    assert facts(record, "who", "player", "title", "character_shown", "time_shown_s") == (
        who,
        player,
        title,
        shown,
        seconds,
    )
    assert record.value("turns") == (None if who is None else 7)


@pytest.mark.parametrize(
    ("text", "hp", "max_hp"),
    [
        ("Health: 157/179", 157, 179),
        ("Health: -3/179", -3, 179),
        ("HP:   2/18 (20)", 2, 18),
        ("HP  -2/166 (180)", -2, 166),
        ("HP  18/18", 18, 18),
        ("HP 118/ 118", 118, 118),
        ("Health: many", None, None),
    ],
)
def test_health(text: str, hp: int | None, max_hp: int | None) -> None:
    assert facts(stats(health=text), "hp", "max_hp") == (hp, max_hp)


@pytest.mark.parametrize(
    ("text", "xl", "next_pct", "xp", "need"),
    [
        ("XL:     26   Next: 42%", 26, 42, None, None),
        ("XL: 1   Next:  0%", 1, 0, None, None),
        ("XL:     27", 27, None, None, None),
        ("Exp: 3/47 (0), need: 57", 3, None, 47, 57),
        ("Exp: 27/8999999 (20000)", 27, None, 8_999_999, None),
        ("Exp: 3/47, need: 57", 3, None, 47, 57),
        ("Exp: 3/47", 3, None, 47, None),
    ],
)
def test_level(text: str, xl: int, next_pct: int | None, xp: int | None, need: int | None) -> None:
    record = stats(level=text)
    assert facts(record, "xl", "next_pct", "xp", "xp_needed") == (xl, next_pct, xp, need)
    assert not record.flaws


@pytest.mark.parametrize("text", ["XL: many", "XL: 1 Next: lots", "Exp: 1", "Exp: 3/9999999999999999999"])
def test_a_level_that_cannot_be_read(text: str) -> None:
    record = stats(level=text)
    assert not record.has("xl")
    assert [flaw.rule for flaw in record.flaws] == ["F111"]


@pytest.mark.parametrize(
    ("text", "god", "stars", "numbers"),
    [
        ("God:", "", None, None),
        ("God:    ", "", None, None),
        ("God:    No God", "", None, None),
        ("God: No God 0 (0)", "", None, 0),
        ("God: Trog 35 (0)", "Trog", None, 35),
        ("God:    Trog [......]", "Trog", 0, None),
        ("God:    Trog [***...]", "Trog", 3, None),
        ("God:    Trog [******]", "Trog", 6, None),
        ("God: Trog ***", "Trog", 3, None),
        ("God: Trog", "Trog", None, None),
        ("God: *Trog ***", "Trog", 3, None),
        ("God: *the Shining One [*.....]", "the Shining One", 1, None),
        ("God:    Nemelex Xobeh [*.....]", "Nemelex Xobeh", 1, None),
        ("God:    Wu Jian [**....]", "Wu Jian", 2, None),
        ("God:    Uskayaw [**X...]", "Uskayaw", 3, None),
        ("God:    Gozag", "Gozag", None, None),
        ("God: Xom", "Xom", None, None),
        ("God:    Xom [..*...]", "Xom", 1, None),
        ("God: Xom - BORED", "Xom", None, None),
        ("God: Xom - VERY BORED", "Xom", None, None),
    ],
)
def test_god(text: str, god: str, stars: int | None, numbers: int | None) -> None:
    assert facts(stats(god=text), "god", "stars", "piety_in_numbers") == (god, stars, numbers)


@pytest.mark.parametrize(
    ("text", "gold"),
    [("Gold:   1827", 1827), ("Gold 63", 63), ("Gold: 0", 0), ("Gold: x", None), ("Gold: " + "9" * 19, None)],
)
def test_gold(text: str, gold: int | None) -> None:
    assert stats(gold=text).value("gold") == gold


@pytest.mark.parametrize(
    ("line", "deaths"),
    [("Lives:  2   Deaths: 3", 3), ("Lives: 2, deaths: 3", 3), ("Lives: 0   Deaths: 12    Gold: 5", 12)],
)
def test_a_felid(line: str, deaths: int) -> None:
    record = stats(gold=f"Gold:   7\n{line}")
    assert record.value("deaths") == deaths
    assert record.value("gold") == 7


def test_a_djinni_has_no_magic() -> None:
    record = read_morgue(
        "\nTwig the Sneak (Djinni Monk)   Turns: 7, Time: 00:00:01\n\n"
        "HP:     21/22 (24)    AC: 31    Str: 18    XL:     3   Next: 5%\n"
        "Gold:   12            SH: 8     Dex: 12    God:    Zin [*.....]\n\n"
    )
    assert facts(record, "hp", "max_hp", "xl", "next_pct", "gold", "god") == (21, 22, 3, 5, 12, "Zin")


@pytest.mark.parametrize("key", ["}", " ", "", "|", "&", "ʭ", "\\{", "::", "#1", "12345678"])
def test_any_key_may_stand_before_the_runes(key: str) -> None:
    record = lists("@: no status effects", f"{key}: 2/15 runes: golden, silver", "a: no special abilities")
    assert facts(record, "runes", "runes_obtainable", "rune_names") == (2, 15, ("golden", "silver"))


@pytest.mark.parametrize("key", ["%", "@", "A", "0", "a"])
def test_even_the_key_of_another_list_may(key: str) -> None:
    """To 0.30 the key is a glyph of the map, which an option can change to any sign."""
    record = lists(f"{key}: 2/15 runes: golden, silver", f"{key}: 2/15 parts of a list")
    assert facts(record, "runes", "runes_obtainable", "rune_names") == (2, 15, ("golden", "silver"))


@pytest.mark.parametrize(
    ("lines", "runes", "total", "names"),
    [
        (("}: 1/15 rune: mossy",), 1, 15, ("mossy",)),
        (("}: 1/10 rune: golden",), 1, 10, ("golden",)),
        (("}: 2/17 runes: iron,", "icy"), 2, 17, ("iron", "icy")),
        (("}: 3/15 runes: iron, obsidian,", "icy"), 3, 15, ("iron", "obsidian", "icy")),
        (("}: 3/15 runes:", "iron, obsidian, icy"), 3, 15, ("iron", "obsidian", "icy")),
        (("}:  3/15  runes:  iron,  obsidian ,  icy  ",), 3, 15, ("iron", "obsidian", "icy")),
        (("}: 3/15 runes: iron, 12, icy",), 3, 15, ("iron",)),
    ],
)
def test_rune_lines(lines: tuple[str, ...], runes: int, total: int, names: tuple[str, ...]) -> None:
    record = lists("@: no status effects", *lines, "a: no special abilities")
    assert facts(record, "runes", "runes_obtainable", "rune_names") == (runes, total, names)


@pytest.mark.parametrize(
    "line",
    [
        "}: 15/15 runes: 123",
        "}: 15/15 runes:",
        "}: many/15 runes: iron",
        "123456789: 1/15 rune: iron",
        "}: 15/15 runes of Zot",
        "}: 1/15 rune: " + "iron, " * 1_000,
        "Twig wrote }: 15/15 runes: all",
    ],
)
def test_no_rune_line(line: str) -> None:
    record = lists("@: no status effects", line, "a: no special abilities")
    assert record.value("runes") == 0
    assert not record.has("rune_names")


def test_the_lists_end_before_the_sentences() -> None:
    record = lists("@: no status effects", "", "", "}: 15/15 runes: iron")
    assert record.value("runes") == 0
    record = lists("@: no status effects", "You visited nothing.", "}: 15/15 runes: iron")
    assert record.value("runes") == 0
    record = lists("@: no status effects", "", "}: 1/15 rune: iron")
    assert record.value("runes") == 1


def test_blank_lines_that_became_blanks() -> None:
    record = read_morgue(NEW.replace("\n\n", "\n \n"))
    assert facts(record, "xl", "gold", "runes", "orb_shown") == (26, 1204, 3, True)


def test_no_overview() -> None:
    record = read_morgue("nothing\n")
    for fact in ("who", "turns", "hp", "xl", "god", "gold", "runes", "orb_shown", "mutations"):
        assert not record.has(fact)


def test_a_title_line_at_the_very_end() -> None:
    record = read_morgue("Bob the Sneak (TeAE)   Turns: 7, Time: 00:01:00")
    assert facts(record, "turns", "xl", "hp") == (7, None, None)


def test_a_stat_line_that_is_too_long() -> None:
    record = stats(god="God: " + "Trog " * 2_000)
    assert record.value("turns") == 7
    assert not record.value("stars")


TITLE = "Sapling the Skirmisher (Human Fighter)         Turns: 40, Time: 00:00:09\n\n"


@pytest.mark.parametrize(
    ("below", "runes"),
    [
        ("", None),
        ("Health: 7/9    AC:  1    Str: 12    XL:     1   Next: 20%\n\n", None),
        ("a: no special abilities\n\n", 0),
        ("Inventory:\n\n", 0),
        ("}: 1/15 rune: iron\na: no special abilities\n\n", 1),
    ],
)
def test_lists_that_went_with_the_end_of_a_file_count_no_runes(below: str, runes: int | None) -> None:
    assert read_morgue(TITLE + below).value("runes") == runes
