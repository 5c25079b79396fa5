"""Morgues of invented games of DCSS, written as the game of each era writes them.

What the player decides is left to chance: the order of the sections and which of them are
left out (``dump_order``), messages, annotations, inscriptions and notes of any wording, the
sign before the runes; and what a transport does: line ends, blanks lost at the ends of lines.
What the program works out from more than the facts of a game, Will and its pips, is not written.
"""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from fuzz.dcss_games import ERAS, GEMS, MAP, RUNES, Game, games

__all__ = ["NEEDED", "SAID", "Morgue", "Settings", "morgues", "written"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player has set, and what the file went through.

    Attributes:
        order: the sections, as they are written.
        glyph: the sign before the runes.
        messages: the last messages of the game.
        annotations: of levels.
        own_notes: notes of the player, at the end of all but the last.
        inscription: of an item.
        newline: how lines end.
        stripped: whether blanks at the ends of lines were lost.
    """

    order: tuple[str, ...]
    glyph: str
    messages: tuple[str, ...]
    annotations: tuple[str, ...]
    own_notes: tuple[str, ...]
    inscription: str
    newline: str
    stripped: bool


@dataclass(frozen=True, slots=True)
class Morgue:
    """A game, and its morgue.

    Attributes:
        game: the facts.
        settings: how they were written.
        text: the file.
    """

    game: Game
    settings: Settings
    text: str

    @property
    def name(self) -> str:
        """What the game calls the file."""
        who = "".join(letter for letter in self.game.name if letter not in " .&`\"'|;{}()[]<>*%$#@!~?")
        return f"morgue-{who}-{self.game.ended:%Y%m%d-%H%M%S}.txt"


NEEDED = ("header", "hiscore", "stats", "misc", "notes")
"""The sections that the score and the facts are read from."""

_FURTHER = (
    "inventory",
    "skills",
    "spells",
    "overview",
    "mutations",
    "messages",
    "screenshot",
    "monlist",
    "kills",
    "screenshots",
    "vaults",
    "skill_gains",
    "action_counts",
)

SAID = (
    "Escaped with the Orb!",
    "Somebody escaped with the Orb and 15 runes!",
    "}: 15/15 runes: decaying, serpentine, barnacled",
    "0: Orb of Zot",
    "Got a golden rune of Zot",
    "Got a smoky gem with 8900 turns to spare",
    "Reached XP level 27. HP: 999/999 MP: 99/99",
    "Dungeon Sprint DCSS version 0.9.2 (tiles) character file.",
    "99999999 Somebody the Grand Master (level 27, 999/999 HPs)",
    "Somebody the Grand Master (Human Monk)         Turns: 5000, Time: 00:00:01",
    "The game lasted 2 days 00:00:01 (5000 turns).",
    "You worshipped Trog.",
    "Inventory:",
    "Skills:",
    "Message History",
    "Vanquished Creatures",
    "999 creatures vanquished.",
    "v=0.34.1:lv=0.1:name=Somebody:sc=99999999:ktyp=winning:xl=27",
    "*WIZ*",
    "x" * 300,
    "∞ 樹 é ٣ 🗡 \u202e",
    "%s %d {} \\ \" ' = + - @",
)
"""What other players, servers and the player's own hand can put into a line."""

_SENTENCES = st.one_of(
    st.sampled_from(SAID),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=90),
)


@st.composite
def _settings(draw: st.DrawFn, minor: int) -> Settings:
    order = [*NEEDED[:4]]
    order += [section for section in _FURTHER if minor >= _SINCE.get(section, 3)]
    order.insert(min(len(order), 13), "notes")
    if draw(st.booleans()):
        lost = draw(st.sets(st.sampled_from(_FURTHER), max_size=6))
        order = [section for section in order if section not in lost]
    if draw(st.integers(0, 3)) == 0:
        order = draw(st.permutations(order))
    return Settings(
        order=tuple(order),
        glyph=draw(st.sampled_from(("}", "}", "}", "&", " ", "|", "ʭ"))),
        messages=tuple(draw(st.lists(_SENTENCES.filter(str.strip), min_size=1, max_size=8))),
        annotations=tuple(draw(st.lists(st.sampled_from(SAID), max_size=3))),
        own_notes=tuple(draw(st.lists(st.sampled_from(SAID[9:]), max_size=2))),
        inscription=draw(st.sampled_from(("", "", *SAID[:6]))),
        newline=draw(st.sampled_from(("\n", "\n", "\n", "\r\n", "\r\r\n"))),
        stripped=draw(st.booleans()),
    )


_SINCE = {"monlist": 4, "action_counts": 12, "skill_gains": 18, "vaults": 24, "screenshots": 25}


@st.composite
def morgues(draw: st.DrawFn, versions: tuple[str, ...] = tuple(ERAS), marked: bool = False) -> Morgue:
    """Morgues of invented games of some versions, wizard and explore games among them or not."""
    game = draw(games(versions, marked=marked and draw(st.integers(0, 5)) == 0))
    settings = draw(_settings(game.minor))
    return Morgue(game, settings, written(game, settings))


def written(game: Game, settings: Settings) -> str:
    """The morgue of a game."""
    lines = [line for section in settings.order for line in (*_SECTIONS[section](game, settings), "")]
    if settings.order[-1] not in ("header", "misc"):
        lines.append("")
    if settings.stripped:
        lines = [line.rstrip() for line in lines]
    return settings.newline.join(lines) + settings.newline


_Section = Callable[[Game, Settings], Iterator[str]]


def _header(game: Game, _settings: Settings) -> Iterator[str]:
    build = f" ({game.build})" if game.minor >= 11 else " (crawl-ref)" if game.minor <= 5 else ""
    yield f" {_NAMES[game.kind]} version {game.version}{build} character file."
    if game.seed is not None:
        yield ""
        mode = ", levelgen mode: deterministic" if game.minor == 24 else ""
        custom = " (custom seed)" if game.kind == "seeded" and game.minor >= 25 else ""
        yield f"Game seed: {game.seed}{mode}{custom}"


_NAMES = {
    "normal": "Dungeon Crawl Stone Soup",
    "seeded": "Seeded DCSS",
    "descent": "Dungeon Descent DCSS",
    "sprint": "Dungeon Sprint DCSS",
    "zotdef": "Zot Defence DCSS",
}

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")


def _day(moment: dt.datetime) -> str:
    return f"{_MONTHS[moment.month - 1]} {moment.day}, {moment.year}"


_RANKS = (
    "an Initiate",
    "a Follower",
    "a Believer",
    "a Priest",
    "an Elder",
    "a High Priest",
    "the Champion",
)


def _hiscore(game: Game, _settings: Settings) -> Iterator[str]:
    mark = f" *{game.mark}*" if game.mark else ""
    yield f"{game.score} {game.name} the {game.title} (level {game.xl}, {game.hp}/{game.max_hp} HPs){mark}"
    for line in _account(game):
        yield f"             {line}"


def _account(game: Game) -> Iterator[str]:
    yield f"Began as {_article(game.species)} {game.species} {game.background} on {_day(game.started)}."
    if game.god == "Xom":
        favourite = "Favourite " if game.xl >= 20 else ""
        yield "" if 16 <= game.minor <= 22 else f"Was a {favourite}Plaything of Xom."
    elif game.god:
        yield f"Was {_RANKS[_shown_stars(game)]} of {game.god}."
    yield from _spoils(game) if game.out else _end_inside(game)
    yield f"The game lasted {_duration(game)} ({game.turns} turns)."


def _article(word: str) -> str:
    return "an" if word[0] in "AEIOU" else "a"


def _shown_stars(game: Game) -> int:
    return 0 if game.god == "Gozag" else game.stars


def _spoils(game: Game) -> Iterator[str]:
    """How a game ended that left the dungeon."""
    first = "Escaped with the Orb" if game.won else "Got out of the dungeon"
    taken = []
    word = "and" if game.won else "with"
    runes = len(game.runes) + game.further_runes
    if runes:
        types = f" (of {len(game.runes)} types)" if game.minor <= 8 and len(game.runes) > 1 else ""
        taken.append(f"... {word} {runes} rune{'s' * (runes > 1)}{types}")
    if game.gems:
        word = "and" if runes else word
        taken.append(f"... {word} {len(game.gems)} gem{'s' * (len(game.gems) > 1)}")
    if not taken:
        yield first + ("!" if game.won else " alive." if 9 <= game.minor <= 15 else " alive")
        yield ""
        return
    yield first
    yield from taken[:-1]
    later = game.ended.date() != game.started.date()
    yield taken[-1] + (f" on {_day(game.ended)}!" if later else "!")
    yield ""


def _end_inside(game: Game) -> Iterator[str]:
    place = game.place.replace("level", "Level") if game.minor <= 15 else game.place
    where = f"{'on' if game.place.startswith('level') else 'in'} {place}"
    if game.kind == "sprint":
        where += f" ({MAP})"
    date = f" on {_day(game.ended)}" if game.ended.date() != game.started.date() else ""
    if game.ending == "quit":
        yield f"Quit the game {where}{date}."
        return
    yield game.cause
    assert game.death is not None
    yield from game.death.further
    yield f"... {where}{date}."


def _clock(seconds: int) -> str:
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}:{second:02}"


def _duration(game: Game) -> str:
    days, rest = divmod(game.seconds, 86_400)
    if not days:
        return _clock(rest)
    word = "day" if days == 1 else "days"
    return f"{days}{word}{_clock(rest)}" if game.minor <= 7 else f"{days} {word} {_clock(rest)}"


def _stats(game: Game, settings: Settings) -> Iterator[str]:
    yield _title_line(game)
    yield ""
    yield from _figures(game)
    yield ""
    inscription = f" {{{settings.inscription}}}" if settings.inscription else ""
    wide = "rFire" if game.minor >= 14 else "Res.Fire  :"
    yield f"{wide}   . . .     a - +0 dagger{inscription}"
    yield f"{wide.replace('Fire', 'Cold')}   + . .     (no cloak)"
    yield ""
    if game.minor >= 30:
        yield "%: no passive effects"
    yield "@: no status effects" if game.minor >= 14 else "@: very stealthy"
    yield "A: no striking features" if game.minor < 30 else "A: no mutations"
    abilities = "a: no special abilities"
    if game.minor < 20:
        yield abilities
    if game.won and game.minor >= 14:
        yield "0: Orb of Zot"
    if game.runes and game.minor >= 9:
        runes = f"{settings.glyph}: {len(game.runes)}/15 rune{'s' * (len(game.runes) > 1)}:"
        yield from (
            textwrap.wrap(f"{runes} {', '.join(game.runes)}", 79, drop_whitespace=True)
            if (settings.glyph != " ")
            else [f"{runes} {', '.join(game.runes)}"]
        )
    if game.minor >= 20:
        yield abilities
    yield ""


def _title_line(game: Game) -> str:
    days, rest = divmod(game.seconds, 86_400)
    comma = ", " if game.minor <= 7 else " , "
    time = f"Turns: {game.turns}, Time: {f'{days}{comma}' if days else ''}{_clock(rest)}"
    for left in (
        f"{game.name} the {game.title} ({game.species} {game.background})",
        f"{game.name} the {game.title} ({game.short})",
        f"{game.name} ({game.short})",
    ):
        if len(left) + len(time) < 80:
            return f"{left:<{79 - len(time)}} {time}"
    return f"{left} {time}"


def _figures(game: Game) -> Iterator[str]:
    """Health, level, god and gold, in three columns."""
    if game.minor <= 15:
        if game.minor <= 8:
            need = "" if game.needed is None else f", need: {game.needed}"
            level = f"Exp: {game.xl}/{game.xp} (0){need}"
        else:
            level = f"XL: {game.xl}" + ("" if game.percent is None else f"   Next: {game.percent}%")
        yield f"HP {game.hp:>3}/{game.max_hp:<9} AC  1     Str 12      {level}"
        yield f"MP   3/3         EV 10     Int 14      God: {_god_shown(game)}"
        yield f"Gold {game.gold:<11} SH  0     Dex 18      Spells:  0 memorised,  0 levels left"
        return
    level = f"XL:     {game.xl}" + ("" if game.percent is None else f"   Next: {game.percent}%")
    yield f"{f'Health: {game.hp}/{game.max_hp}':<18} AC:  1    Str: 12    {level}"
    yield f"Magic:  3/3        EV: 10    Int: 14    God:    {_god_shown(game)}"
    spells = "0/0 levels left" if game.minor >= 20 else "0 memorised, 0 levels left"
    yield f"{f'Gold:   {game.gold}':<18} SH:  0    Dex: 18    Spells: {spells}"


def _god_shown(game: Game) -> str:
    if not game.god:
        return "No God" if game.minor <= 5 else ""
    if game.god == "Gozag":
        return game.god
    if game.god == "Xom":
        return "Xom" if game.minor <= 22 else "Xom [..*...]"
    stars = game.stars
    if game.minor <= 5:
        # One less than later: the Initiate and the Follower look the same.
        return f"{game.god} {'*' * max(stars - 1, 0)}".rstrip()
    return f"{game.god} [{'*' * stars}{'.' * (6 - stars)}]"


def _misc(game: Game, _settings: Settings) -> Iterator[str]:
    if game.out:
        yield "You were in the Realm of Zot." if game.in_zot else "You escaped."
    else:
        yield f"You were {'on' if game.place.startswith('level') else 'in'} {game.place}."
    if game.god:
        yield f"You worshipped {game.god}."
        yield f"{game.god} was pleased by your worship."
    if game.minor <= 25:
        yield "You were not hungry."
    yield ""
    if game.kind in ("sprint", "zotdef"):
        rest = "" if game.minor >= 14 else " of the dungeon, and saw 1 of its levels."
        yield f"You visited 1 branch{rest}"
    else:
        yield "You visited 9 branches of the dungeon, and saw 40 of its levels."
    if game.gold_found:
        yield ""
        yield f"You collected {game.gold_found} gold pieces."
    if game.gold_spent:
        yield f"You spent {game.gold_spent} gold pieces at shops."


def _inventory(game: Game, settings: Settings) -> Iterator[str]:
    inscription = f" {{{settings.inscription}}}" if settings.inscription else ""
    yield from ("Inventory:", "", "Hand Weapons", f" a - a +0 dagger (weapon){inscription}")
    orb = game.won and game.minor <= 12
    if game.minor <= 8 and game.runes:
        yield "Miscellaneous"
        for letter, rune in zip("bcdefghijklmnopqrstuvwxyz", game.runes, strict=False):
            count = 1 + (game.further_runes if rune == "demonic" else 0)
            yield f" {letter} - " + (
                f"{count} {rune} runes of Zot"
                if count > 1
                else f"{_article(rune.upper())} {rune} rune of Zot"
            )
    if orb:
        yield from ("Orbs of Power", " z - the Orb of Zot")
    yield ""


def _skill(game: Game) -> str:
    return f"{game.skill / 10:g}" if game.minor >= 10 else f"{game.skill // 10}"


def _skills(game: Game, _settings: Settings) -> Iterator[str]:
    yield "   Skills:"
    yield f" {'O' if game.skill == 270 else '+'} Level {_skill(game)} Fighting"
    yield " - Level 0.4 Stealth" if game.minor >= 10 else " - Level 1 Stealth"
    yield ""


def _spells(_game: Game, _settings: Settings) -> Iterator[str]:
    yield from ("You had no spell levels left.", "You didn't know any spells.")


def _overview(game: Game, settings: Settings) -> Iterator[str]:
    yield "Dungeon Overview and Level Annotations" if game.minor >= 8 else "Overview of the Dungeon"
    deepest = 15 if game.minor >= 14 else 27
    yield from ("", "Branches:", f"Dungeon (12/{deepest})  Temple (1/1) D:6", "", "Altars:", "")
    if settings.annotations:
        yield from ("Annotations:", *(f"D:1 {annotation}" for annotation in settings.annotations), "")


def _mutations(game: Game, _settings: Settings) -> Iterator[str]:
    yield f"{' ' * 20 if game.minor <= 10 else ''}Innate Abilities, Weirdness & Mutations"
    yield from ("", "You are rather mundane.", "")


def _messages(game: Game, settings: Settings) -> Iterator[str]:
    yield from ("Message History", "")
    if game.kind == "sprint" and game.minor <= 14:
        # An empty message stands behind the greeting.
        yield f"Welcome, {game.name} the {game.species} {game.background}."
        yield from ("", "Press ? for a list of commands and other information.")
    for message in settings.messages:
        yield from textwrap.wrap(message, 79)
    yield ""


def _screenshot(_game: Game, _settings: Settings) -> Iterator[str]:
    yield from ("#####", "#.@.#", "#≈§÷#", "##+##", "")


def _monlist(_game: Game, _settings: Settings) -> Iterator[str]:
    yield from ("There were no monsters in sight!", "")


def _kills(game: Game, _settings: Settings) -> Iterator[str]:
    if not game.kills:
        return
    yield "Vanquished Creatures"
    yield "  A rat (D:1)" if game.kills == 1 else f"  {game.kills} rats"
    yield f"{game.kills} creature{'s' * (game.kills > 1)} vanquished."


def _notes(game: Game, settings: Settings) -> Iterator[str]:
    wide = 8 if game.minor >= 8 else 7
    yield "Notes"
    yield f"Turn   | {'Place':<{wide}} | Note"
    yield "--------------------------------------------------------------"
    for turn, place, text in _rows(game, settings):
        parts = textwrap.wrap(text, 60) if game.minor >= 19 else [text]
        yield (
            f"{turn:>6}| {place[:wide]:<{wide}} | {parts[0]}"
            if turn >= 100_000
            else (f"{turn:>6} | {place[:wide]:<{wide}} | {parts[0]}")
        )
        for part in parts[1:]:
            yield f"{' ' * (wide + 10)}| {part}"
    yield ""


def _rows(game: Game, settings: Settings) -> Iterator[tuple[int, str, str]]:
    """The notes: what happened between the first and the last turn happened on one of them."""
    comma = "," if game.minor <= 16 else ""
    character = f"{game.species} {game.background}"
    yield 0, "D:1", f"{game.name}{comma} the {character}{comma} began the quest for the Orb."
    between = game.turns // 2
    for level in range(1, game.xl + 1):
        turn = 0 if level == 1 else between
        yield turn, "D:1", f"Reached XP level {level}. HP: {level + 9}/{level + 9} MP: {level}/{level}"
    if game.god:
        yield between, "D:1", f"Became a worshipper of {game.worship}"
    for rune in game.runes:
        branch = RUNES[rune] if game.minor >= 11 else RUNES[rune].replace("Vaults", "Vault")
        yield between, branch, f"Got {_article(rune.upper())} {rune} rune of Zot"
    for _ in range(game.further_runes):
        yield between, "Pan", "Got a demonic rune of Zot"
    for gem in game.gems:
        yield between, GEMS[gem], f"Got {_article(gem.upper())} {gem} gem with 100 turns to spare"
    if game.won:
        yield between, "Zot:5", "Got the Orb of Zot"
    for note in settings.own_notes:
        yield between, "D:1", note
    if game.mark:
        yield between, "D:1", f"Entered {'wizard' if game.mark == 'WIZ' else 'explore'} mode."
    yield game.turns, game.last_spot, game.last_note


def _screenshots(_game: Game, settings: Settings) -> Iterator[str]:
    yield from ("Illustrated notes", "")
    for note in settings.own_notes:
        yield from ("#####", "#.@.#", "", f"Turn 0 on level 1 of the Dungeon: {note}", "")


def _vaults(game: Game, _settings: Settings) -> Iterator[str]:
    vault = "D:        dungeon_sprint_1" if game.kind == "sprint" else "D:1:      dpeg_arrival_erosion"
    yield from ("Levels and vault maps discovered:", f"{vault}, layout_basic", "")


def _skill_gains(game: Game, _settings: Settings) -> Iterator[str]:
    yield "Skill      XL: |  1 |"
    yield "---------------+----+-----"
    yield f"{'Fighting':<15}| {game.skill // 10:>2} | {game.skill / 10:>4.1f}"
    yield ""


def _action_counts(game: Game, _settings: Settings) -> Iterator[str]:
    columns = (game.xl - 1) // 3
    columns += columns > 0
    heads = "".join(f"| {at * 3 + 1:>2}-{at * 3 + 3:>2} " for at in range(columns))
    yield f"{'Action':<25}{heads}|| total"
    yield f"{'-' * 25}{'+-------' * columns}++-------"
    yield f"{'Melee: Dagger':<25}{'|     1 ' * columns}||{columns or 1:>6}"
    yield ""


_SECTIONS: dict[str, _Section] = {
    "header": _header,
    "hiscore": _hiscore,
    "stats": _stats,
    "misc": _misc,
    "inventory": _inventory,
    "skills": _skills,
    "spells": _spells,
    "overview": _overview,
    "mutations": _mutations,
    "messages": _messages,
    "screenshot": _screenshot,
    "monlist": _monlist,
    "kills": _kills,
    "notes": _notes,
    "screenshots": _screenshots,
    "vaults": _vaults,
    "skill_gains": _skill_gains,
    "action_counts": _action_counts,
}
