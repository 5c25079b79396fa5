"""Text that players, servers and other players write: no word of it may become a fact.

Each test puts such text where the game would print it, into a file as the game wrote it,
and expects the facts, the verdict and the score of the untouched file, and no error finding.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import necropsy
from necropsy import Audit, Severity, Verdict

# A win as the game wrote it (turns and experience were set before it counted the score).
WIN = """\
 Dungeon Crawl Stone Soup version 0.34.1 (console) character file.

Game seed: 13417255811217117316

1283559 Ppawylu24 the True Ascetic (level 18, 132/132 HPs)
             Began as an Octopode Brigand on Nov 30, 2026.
             Escaped with the Orb
             ... and 3 runes!

             The game lasted 00:00:17 (70000 turns).

Ppawylu24 the True Ascetic (Octopode Brigand)      Turns: 70000, Time: 00:00:18

Health: 132/132    AC:  1    Str: 17    XL:     18   Next: 8%
Magic:  18/18      EV: 15    Int: 14    God:
Gold:   0          SH:  0    Dex: 14    Spells: 17/17 levels left

rFire   . . .  (100%)   a - +2 dagger
rCold   . . .  (100%)   (no offhand)
rNeg    . . .  (100%)   (no helmet)
rPois   .      (100%)   (no amulet)
rElec   .      (100%)   (no ring)
rCorr   .      (100%)   (no ring)
SInv    .               (no ring)
Will    +....           (no ring)
Stlth   ++++            (no ring)
HPRegen 0.42/turn       (no ring)
MPRegen 0.16/turn       (no ring)
                        (no ring)

%: no passive effects
@: no status effects
A: almost no armour, amphibious, 8 rings, camouflage 1, gelatinous body 1,
(nimble swimmer 1), tentacles
0: Orb of Zot
}: 3/15 runes: silver, golden, bone
a: no special abilities


You escaped.
You visited 1 branch of the dungeon, and saw 1 of its levels.

Inventory:

Hand Weapons
 a - a +2 dagger (weapon)
Missiles
 b - 9 poisoned darts (quivered)
 c - 3 curare-tipped darts


   Skills:
 + Level 14.5 Fighting
 + Level 14.5 Short Blades
 + Level 14.7 Throwing
 + Level 7.3 Dodging
 O Level 27 Stealth


You had 17 spell levels left.
You didn't know any spells.
Your spell library was empty.

Dungeon Overview and Level Annotations

Branches:
Dungeon (1/15)

Altars:


Innate Abilities, Weirdness & Mutations

You cannot wear most types of armour.
You are amphibious.
You can wear up to eight rings at the same time.
Your skin changes colour to match your surroundings (Stealth+).
Your rubbery body absorbs attacks. (AC +1, EV +1)
(You are camouflaged when in or above water. (Stealth+))
You have tentacles for arms and can constrict up to eight enemies at once.

Message History

You have reached level 4!
You have reached level 5!
You feel clever.
You have reached level 6!
You have reached level 7!
You have reached level 8!
You have reached level 9!
Your experience leads to an increase in your attributes!
Increase (S)trength, (I)ntelligence, or (D)exterity?
You feel stronger. x2
You have reached level 10!
You feel agile.
You have reached level 11!
You have reached level 12!
You have reached level 13!
You have reached level 14!
You have reached level 15!
Your experience leads to an increase in your attributes!
Increase (S)trength, (I)ntelligence, or (D)exterity?
You feel stronger. x3
You have reached level 16!
You have reached level 17!
You have reached level 18!
Unknown command.
You pick up the bone rune and feel its power.
Press } to see all the runes you have collected.
You pick up the golden rune and feel its power.
You now have 2 runes.
Press } to see all the runes you have collected.
You pick up the silver rune and feel its power.
3 runes! That's enough to enter the realm of Zot.
Press } to see all the runes you have collected.
You pick up the Orb of Zot! The Orb lets out an agonising shriek!
The lords of Pandemonium are not amused. Beware!
Now all you have to do is get back out of the dungeon!
There are no items here.
There are no items here.
Unknown command.
Unknown command.
You have escaped!

#####
#...#
#.@.#
#...#
#...#
##+##


There were no monsters in sight!


Notes
Turn   | Place    | Note
-------+----------+-------------------------------------------
     0 | D:1      | Ppawylu24 the Octopode Brigand began the quest for the Orb.
     0 | D:1      | Reached XP level 1. HP: 14/14 MP: 1/1
     0 | D:1      | Reached skill level 27 in Stealth
     0 | D:1      | Reached XP level 2. HP: 38/38 MP: 2/2
     0 | D:1      | Reached XP level 3. HP: 44/44 MP: 3/3
     0 | D:1      | Reached XP level 4. HP: 50/50 MP: 4/4
     0 | D:1      | Reached XP level 5. HP: 55/55 MP: 5/5
     0 | D:1      | Reached XP level 6. HP: 62/62 MP: 6/6
     0 | D:1      | Reached XP level 7. HP: 67/67 MP: 7/7
     0 | D:1      | Reached XP level 8. HP: 73/73 MP: 8/8
     0 | D:1      | Reached XP level 9. HP: 79/79 MP: 9/9
     0 | D:1      | Reached XP level 10. HP: 85/85 MP: 10/10
     0 | D:1      | Reached XP level 11. HP: 90/90 MP: 11/11
     0 | D:1      | Reached XP level 12. HP: 97/97 MP: 12/12
     0 | D:1      | Reached XP level 13. HP: 102/102 MP: 13/13
     0 | D:1      | Reached XP level 14. HP: 108/108 MP: 14/14
     0 | D:1      | Reached XP level 15. HP: 114/114 MP: 15/15
     0 | D:1      | Reached XP level 16. HP: 120/120 MP: 16/16
     0 | D:1      | Reached XP level 17. HP: 126/126 MP: 17/17
     0 | D:1      | Reached XP level 18. HP: 132/132 MP: 18/18
     0 | D:1      | Got a bone rune of Zot
     0 | D:1      | Got a golden rune of Zot
     0 | D:1      | Got a silver rune of Zot
     0 | D:1      | Got the Orb of Zot
 70000 | D:$      | Escaped with the Orb!

Illustrated notes

Levels and vault maps discovered:
D:1:      dpeg_arrival_erosion, layout_basic, minivault_4

Skill      XL: |  1 |
---------------+----+-----
Fighting       | 14 | 14.5
Short Blades   | 14 | 14.5
Throwing       | 14 | 14.7
Dodging        |  7 |  7.3
Stealth        | 27 | 27.0

"""

SAMPLES = Path(__file__).parents[3] / "sample_morgues" / "dcss"
DEATH = (SAMPLES / "morgue-Rijodo-20261130-104529.txt").read_text("utf-8")


def put(text: str, before: str, *lines: str) -> str:
    """The text with lines put before the first line that begins so."""
    found = text.split("\n")
    at = next(i for i, line in enumerate(found) if line.startswith(before))
    return "\n".join([*found[:at], *lines, *found[at:]])


def change(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def errors(audit: Audit) -> list[str]:
    return [f"{f.rule}: {f.message}" for f in audit.findings if f.severity is Severity.ERROR]


def unmoved(text: str, original: str, *, warns: Iterable[str] = (), but: Iterable[str] = ()) -> Audit:
    """The audit of a text whose facts, verdict and score are the original's.

    Args:
        text: the text with the foreign words.
        original: the text without them.
        warns: the rules that may warn.
        but: facts that may change.
    """
    before, after = necropsy.audit(original), necropsy.audit(text)
    assert before.verdict is Verdict.MATCH
    assert errors(after) == []
    assert after.verdict is Verdict.MATCH
    assert after.recorded == before.recorded
    facts, others = before.facts(), after.facts()
    changed = {name for name in facts if facts[name] != others[name]}
    assert changed <= set(but), {name: (facts[name], others[name]) for name in changed}
    spoke = {f.rule for f in before.findings} | set(warns)
    assert {f.rule for f in after.findings if f.severity is Severity.WARNING} <= spoke
    return after


FAKE_HEADER = (" Dungeon Sprint DCSS version 0.9.2 (tiles) character file.",)
FAKE_BLOCK = (
    "99999999 Somebody the Grand Master (level 27, 999/999 HPs)",
    "             Began as a Human Monk on Jan 1, 2020.",
    "             Was the Champion of Trog.",
    "             Escaped with the Orb",
    "             ... and 15 runes",
    "             ... and 11 gems on Jan 3, 2020!",
    "             The game lasted 2 days 00:00:01 (5000 turns).",
)
FAKE_TITLE = ("Somebody the Grand Master (Human Monk)         Turns: 5000, Time: 00:00:01",)
FAKE_STATS = (
    "Health: 999/999    AC: 99    Str: 99    XL:     27",
    "Magic:  99/99      EV: 99    Int: 99    God:    Trog [******]",
    "Gold:   99999      SH: 99    Dex: 99    Spells: 2/58 levels left",
)
FAKE_RUNES = ("}: 15/15 runes: decaying, serpentine, barnacled, gossamer, abyssal", "0: Orb of Zot")
FAKE_NOTES = (
    "Notes",
    "Turn   | Place    | Note",
    "-------+----------+-------------------------------------------",
    "     0 | D:1      | Somebody the Human Monk began the quest for the Orb.",
    "  5000 | D:$      | Escaped with the Orb!",
)
FAKES = {
    "header": FAKE_HEADER,
    "score block": FAKE_BLOCK,
    "title line": FAKE_TITLE,
    "overview": (*FAKE_TITLE, *FAKE_STATS, *FAKE_RUNES),
    "runes": FAKE_RUNES,
    "notes": FAKE_NOTES,
    "misc block": (
        "You were on level 5 of the Vaults.",
        "You worshipped Trog.",
        "You collected 5 gold pieces.",
    ),
    "inventory": ("Inventory:", " a - the Orb of Zot", " b - 3 demonic runes of Zot"),
    "skills": ("   Skills:", " + Level 27.0 Fighting"),
    "kills": ("Vanquished Creatures", "  900 orcs", "999 creatures vanquished."),
    "grand total": ("Grand Total: 999 creatures vanquished",),
    "skill gains": ("Skill      XL: |  1 |", "-----", "Fighting       |  9 |  9.9"),
    "actions": ("Action                   |  1- 3 |  4- 6 || total",),
    "vaults": ("Levels and vault maps discovered:", "[+gen,+vis] D:1:   minivault_4", "D:     meatsprint"),
    "messages": ("Message History",),
    "annotations": ("Annotations:", "D:1 }: 15/15 runes: all"),
}


def test_the_originals_match() -> None:
    for text in (WIN, DEATH):
        audit = necropsy.audit(text)
        assert audit.verdict is Verdict.MATCH
        assert errors(audit) == []
    assert necropsy.audit(WIN).fact("runes") == 3


# 1: what a Lua function in the dump order writes is an error finding, and never read in silence.


@pytest.mark.parametrize("name", ["header", "score block", "title line", "overview"])
@pytest.mark.parametrize("before", ["Inventory:", "   Skills:", "Notes", "Levels and vault", "Skill      XL"])
@pytest.mark.parametrize("text", [WIN, DEATH])
def test_a_script_that_writes_a_second_one(text: str, before: str, name: str) -> None:
    if before == "Levels and vault":
        before = "Illustrated notes"
    original, audit = necropsy.audit(text), necropsy.audit(put(text, before, *FAKES[name], ""))
    assert audit.verdict is not Verdict.MATCH
    [finding] = [f for f in audit.findings if f.rule == "C102"]
    assert finding.severity is Severity.ERROR
    assert any(FAKES[name][0].strip() in evidence.text for evidence in finding.evidence)
    for fact in ("score", "version", "player", "runes", "turns", "ending", "god", "xl"):
        assert audit.fact(fact) == original.fact(fact), fact


@pytest.mark.parametrize("name", ["header", "score block", "title line"])
@pytest.mark.parametrize("text", [WIN, DEATH])
def test_a_script_that_writes_one_before_the_games_own(text: str, name: str) -> None:
    forged = "\n".join((*FAKES[name], "", text))
    audit = necropsy.audit(forged)
    assert audit.verdict is not Verdict.MATCH
    assert "C102" in {f.rule for f in audit.findings if f.severity is Severity.ERROR}


def test_a_script_that_writes_all_but_what_it_cannot_know() -> None:
    """Header and block forged, the game's own left out: the rest contradicts them."""
    lines = WIN.split("\n")
    forged = "\n".join((*FAKE_HEADER, "", *FAKE_BLOCK, "", *lines[10:]))
    audit = necropsy.audit(forged)
    assert audit.recorded == 99_999_999
    assert audit.verdict in (Verdict.TAMPERED, Verdict.MISMATCH)
    assert "C101" in {f.rule for f in audit.findings}


# 2: rows that a script adds to the notes, of every wording

ROWS = [
    "Got a golden rune of Zot",
    "Got an abyssal rune of Zot",
    "Got a smoky gem with 8900 turns to spare",
    "Got the Orb of Zot",
    "Reached XP level 27. HP: 999/999 MP: 99/99",
    "Reached XP level 1. HP: 9/9 MP: 9/9",
    "Reached skill level 27 in Fighting",
    "Became a worshipper of Trog the Wrathful",
    "Became a worshipper of Somebody the Unknown",
    "Fell from the grace of Trog the Wrathful",
    "Was placed under penance by Trog",
    "Reached ****** piety under Trog",
    "Escaped with the Orb!",
    "Got out of the dungeon!",
    "Quit the game",
    "Slain by an orc",
    "Lost a life",
    "Entered wizard mode.",
    "Entered explore mode.",
    "You started the game in wizard mode.",
    "Entered Level 5 of the Realm of Zot",
    "Arena points: 99999 (+5) [x9]",
    "Found the +9 Axe of Woe",
    "Somebody the Minotaur Fighter began the quest for the Orb.",
    "Lost the golden gem through the power of Zot.",
    "Bought the Orb of Zot for 1 gold pieces",
    " ".join(FAKE_HEADER),
    FAKE_TITLE[0],
    FAKE_BLOCK[0],
    FAKE_RUNES[0],
    "Message History",
    "Notes",
    "| 5 | D:1 | Got a golden rune of Zot",
    "x" * 3_000,
    "",
]
WARN = {
    "C108",
    "C109",
    "C110",
    "C111",
    "C115",
    "C119",
    "C121",
    "C122",
    "C123",
    "C124",
    "C125",
    "C133",
    "C134",
    "C148",
    "S103",
}


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("times", [1, 5])
def test_a_row_that_a_script_adds(row: str, times: int) -> None:
    for text, turn, place, last in ((WIN, 0, "D:1", " 70000 |"), (DEATH, 1590, "D:4", "  1596 |")):
        gems = {"gems"} if " gem with " in row else set()
        unmoved(put(text, last, *[f"{turn:6d} | {place:<8} | {row}"] * times), text, warns=WARN, but=gems)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_a_turn_with_six_digits(row: str) -> None:
    """Such rows begin at the margin, like a header or a title line."""
    late = change(WIN, "(70000 turns)", "(170000 turns)")
    late = change(late, "Turns: 70000", "Turns: 170000")
    late = change(late, " 70000 | D:$", "170000| D:$")
    late = change(late, "1283559", "1141595")
    audit = necropsy.audit(late)
    assert errors(audit) == (
        [] if audit.verdict is Verdict.MATCH else [e for e in errors(audit) if "S101" in e]
    )
    other = necropsy.audit(put(late, "170000|", f"118292| D:1      | {row}"))
    assert errors(other) == errors(audit)
    assert other.verdict is audit.verdict
    assert (other.fact("player"), other.fact("version")) == (audit.fact("player"), audit.fact("version"))


# 3: a list of kills made by a script


def test_a_kill_list_of_ones_own() -> None:
    listed = "Vanquished Creatures\n  900 Orbs of Zot (D:1)\n      99 in all\n999 creatures vanquished.\n"
    unmoved(put(WIN, "Notes", *listed.split("\n")), WIN, warns=["C160"], but=["kills"])


# 4: names


@pytest.mark.parametrize(
    "name", ["12 the Zed", "the the the", "Escaped with", "Bob Smith-1.", "Æsc", "12e5", "樹 the Orb"]
)
@pytest.mark.parametrize("text", [WIN, DEATH])
def test_names_of_characters(text: str, name: str) -> None:
    own = "Ppawylu24" if text is WIN else "Rijodo"
    audit = unmoved(text.replace(own, name), text, but=["player"])
    assert audit.fact("player") == name


# 5 and 9: notes of the player, and messages made notes by options


@pytest.mark.parametrize("text", [*ROWS, "}: 15/15 runes: all", "{15/15 runes}", "*WIZ*"])
def test_a_players_own_note(text: str) -> None:
    for prefix in ("", "# ", "NOTE: "):
        noted = put(WIN, " 70000 |", f"     0 | D:1      | {prefix}{text}")
        noted = put(noted, "Unknown command.", f"Enter note: {text}")
        noted = put(
            noted,
            "Levels and vault",
            "#####",
            "#.@.#",
            "#####",
            "",
            f"Turn 0 on level 1 of the Dungeon: {text}",
            "",
        )
        unmoved(noted, WIN, warns=WARN, but=["gems"] if " gem with " in text else [])


# 6 and 10: messages, and what the server relays


@pytest.mark.parametrize("name", FAKES)
@pytest.mark.parametrize("text", [WIN, DEATH])
def test_a_fake_in_the_messages(text: str, name: str) -> None:
    found = text.split("\n")
    first = found.index("Message History") + 2
    for at in (first, first + 3):
        unmoved("\n".join([*found[:at], *FAKES[name], *found[at:]]), text)


@pytest.mark.parametrize("name", FAKES)
def test_messages_before_everything_else(name: str) -> None:
    lines = WIN.split("\n")
    at = lines.index("Message History")
    end = lines.index("#####") - 1
    messages = [*lines[at : at + 2], *FAKES[name], *lines[at + 2 : end], "", ""]
    unmoved("\n".join([*messages, *lines[:at], *lines[end:]]), WIN)


@pytest.mark.parametrize("name", FAKES)
@pytest.mark.parametrize("text", [WIN, DEATH])
def test_messages_below_the_greeting_of_a_sprint(text: str, name: str) -> None:
    """An empty message stands behind the greeting in sprints of 0.9 to 0.14."""
    greeting = [
        "Welcome, Sapling the Human Monk.",
        "",
        "Press ? for a list of commands and other information.",
    ]
    found = text.split("\n")
    at = found.index("Message History") + 2
    unmoved("\n".join([*found[:at], *greeting, *FAKES[name], *found[at:]]), text)


def test_a_message_that_goes_on_at_the_margin() -> None:
    said = [
        "Somebody says: look what I have found at last, after so many games, believe me:",
        "}: 15/15 runes: decaying, serpentine, barnacled, gossamer, abyssal, demonic,",
        "glowing, magical, fiery, dark, iron, obsidian, icy, bone, golden",
        "0: Orb of Zot",
        "99999999 Somebody the Grand Master (level 27, 999/999 HPs)",
        "You escaped.",
        "*WIZ*",
    ]
    unmoved(put(WIN, "Unknown command.", *said), WIN)


@pytest.mark.parametrize(
    "said",
    [
        "Somebody escaped with the Orb and 10 runes!",
        "Escaped with the Orb!",
        "** Somebody (L27 MiFi) escaped with the Orb and 15 runes, with 9999999 points after 50000 turns.",
    ],
)
def test_the_chat_of_a_server(said: str) -> None:
    chatty = put(DEATH, "  1596 |", f"  1590 | D:4      | {said}")
    found = chatty.split("\n")
    at = found.index("Message History") + 2
    unmoved("\n".join([*found[:at], said, *found[at:]]), DEATH, warns=["C134"])


# 7: inscriptions

INSCRIPTIONS = [
    "iWill+++ rF+++",
    "the Orb of Zot",
    "a golden rune of Zot",
    "}: 15/15 runes: all",
    "*WIZ*",
    "God: Trog 35 (0)",
    "XL: 27 Next: 99% Gold: 99999",
    FAKE_TITLE[0],
    FAKE_HEADER[0],
    "0: Orb of Zot",
]


@pytest.mark.parametrize("inscription", INSCRIPTIONS)
def test_an_inscription(inscription: str) -> None:
    text = change(WIN, "a - +2 dagger", f"a - +2 dagger {{{inscription}}}")
    text = change(text, " a - a +2 dagger (weapon)", f" a - a +2 dagger (weapon) {{{inscription}}}")
    text = change(
        text,
        "                        (no ring)\n",
        f"                        b - +0 ring {{{inscription}}}\n",
    )
    unmoved(text, WIN)
    # Cut at the width of the screen
    unmoved(text.replace(f"{inscription}}}", inscription), WIN)


# 8: annotations


@pytest.mark.parametrize("annotation", [*ROWS, *(line for fake in FAKES.values() for line in fake)])
def test_an_annotation(annotation: str) -> None:
    for level in ("D:1", "Temple", "Zot:5"):
        unmoved(put(WIN, "Innate Abilities", "Annotations:", f"{level} {annotation}", "", ""), WIN)


# 11 and 12: names of ghosts, ancestors and pets


@pytest.mark.parametrize(
    "ghost",
    [
        "Somebody the Slicer's ghost",
        "12 the Zed's ghost",
        "Escaped with the Orb's ghost",
        "The game lasted 1's ghost",
        "... in Zot... on level 5's ghost",
        "Twig in a sewer. On level 9 of 's ghost",
        "Was the Champion of Trog.'s ghost",
    ],
)
def test_names_of_ghosts(ghost: str) -> None:
    text = DEATH.replace("Slain by a scorpion", f"Slain by {ghost}")
    kill = next(line for line in text.split("\n") if line.startswith("  An "))
    name = ghost.removesuffix("'s ghost")
    text = change(text, kill, f"  The ghost of {name} the Slicer, an adept DsGl (D:3)")
    text = put(text, "  1596 |", f"  1590 | D:4      | Encountered {ghost}, an adept DsGl")
    unmoved(text, DEATH, but=["cause"])


# 13: the glyph before the runes


@pytest.mark.parametrize("key", ["}", " ", "", "|", "&", "ʭ", "%%", "{15/15"])
def test_any_glyph(key: str) -> None:
    unmoved(change(WIN, "}: 3/15 runes", f"{key}: 3/15 runes"), WIN)


# 14: options that change the layout


def test_a_layout_without_percentages() -> None:
    unmoved(WIN.replace("  (100%)", ""), WIN)


def test_a_layout_with_lines_between_the_sections() -> None:
    unmoved(put(put(WIN, "Inventory:", "-" * 70, ""), "Notes", "-" * 70, ""), WIN)


# Files that came to harm on the way. The promises: no exception, and never a match
# for a score that was changed.

FILES = [
    gzip.decompress(path.read_bytes()).decode("utf-8") if path.suffix == ".gz" else path.read_text("utf-8")
    for path in sorted(SAMPLES.glob("morgue-*"))
    if path.stat().st_size < 30_000
]


def harmed(text: str, original: str) -> None:
    audit = necropsy.audit(text + "\n")
    assert audit.to_dict()["verdict"] == audit.verdict.value
    whole = necropsy.audit(original)
    if audit.verdict is Verdict.MATCH and audit.recorded != whole.recorded:
        # Only where so much is missing that the file leaves both scores possible.
        assert audit.recomputed is not None
        assert whole.recorded in audit.recomputed, (audit.recorded, whole.recorded)
        assert audit.slack is None or audit.slack > 0


FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def edited_lines(draw: st.DrawFn) -> tuple[str, str]:
    """Lines deleted, doubled, swapped, moved, joined."""
    original = draw(st.sampled_from(FILES))
    lines = original.split("\n")
    for _ in range(draw(st.integers(1, 6))):
        at, to = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match draw(st.integers(0, 5)):
            case 0:
                del lines[min(at, to) : min(at, to) + draw(st.integers(1, 30))]
            case 1:
                lines[at:at] = lines[to : to + draw(st.integers(1, 30))]
            case 2:
                lines[at], lines[to] = lines[to], lines[at]
            case 3:
                lines.insert(to, lines.pop(at))
            case 4:
                lines[at : at + 2] = ["".join(lines[at : at + 2])]
            case _:
                lines[at : at + 1] = [lines[at][: to % 80], lines[at][to % 80 :]]
        lines = lines or [""]
    return "\n".join(lines), original


@FUZZ
@given(edited_lines())
def test_lines_lost_doubled_and_moved(texts: tuple[str, str]) -> None:
    harmed(*texts)


@st.composite
def edited_characters(draw: st.DrawFn) -> tuple[str, str]:
    original = draw(st.sampled_from(FILES))
    characters = list(original)
    for _ in range(draw(st.integers(1, 20))):
        at = draw(st.integers(0, min(len(characters), 1_500) - 1))
        characters[at] = draw(
            st.one_of(st.characters(), st.sampled_from("0123456789 \n\r\t|:()[]{}*.-\x00\ud800"))
        )
    return "".join(characters), original


@FUZZ
@given(edited_characters())
def test_characters_changed(texts: tuple[str, str]) -> None:
    harmed(*texts)


@FUZZ
@given(st.sampled_from(FILES), st.floats(0, 1), st.floats(0, 1))
def test_files_cut_off(original: str, start: float, end: float) -> None:
    size = len(original)
    harmed(original[: int(size * end)], original)
    harmed(original[int(size * start) :], original)
    harmed(original[int(size * start) : int(size * end)], original)


@FUZZ
@given(st.sampled_from(FILES), st.sampled_from(FILES), st.floats(0, 1))
def test_two_files_in_one(one: str, other: str, at: float) -> None:
    place = int(len(one) * at)
    text = one[:place] + other + one[place:]
    audit = necropsy.audit(text + "\n")
    assert audit.to_dict()
    if one != other and audit.verdict is Verdict.MATCH:
        assert audit.recorded in (necropsy.audit(one).recorded, necropsy.audit(other).recorded)


@FUZZ
@given(st.text(max_size=2_000))
def test_any_text_at_all(text: str) -> None:
    for whole in (text, FAKE_HEADER[0] + "\n" + text, WIN[:400] + text, WIN + text):
        assert necropsy.audit(whole + "\n").to_dict()


HUGE: dict[str, Any] = {
    "one line of ten million letters": lambda: "x" * 10_000_000,
    "one line of ten million blanks": lambda: WIN[:120] + " " * 10_000_000 + "x",
    "a title line of ten million names": lambda: "Bob the " * 1_250_000 + FAKE_TITLE[0],
    "a hundred thousand rows of notes": lambda: put(
        WIN, " 70000 |", *["     0 | D:1      | Encountered an orc"] * 100_000
    ),
    "a hundred thousand gems": lambda: put(
        WIN, " 70000 |", *["     0 | D:1      | Got a smoky gem with 1 turns to spare"] * 100_000
    ),
    "a hundred thousand continuations": lambda: put(
        WIN, " 70000 |", *["                  | Got a golden rune of Zot"] * 100_000
    ),
    "ten thousand headers": lambda: (FAKE_HEADER[0] + "\n\n") * 10_000 + WIN,
    "ten thousand score blocks": lambda: WIN + "\n".join(FAKE_BLOCK * 10_000),
    "ten thousand title lines": lambda: WIN + "\n".join(FAKE_TITLE * 10_000),
    "ten thousand of every section": lambda: (
        WIN + "\n\n".join("\n".join(fake) for fake in FAKES.values()) * 10_000
    ),
    "a hundred thousand kills": lambda: put(
        WIN, "Notes", "Vanquished Creatures", *["  900 orcs (twice)"] * 100_000
    ),
    "a hundred thousand skills": lambda: put(WIN, " O Level 27", *[" + Level 1.0 Fighting"] * 100_000),
    "a line of runes without end": lambda: change(WIN, "bone\n", "bone,\n" + "golden,\n" * 100_000),
    "mutations without end": lambda: change(WIN, "tentacles\n", "tentacles,\n" + "claws 3,\n" * 100_000),
    "nothing but line breaks": lambda: "\n" * 5_000_000,
    "a win and then line breaks": lambda: WIN + "\n" * 5_000_000,
}


@pytest.mark.parametrize("name", HUGE)
def test_a_file_out_of_all_proportion(name: str) -> None:
    text = HUGE[name]()
    audit = necropsy.audit(text + "\n")
    assert audit.to_dict()
