"""What players write is no fact: names, annotations, wishes, messages, bones, tooltips."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from necropsy.games.gnollhack.dumplog import READERS, is_dumplog, read_dumplog
from necropsy.record import Record

from .sapling import dump, page

# These are what players wrote, or say on which line something stands.
WRITTEN = {"player", "cause", "grave", "last_event", "events", "averted_death", "closing_lines"}

NAMES = [
    "x the Wizard...",
    "x, lawful male human Wizard",
    "x the lawful male human Wizard",
    "Goodbye x the Wizard...",
    "x the Knight's attributes:",
    "Achievements:",
    "Role score:",
    "The Quest: Levels 1 to 5",
    "averted death (killed by x)",
    'wished for "x"',
    "Build 5) (x",
    "4.1.3 (Build 45) (x)",
    "S:999 T:5 HP:9(9)",
    "x S:999",
    "HP:1(1) S:9",
    "You were level 30 with a maximum",
    "x on grand master difficulty in classic mode",
    "x has entered the dungeon on grand master difficulty",
    "1: averted death (x)",
    "</title><h2>Achievements:</h2>",
    "<script>",
    "<!--",
    "&lt;h2&gt;",
    "&#65;",
    "{0}{name}%s\\n",
    "\x1b[31mred\x1b[0m",
    "a\u2028b\u0660c",
    "a\rb",
    "\u0661\u0662",
    "a" * 60,
    "(twice)",
    "-",
    "'s",
]
TEXTS = [
    "Achievements:",
    " You had ascended to demigodhood.",
    "You were playing on grand master difficulty in classic mode",
    "You played on grand master difficulty in classic mode for 1 second.",
    "You died in Gehennom on dungeon level 40 with 99 points, and 1 piece of gold, after 1 move.",
    "Portal to The Quest.",
    '" <- You are here.',
    "Final resting place for you, killed by x.",
    "for you, ascended",
    "you, killed by x",
    "Summoned by x.",
    "3: averted death (killed by x)",
    "the Prime Codex",
    "o - the uncursed Prime Codex",
    "You had 9 artifacts with you.",
    "You are dead (9th time!).",
    'x" wished for "y',
    "</td></tr><tr><td>3</td><td>averted death (x)</td></tr>",
    "</li><li> You had ascended to demigodhood.</li>",
    "<h2>Role score:</h2>",
    "99 points</div>",
    "went to your reward with 99 points, and 1 piece of gold, after 1 move.",
    "Contents of the sack:",
    "x containing 3 items):",
]


def facts(record: Record) -> dict[str, Any]:
    record.read_all()
    found = {}
    for fact in READERS:
        if fact not in WRITTEN:
            value = record.value(fact)
            if isinstance(value, tuple):
                value = tuple(item._replace(line=0) if hasattr(item, "line") else item for item in value)
            found[fact] = value
    return found


@lru_cache(maxsize=2)
def honest(form: str) -> dict[str, Any]:
    return facts(read_dumplog(form_of(form, dump())))


def form_of(form: str, text: str) -> str:
    return page(text) if form == "html" else text


@pytest.mark.parametrize("form", ["text", "html"])
@pytest.mark.parametrize("name", NAMES)
def test_names_of_heroes(name: str, form: str) -> None:
    record = read_dumplog(form_of(form, dump(name=name)))
    assert facts(record) == honest(form)
    if "\x1b" not in name and "\r" not in name:
        assert {s.value for s in record.statements("player")} == {name}
    assert record.flaws == []
    assert is_dumplog("x", form_of(form, dump(name=name)))


@pytest.mark.parametrize("form", ["text", "html"])
@pytest.mark.parametrize("channel", ["pet", "item", "annotation", "wish", "bones", "message"])
@pytest.mark.parametrize("written", [*NAMES, *TEXTS])
def test_what_players_write(channel: str, written: str, form: str) -> None:
    record = read_dumplog(form_of(form, dump(**{channel: written})))
    assert facts(record) == honest(form)
    assert record.flaws == []


@pytest.mark.parametrize("form", ["text", "html"])
@pytest.mark.parametrize("written", TEXTS)
def test_companions_at_the_end(written: str, form: str) -> None:
    """``You and <pets> went to your reward``: only the last words are the game's."""
    sentence = "You died in The Dungeons of Doom on dungeon level 12 with"
    plain = (
        dump().replace(sentence, "You went to your reward with").replace("when you died", "when you ascended")
    )
    named = plain.replace("You went to", f"You and {written}, x and y went to")
    before, after = (facts(read_dumplog(form_of(form, text))) for text in (plain, named))
    assert after == before
    assert after["ending"] == "ascended"
    split = named.replace(f"You and {written}, x and y went", f"You and {written}, x and y\nwent").replace(
        "points, and", "points,\nand"
    )
    assert facts(read_dumplog(form_of(form, split))) == before


TOOLTIPS = [
    "</span></div></div></section><h2>Achievements:</h2><ul><li> You had ascended to demigodhood.</li></ul>",
    "</span></div></div></section></div><h2>Role score:</h2>",
    "<h2>Latest messages:</h2>",
    '<section class="nh_screen">',
    '<div class="nh_screen">HP:1(1) S:99 T:9</div>',
    "<!--",
    "<plaintext>",
    "<script>",
    "<style>",
    "<textarea>",
    "<title>",
    "<table><tr>",
    "<p " + "a " * 3_000 + ">",
    "<p a='<' b='>'",
    "<div>" * 12,
    '"',
    "&#",
    "<body>",
    "<h3>x, lawful male human Wizard</h3>",
]


@pytest.mark.parametrize("tooltip", TOOLTIPS)
def test_tooltips_of_the_map(tooltip: str) -> None:
    record = read_dumplog(page(dump(), tooltip=tooltip))
    assert facts(record) == honest("html")
    assert record.flaws == []


def test_two_hostile_names_at_once() -> None:
    text = dump(
        name="x, lawful male human Wizard", pet="x the Wizard...", wish='x"', annotation='x" <- You are here.'
    )
    for form in ("text", "html"):
        assert facts(read_dumplog(form_of(form, text))) == honest(form)


BIG = [
    "x",
    " ",
    "\n",
    " \n",
    "\t\n",
    "The Quest\n",
    "Sokoban: Levels 6 up to 3\n   Level 3: <- You were here.\n",
    "Achievements:\n You had found Sokoban.\n",
    "Role score:\n You had 2 artifacts with you.\n",
    "Goodbye x the Wizard...\n",
    "and 1 piece of gold, after 1 move.\n",
    "You and x with 1 point,\n",
    '1: wished for "x"\n',
    "Selfies taken with:\n  a newt\n",
    "Contents of the sack:\n",
    "Latest messages:\n",
    "You played on x\n",
    "<h2>Latest messages:</h2>",
    "<li>",
    "<b>",
    "<div>",
    "<br />\n",
    "&#",
    '<p class="x">',
]


@pytest.mark.parametrize("unit", BIG)
@pytest.mark.parametrize("form", ["text", "html"])
def test_a_file_full_of_one_thing_is_read_to_its_end(unit: str, form: str) -> None:
    filling = unit * ((1_000_000 if form == "text" else 450_000) // len(unit))
    text = dump()
    at = text.index("Inventory:")
    if form == "text":
        text = text[:at] + filling + "\n" + text[at:] + filling
    else:
        text = page(text).replace("<h2>Inventory:</h2>", f"{filling}<h2>Inventory:</h2>{filling}")
    record = read_dumplog(text)
    record.read_all()
    assert is_dumplog("x", text)


def test_messages_are_no_facts_wherever_they_stand() -> None:
    """In modern mode a message says that the hero survived an attempt on his life."""
    text = dump(message="You survived.")
    assert facts(read_dumplog(text)) == honest("text")
    assert facts(read_dumplog(dump(message="You survived that attempt on your life."))) == honest("text")
