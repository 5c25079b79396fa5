"""A made-up game as the two forms of a dumplog, with room for everything that players write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

TEXT = """\
Unix GnollHack Version 4.2.0 (Build 120) - last build Mon Nov 30 10:19:59 2026 (9676ab7a4def1aef).

Game began 2026-11-30 10:30:51, ended 2026-11-30 11:31:23

{name}, chaotic male human Archaeologist

    ----------
    |...@d...|
    ----------
{cap} the Digger    St:13 Dx:12 Co:12 In:9 Wi:15 Ch:14 Chaotic S:{status_score}
x Dlvl:12 HP:0(92) MP:8(11) AC:2 MC:2/20% MS:12 W:M XL:9/3572 T:2044

Latest messages:
 {message}
 You hear the footsteps of a guard on patrol.
 You die...
 You were playing on adept difficulty in modern mode.
 Do not pass Go.  Do not collect 200 gold pieces.

Inventory:
 Coins
  $ - 95 gold pieces
 Tools
  k - a sack named {item} containing 1 item

Contents of the sack named {item}:
   1 - an uncursed apple named {item}
{one}
{cap} the Archaeologist's attributes:
{one}
Background:
 You were a Digger, a level 9 male human Archaeologist.
 You were chaotic, temporarily on a mission for Huhetotl
 who was opposed by Quetzalcoatl (lawful) and Camaxtli (neutral).
 You were actually lawful.
 You were in the Dungeons of Doom, on level 12.
 You entered the dungeon 2045 turns ago.
 You had 3572 experience points.
{one}
Basics:
 You had 0 out of 92 hit points.
 You had 8 out of 11 mana.
 Your wallet contained 95 gold pieces.
{one}
Final Attributes:
 You were fervently aligned.
 You are dead (3rd time!).
{one}
Game:
 Your game difficulty was adept (75% damage by monsters, 150% by player).
 You were playing in modern mode (revival and score reduction upon death).
 Your game score was 13022.
 You had been playing the game for 1 hour and 32 seconds.

Final Skills:
  Pick-axe                            Expert / Grand Master
  Divination spell                    Basic / Expert
  Dual wielding                       Unskilled / Skilled
You had 3 skill slots available

Spells in your repertoire:
  Detect treasure                     35% success   2 castings left

Major events:
 Turn{one}{one}
    1: {name} the lawful male human Archaeologist has entered the dungeon on adept difficulty in {mode} mode
   20: averted death (killed by a newt called {item})
  900: made his first wish - "{wish}"
 1200: entered the Gnomish Mines
 2045: killed by {pet}, while praying

Vanquished creatures:
the Tarrasque (twice)
    Medusa
  2 gnomes
  a newt
  6 creatures vanquished.

Genocided or extinct species:
 newts
 wraiths (extinct)
1 species genocided.
1 species extinct.

Goals:
 You were on a mission to recover the Amulet of Yendor for Huhetotl.

Achievements:
 You had completed your optional quest by defeating Amonket, Ruler of Greater Mummies.
 You had defeated Medusa.
 You had descended to the Gnomish Mines.
 You had visited a shop.

Voluntary challenges:
 You followed a strict vegan diet.
 You never hit with a wielded weapon.
 You genocided 1 type of monster.
 You never changed form.
 You used 1 wish.
 You did not wish for any artifacts.
 You never caused conflict.
 You had 1 pet or ally.
 You found 2 bones levels.

Role score:
 You had completed your role's optional quest.
 You had 2 artifacts with you.
 You had 1 artifact in your sandalwood chest.
 You had 350 gold pieces worth of art objects with you.
 You had gained 28% of your maximum role score.

The Dungeons of Doom: Levels 1 to 12
   Level 1:
      An altar to Quetzalcoatl, an entrance to the Dungeons of Doom.
   Level 5: "{annotation}"
      Final resting place for {bones}, killed by {bones}.
   Level 11:
      Portal to The Quest.
   Level 12: "{annotation}" <- You were here.
      Final resting place for you, killed by {pet}, while praying.
The Gnomish Mines: Levels 3 to 5
   Level 5:
      Mine Town.
The Quest: Levels 1 to 3
   Level 3:


                       ----------
                      /          \\
                     /    REST    \\
                    /      IN      \\
                   /     PEACE      \\
                  |  {name}
                  |  killed by {pet}
                  |       2026       |
                 *|     *  *  *      | *
        _________)/\\\\_//(\\/(/\\)/\\//\\/|_)_______


Goodbye {name} the Archaeologist...

You died in The Dungeons of Doom on dungeon level 12 with {points}, and 95 pieces of gold, after 2045 moves.
You played on adept difficulty in modern mode for 1 hour and 32 seconds.
The dungeon collapsed on you 2 times.
You were level 9 with a maximum of 92 hit points when you died.

"""
TEXT = TEXT.replace("\n  6 creatures", "\n6 creatures")

WORDS = {
    "name": "sapling",
    "pet": "a kitten called Fifi",
    "item": "trowel",
    "annotation": "stash",
    "wish": "blessed figurine of an Archon",
    "bones": "Hyrax",
    "message": "You see here a trowel.",
    "status_score": "13022",
    "points": "13022 points",
    "mode": "modern",
    "one": " ",
}


def dump(**words: str) -> str:
    """The plain text, with some words of players put in."""
    words = WORDS | words
    words["cap"] = words["name"][:1].upper() + words["name"][1:]
    return TEXT.format(**words)


_SUBTITLES = ("Background:", "Basics:", "Final Attributes:", "Game:")
_TOTALS = ("vanquished.", "genocided.", "extinct.", "available")
_TABLES = ("Final Skills:", "Major events:", "Spells in your repertoire:")
_BRANCHES = ("The Dungeons of Doom:", "The Gnomish Mines:", "The Quest:")


def page(text: str, tooltip: str = "kitten called Fifi") -> str:
    """The HTML form of a plain text, written as 4.1.2-5 and later write it."""
    lines = text.split("\n")
    messages = lines.index("Latest messages:")
    body = [line for line in lines[messages:] if line.strip()]
    farewell = max(at for at, line in enumerate(body) if line.startswith("Goodbye "))
    tombstone = max(at for at, line in enumerate(body) if line.strip() == "----------")
    name = _quoted(lines[4].rpartition(", ")[0])
    points = text.rpartition(" with ")[0].rpartition(" with ")[2].partition(",")[0]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            "<head>",
            f"<title>GnollHack 4.2.0 (Build 120) ({name})</title>",
            "<style>",
            "h2 { color: white; }",
            "</style>",
            "</head>",
            "<body>",
            *(f"<h3>{_quoted(lines[at])}</h3>" for at in (0, 2, 4)),
            *_screen(lines[6 : messages - 3], lines[messages - 3 : messages - 1], tooltip),
            *_sections(body[:tombstone]),
            '<div class="tombstone-wrapper">',
            '<div class="tombstone">',
            f'<div class="ts_row ts_name">{name}</div><br />',
            f'<div class="ts_row ts_points">{points}</div><br />',
            "</div>",
            "</div>",
            f"<h2>{_quoted(body[farewell])}</h2>",
            *(f"{_quoted(line)}<br />" for line in body[farewell + 1 :]),
            "<br />",
            "</body>",
            "</html>",
            "",
        ]
    )


def _screen(rows: list[str], status: list[str], tooltip: str) -> Iterator[str]:
    yield '<div style="overflow-x:auto;">'
    yield '<section class="nh_screen">'
    cell = f'<div class="tooltip">d<span class="tooltiptext">{tooltip}</span></div>'
    for row in rows:
        yield f'<div class="nh_screen">{cell * len(row)}</div>'
    for row in status:
        yield f'<div class="nh_screen">  {_quoted(row)}  </div>'
    yield "</section>"
    yield "</div>"


def _sections(lines: list[str]) -> Iterator[str]:
    write: Callable[[str], str] = _plain
    for line in lines:
        if line[0] == " " or (write is _item and line[:3] == "the"):
            yield write(line)
        elif line in _SUBTITLES:
            write = _item
            yield f"<h3>{_quoted(line)}</h3>"
        elif line.endswith(_TOTALS):
            yield f'<p class="nh_paragraph_line">{_quoted(line)}</p>'
        else:
            write = _writer(line)
            yield f"<h2>{_quoted(line)}</h2>"


def _writer(title: str) -> Callable[[str], str]:
    if title in _TABLES:
        return _row
    if title == "Latest messages:":
        return _plain
    if title == "Inventory:":
        return _thing
    return _level if title.startswith(_BRANCHES) else _content if title.startswith("Contents of ") else _item


def _plain(line: str) -> str:
    return f"{_quoted(line)}<br />"


def _item(line: str) -> str:
    return f"<ul><li>{_quoted(line)}</li>\n</ul>"


def _content(line: str) -> str:
    return f"<ol>\n<li>{_quoted(line.partition(' - ')[2])}</li>\n</ol>"


def _thing(line: str) -> str:
    if line[1] != " ":
        return f"<div><h3>{_quoted(line.strip())}</h3>\n</div>"
    return f'<div class="nh_menu_item">{_quoted(line.strip())}</div>'


def _level(line: str) -> str:
    if line[3] == " ":
        return _item(line)
    level, mark, rest = line.partition(" <- ")
    return f'<h3>{_quoted(level)}<span class="nh_color_1">{_quoted(mark + rest)}</span></h3>'


def _row(line: str) -> str:
    if line.strip() == "Turn":
        return "<theader><th>Turn</th><th></th></theader>"
    first, rest = line.strip().replace(": ", "  ", 1).split("  ", 1)
    return f"<tr><td>{_quoted(first)}</td><td>{_quoted(rest.strip())}</td></tr>"


def _quoted(text: str) -> str:
    return "".join(c if c < "\x80" else f"&#{ord(c)}" for c in escape(text).replace("&#x27;", "&#39;"))
