"""Dumplogs of GnollHack and their pages, written from invented games as the game writes them."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from fuzz.gnollhack_games import DIFFICULTIES, SCHOOLS, Game, deed_of, games, percentage, valid
from fuzz.invariants import Sample
from necropsy.games.gnollhack.tables_csv import rows

__all__ = ["dump_of", "facts_of", "has_page", "name_of", "page_of", "pages", "samples"]


def samples() -> st.SearchStrategy[Sample]:
    """Dumplogs as files."""
    return games().map(lambda game: Sample(name_of(game) + ".txt", dump_of(game).encode()))


def pages() -> st.SearchStrategy[Sample]:
    """Pages as files."""
    return games().filter(has_page).map(lambda game: Sample(name_of(game) + ".html", page_of(game).encode()))


def name_of(game: Game) -> str:
    """What the game calls the files, without the ending."""
    return f"gnollhack.{'hero' if '/' in game.name else game.name}.{game.started}"


# ---------------------------------------------------------------------------------- words

ROLE_WORDS = {
    "Arc": "Archaeologist",
    "Bar": "Barbarian",
    "Cav": "Caveman",
    "Hea": "Healer",
    "Kni": "Knight",
    "Mon": "Monk",
    "Pri": "Priest",
    "Ran": "Ranger",
    "Rog": "Rogue",
    "Sam": "Samurai",
    "Tou": "Tourist",
    "Val": "Valkyrie",
    "Wiz": "Wizard",
}
_FEMALE = {"Cav": "Cavewoman", "Pri": "Priestess"}
_GENDERED = ("Cav", "Pri", "Val")
_GOODBYES = {"Kni": "Fare thee well", "Sam": "Sayonara", "Tou": "Aloha", "Val": "Farvel"}
_TIMES = {1: "once", 2: "twice", 3: "thrice"}


def role_word(game: Game) -> str:
    """The role as it is printed."""
    return (
        _FEMALE.get(game.role, "")
        if game.gender == "female" and game.role in _FEMALE
        else ROLE_WORDS[game.role]
    )


def _who(game: Game) -> str:
    gender = "" if game.role in _GENDERED else f"{game.gender} "
    return f"{gender}{game.race} {role_word(game)}"


def _times(number: int) -> str:
    return _TIMES.get(number, f"{number} times")


def _many(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _duration(seconds: int) -> str:
    parts = [
        _many(amount, unit)
        for amount, unit in (
            (seconds // 3600, "hour"),
            (seconds // 60 % 60, "minute"),
            (seconds % 60, "second"),
        )
        if amount
    ]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def version_shown(game: Game) -> str:
    """The version as the header has it."""
    number, _, build = game.tag.partition("-")
    if build.startswith("B"):
        return f"{number} Beta {build[1:]}"
    return f"{number} (Build {build})" if build else number


def version_fact(game: Game) -> str:
    """The version as a reader tells it."""
    number, _, build = game.tag.partition("-")
    return f"{number}-{20 + int(build[1:])}" if build.startswith("B") else game.tag


def moment(seconds: int) -> dt.datetime:
    """A moment by the clock of the file."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC).replace(tzinfo=None)


# ------------------------------------------------------------------------------- elements


class Part(NamedTuple):
    """A line of the dumplog.

    Attributes:
        kind: ``title sub item row total line thing class content`` or ``gap``, which the page has not.
        text: the line as the text has it.
        cells: what the page has of a row.
    """

    kind: str
    text: str
    cells: tuple[str, str] = ("", "")


def dump_of(game: Game) -> str:
    """The text of a dumplog."""
    return "".join(f"{part.text}\n" for part in _parts(game))


_TAGS = {"title": "h2", "sub": "h3", "item": "li", "content": "li"}
_LISTS = {"item": "ul", "content": "ol", "row": 'table class="nh_table"'}


def has_page(game: Game) -> bool:
    """Whether the version writes pages of the form that is written here."""
    return game.since("4.1.2-5")


def page_of(game: Game) -> str:
    """The page of a dumplog."""
    title = html.escape(f"GnollHack {version_shown(game)} ({game.name})")
    lines = [
        "<!DOCTYPE html>",
        "<head>",
        f"<title>{title}</title>",
        '<meta http-equiv="Content-Type" content="text/html;charset=utf-8" />',
        "</head>",
        "<body>",
    ]
    opened = ""
    for part in _parts(game):
        wanted = _LISTS.get(part.kind, "")
        if opened != wanted and (opened or wanted) and part.kind != "gap":
            lines += [f"</{opened.partition(' ')[0]}>"] if opened else []
            lines += [f"<{wanted}>"] if wanted else []
            opened = wanted
        lines += _marked_up(game, part)
    return "\n".join([*lines, "<br />", "</body>", "</html>", ""])


def _marked_up(game: Game, part: Part) -> list[str]:
    text = _escaped(part.text)
    if part.kind == "gap":
        return []
    if part.kind in _TAGS:
        tag = _TAGS[part.kind]
        shown = _escaped(part.cells[0]) if part.kind == "content" else text
        return [f"<{tag}>{shown}</{tag}>"]
    if part.kind == "row":
        return [f"<tr><td>{_escaped(part.cells[0])}</td><td>{_escaped(part.cells[1])}</td></tr>"]
    if part.kind == "total":
        return [f'<p class="nh_paragraph_line">{text}</p>']
    if part.kind == "thing":
        return [f'<div class="nh_menu_item">{text.strip()}</div>']
    if part.kind == "class":
        return [f"<div><h3>{text.strip()}</h3>", "</div>"]
    if part.kind == "stone":
        points = f'<div class="ts_row ts_points">{_many(game.score, "point")}</div>'
        return [f'<div class="tombstone">{points}</div>'] if part.cells[0] else []
    return [f"{text}<br />"]


def _escaped(text: str) -> str:
    """As the game does it: what is not ASCII has no semicolon behind it."""
    return "".join(
        letter if ord(letter) < 128 else f"&#{ord(letter)}" for letter in html.escape(text, quote=True)
    )


def _gap(text: str = "") -> Part:
    return Part("gap", text)


def _parts(game: Game) -> Iterator[Part]:
    """The lines of the dumplog, from the header to the end."""
    began, ended = moment(game.started), moment(game.started + game.seconds)
    stop = "" if game.since("4.1.0-B9") else "."
    yield Part(
        "sub",
        f"Unix GnollHack Version {version_shown(game)} - last build Mon Nov 30 10:19:59 2026 (9676ab7a4def).",
    )
    yield _gap()
    yield Part("sub", f"Game began {began}, ended {ended}{stop}")
    yield _gap()
    yield Part("sub", f"{game.name}, {game.alignment[0]} {_who(game)}")
    yield _gap()
    yield Part("line", "  |.@.|")
    yield _gap()
    yield Part(
        "line", f"Hero the Stripling   St:18/02 Dx:16 Co:18 In:7 Wi:8 Ch:6 {game.alignment[0].capitalize()}"
    )
    yield Part("line", f"x Dlvl:1 HP:{game.hp}({game.max_hp}) MP:10(10) AC:3 W:2hM XL:{game.xl}/0")
    yield _gap()
    yield Part("title", "Latest messages:")
    yield Part("line", " You survived that attempt on your life.")
    yield from (Part("line", f' You read: "{said}".') for said in game.player_words)
    yield Part(
        "line", f" You were playing on {DIFFICULTIES[game.level + 4]} difficulty in {game.mode.words} mode."
    )
    yield _gap()
    yield from _inventory(game)
    yield from _attributes(game)
    yield from _abilities(game)
    yield from _events(game)
    yield from _creatures(game)
    yield from _deeds(game)
    yield from _role_lines(game)
    yield from _overview(game)
    yield from _closing(game)


def _inventory(game: Game) -> Iterator[Part]:
    yield Part("title", "Inventory:")
    yield Part("class", " Weapons")
    yield Part("thing", "  a - a +0 battle-axe named the Prime Codex (weapon in hands)")
    if game.codex_carried:
        yield Part("class", " Spellbooks")
        yield Part("thing", "  b - the blessed Prime Codex")
    if carried := list(_things(game, chest=False)):
        yield Part("class", " Collectibles")
        for letter, thing in zip("ghijklmnopqrstuv", carried, strict=False):
            yield Part("thing", f"  {letter} - {thing}")
    if game.bones % 2:
        yield Part("thing", f"  c - a sack named {game.player_words[1]} containing 1 item")
        yield _gap()
        yield Part("title", f"Contents of the sack named {game.player_words[1]}:")
        yield Part("content", "   1 - an uncursed fig", ("an uncursed fig", ""))
    if game.since("4.2.0-22"):
        yield _gap()
        yield Part("title", "Contents of your magic chest:")
        for at, thing in enumerate(("an uncursed fig", *_things(game, chest=True)), 1):
            yield Part("content", f"  {at:2} - {thing}", (thing, ""))
    yield _gap(" ") if game.since("4.2.0-22") else _gap()


_COUNTED_THINGS = {
    "life_saving": "an uncursed amulet of life saving",
    "mummy_wrapping": "an uncursed +0 mummy wrapping",
    "historic_statue": "an empty uncursed historic statue of a gnome",
    "sarcophagus": "an empty uncursed sarcophagus",
}


def _things(game: Game, *, chest: bool) -> Iterator[str]:
    """What the role's block counts, by the names that tell it."""
    for what, counts in game.collected.items():
        if game.role == "Val" and counts[chest]:
            quality = _quality(game)
            yield from [f"a +0 {quality} spear"] * min(4, counts[chest]) if what != "ammo" else ()
            yield from [f"{counts[chest]} +0 {quality} arrows"] if what == "ammo" else ()
        elif what in _COUNTED_THINGS:
            yield from [_COUNTED_THINGS[what]] * counts[chest]


def _quality(game: Game) -> str:
    return {"lawful": "celestial", "neutral": "primordial", "chaotic": "infernal"}[game.alignment[1]]


def _items(*texts: str) -> Iterator[Part]:
    for text in texts:
        yield Part("item", f" {text}")


def _attributes(game: Game) -> Iterator[Part]:
    yield Part("title", f"{game.name[:1].upper()}{game.name[1:]} the {role_word(game)}'s attributes:")
    yield _gap(" " if game.since("4.1.3-24") else "")
    yield Part("sub", "Background:")
    yield from _items(f"You were a Stripling, a level {game.xl} {_who(game)}.")
    yield from _items(*_mission(game), *_stood(game))
    turns = "You had just started your adventure." if game.turns == 1 else ""
    yield from _items(turns or f"You entered the dungeon {game.turns} turns ago.")
    yield from _items(f"You had {_many(game.xp, 'experience point')}.")
    yield _gap(" ")
    yield Part("sub", "Basics:")
    full = game.hp == game.max_hp
    yield from _items(
        f"You had {game.hp} hit point{'' if game.hp == 1 else 's'} in total."
        if full
        else f"You had {game.hp} out of {game.max_hp} hit point{'' if game.max_hp == 1 else 's'}.",
        "Your armor class was 3.",
        f"Your wallet contained {_many(game.gold, 'gold piece')}." if game.gold else "Your wallet was empty.",
    )
    own_block = game.since("4.2.0-31")
    if not own_block:
        yield from _items(*_settings(game))
    yield _gap(" ")
    yield Part("sub", "Final Attributes:")
    if "crowned" in game.earned:
        yield from _items(f"You were {_TITLES[game.alignment[1]]}.")
    yield from _items("You were fervently aligned.", _survived(game))
    if own_block:
        yield _gap(" ")
        yield Part("sub", "Game:")
        yield from _items(*_settings(game))
    yield _gap()


def _mission(game: Game) -> Iterator[str]:
    in_force, base, first = game.alignment
    manner = "temporarily " if in_force != base else "belatedly " if in_force != first else ""
    yield f"You were {in_force}, {manner}on a mission for Odin"
    yield "who was opposed by Tyr (lawful) and Loki (chaotic)."
    if manner == "temporarily ":
        yield f"You were actually {base}."
    if base != first:
        yield f"You started out {first}."


def _stood(game: Game) -> Iterator[str]:
    """Where the hero was at the end, of places in the dungeon."""
    place, level = game.place
    if place in ("doom", "quest") and game.ending != "escaped":
        yield f"You were in the {'Quest' if place == 'quest' else 'Dungeons of Doom'}, on level {level}."


_DAMAGE = (
    ((25, 250), (35, 200), (50, 158), (70, 126), (100, 100), (141, 79), (200, 62)),
    ((35, 350), (45, 255), (59, 187), (76, 136), (100, 100), (130, 73), (169, 53)),
)
"""The percentages of damage by difficulty, up to 4.1.3-46 and later."""

_REMARKS = {
    "classic": "traditional mode with permanent death",
    "modern": "revival and score reduction upon death",
    "casual": "non-scoring mode with revival upon death and loadable saved games",
    "reloadable": "non-scoring mode with permanent death but loadable saved games",
    "explore": "non-scoring immortal mode with loadable saved games",
    "wizard": "immortal mode with debug commands",
}

_TITLES = {
    "lawful": "the Hand of Elbereth",
    "neutral": "the Envoy of Balance",
    "chaotic": "the Glory of Arioch",
}


def _settings(game: Game) -> Iterator[str]:
    difficulty = DIFFICULTIES[game.level + 4]
    by_monsters, by_player = _DAMAGE[game.since("4.1.3-47")][game.level + 4]
    yield (
        f"Your game difficulty was {difficulty} ({by_monsters}% damage by monsters, {by_player}% by player)."
    )
    yield f"You were playing in {game.mode.words} mode ({_REMARKS[game.mode.name]})."
    if game.since("4.1.0-B17"):
        yield f"Your game score was {game.score}."
    if game.since("4.1.0-B9"):
        yield f"You had been playing the game for {_duration(game.seconds)}."


def _survived(game: Game) -> str:
    if game.ending == "death":
        number = game.killed
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
        return "You are dead." if number == 1 else f"You are dead ({number}{ending} time!)."
    return f"You survived after being killed {_times(game.killed)}." if game.killed else "You survived."


def _abilities(game: Game) -> Iterator[Part]:
    indent = "  " if game.since("4.1.2-5") else " "
    if game.since("4.1.0-B9"):
        yield Part("title", "Final Skills:")
        for skill in ("Dagger", *(f"{school} spell" for school in SCHOOLS.get(game.role, ()))):
            levels = "Basic / Grand Master"
            yield Part("row", f"{indent}{skill:<35} {levels}", (skill, levels))
        yield Part("total", "You had 0 skill slots available")
        yield _gap()
    if not game.spells:
        yield Part("title", "You did not know any spells.")
    else:
        yield Part("title", "Spells in your repertoire:")
        for name in game.spells:
            spell = name[:1].upper() + name[1:]
            yield Part("row", f"{indent}{spell:<35} 100% success", (spell, "100% success"))
    yield _gap()


def _events(game: Game) -> Iterator[Part]:
    if not game.since("4.1.1-4"):
        return
    yield Part("title", "Major events:")
    yield _gap(" Turn")
    mode = f" in {game.mode.words.removeprefix('non-scoring ')} mode" if game.since("4.1.2-5") else ""
    who = f"{game.name} the {game.alignment[2]} {_who(game)}"
    texts = [f"{who} has entered the dungeon on {DIFFICULTIES[game.level + 4]} difficulty{mode}"]
    texts += ["averted death (killed by a newt)"] * game.averted
    texts += [f'wished for "{game.player_words[3]}"'] * game.wishes
    if game.since("4.1.2-5"):
        texts += _milestones(game)
    elif "performed_the_invocation_ritual" in game.earned:
        texts.append("performed the invocation")
    texts += _last_event(game)
    for at, text in enumerate(texts):
        turn = 1 + (game.turns - 1) * at // (len(texts) - 1) if at else 1
        yield Part("row", f"{turn:5}: {text}", (str(turn), text))
    yield _gap()


_MILESTONES = {
    "entered_the_gnomish_mines": "entered the Gnomish Mines",
    "entered_sokoban": "entered Sokoban",
    "entered_bigroom": "entered the Big Room",
    "entered_large_circular_dungeon": "entered the Large Circular Dungeon",
    "entered_plane_of_modron": "entered the Plane of the Modron",
    "entered_gehennom": "entered Gehennom",
    "entered_hellish_pastures": "entered the Hellish Pastures",
    "obtained_the_luckstone_from_the_mines": "acquired the Gladstone from Mines' End",
    "obtained_the_sokoban_prize": "completed Sokoban, acquiring an old bag",
    "obtained_the_prime_codex": "acquired the Prime Codex",
    "obtained_the_candelabrum_of_invocation": "acquired the Candelabrum of Invocation",
    "obtained_the_bell_of_opening": "acquired the Bell of Opening",
    "obtained_the_book_of_the_dead": "acquired the Book of the Dead",
    "performed_the_invocation_ritual": "performed the invocation",
    "obtained_the_amulet_of_yendor": "acquired the Amulet of Yendor",
    "entered_elemental_planes": "entered the Elemental Planes",
    "entered_astral_plane": "entered the Astral Plane",
}
"""What the diary says of achievements, in the order in which they can be earned."""

_CROWNINGS = {
    "lawful": 'was crowned "The Hand of Elbereth" by Odin',
    "neutral": "became Odin's Envoy of Balance",
    "chaotic": "became The Glory of Arioch",
}


def _milestones(game: Game) -> Iterator[str]:
    """The achievements as the diary tells them, and the deaths of unique creatures."""
    yield from (f"killed {name}" for name, _, _, unique in game.vanquished if unique)
    if "crowned" in game.earned:
        yield _CROWNINGS[game.alignment[1]]
    if game.quest_done:
        deed = deed_of(game)
        yield "took" + deed.removeprefix("taken") if deed.startswith("taken ") else deed
    yield from (text for token, text in _MILESTONES.items() if token in game.earned)


def _last_event(game: Game) -> list[str]:
    """How the game ended, which of a game that was given up is not told."""
    return {"ascended": ["ascended to demigodhood"], "escaped": ["escaped the dungeon"], "quit": []}.get(
        game.ending, ["killed by a newt"]
    )


def _listed(one: str, many: str, times: int, unique: bool) -> str:
    if unique:
        return f"    {one}" if times == 1 else f"    {one} ({_times(times)})"
    article = "an" if one[0].lower() in "aeiou" else "a"
    return f"  {article} {one}" if times == 1 else f"{times:3} {many}"


def _creatures(game: Game) -> Iterator[Part]:
    if not game.vanquished:
        yield Part("title", "No creatures were vanquished.")
    else:
        yield Part("title", "Vanquished creatures:")
        for each in game.vanquished:
            yield Part("item", _listed(*each))
        if len(game.vanquished) > 1:
            total = sum(each[2] for each in game.vanquished)
            yield Part("total", f"{total} creatures vanquished.")
    yield _gap()
    if not game.genocides:
        yield Part("title", "No species were genocided or became extinct.")
    else:
        yield Part("title", "Genocided species:")
        yield from _items(
            *[f" {name}" for name in ("liches", "mind flayers", "cockatrices")[: game.genocides]]
        )
        if game.genocides > 1:
            yield Part("total", f"{game.genocides} species genocided.")
    yield _gap()


# ---------------------------------------------------------------------------------- deeds


def _phrases(game: Game) -> Iterator[str]:
    table = {row["token"]: row["phrase"] for row in _valid_achievements(game)}
    for token in game.earned:
        if token == "role_achievement" and not table.get(token):
            yield f"You had {deed_of(game)}."
        elif token == "role_achievement":
            yield f"You had completed your optional quest by {_gerund(deed_of(game))}."
        elif token == "crowned":
            yield f"You had become {_TITLES[game.alignment[1]]}."
        elif table[token]:
            yield f"You had {table[token]}."
    if game.quest_completed:
        yield "You had completed your quest by defeating Thoth Amon and recovering the Heart of Ahriman."


def _valid_achievements(game: Game) -> list[dict[str, str]]:
    return valid("achievements", game.build)


_GERUNDS = {
    "defeated": "defeating",
    "found": "finding",
    "attained": "attaining",
    "successfully cast": "successfully casting",
    "taken": "taking",
}


def _gerund(deed: str) -> str:
    """The deed as the builds since 4.1.3-55 word it."""
    word = next(word for word in _GERUNDS if deed.startswith(word))
    return _GERUNDS[word] + deed.removeprefix(word)


def _deeds(game: Game) -> Iterator[Part]:
    between = _gap("" if game.since("4.1.1-4") else " ")
    if not ({"ascended"} & set(game.earned)):
        yield Part("title", "Goals:")
        yield from _items("You were on a mission to recover the Amulet of Yendor for Odin.")
        yield between
    yield Part("title", "Achievements:")
    yield from _items(*(list(_phrases(game)) or ["You had not earned any achievements."]))
    yield between
    yield Part("title", "Voluntary challenges:")
    yield from _items(*_challenges(game))
    yield between if game.role in ("Tou", "Rog") or game.since("4.1.3-42") else _gap()


_CHALLENGES = (
    ("blind", "You were blind from birth."),
    ("nudist", "You were faithfully nudist."),
    ("foodless", "You went without food."),
    ("vegan", "You followed a strict vegan diet."),
    ("vegetarian", "You were vegetarian."),
    ("atheist", "You were an atheist."),
    ("weaponless", "You never hit with a wielded weapon."),
    ("pacifist", "You were a pacifist."),
    ("illiterate", "You were illiterate."),
    ("genocideless", "You never genocided any monsters."),
    ("polyless", "You never polymorphed an object."),
    ("polyselfless", "You never changed form."),
    ("wishless", "You used no wishes."),
    ("artiwishless", "You did not wish for any artifacts."),
    ("elberethless", "You never engraved Elbereth."),
    ("conflictless", "You never caused conflict."),
    ("petless", "You never had a pet or ally."),
    ("boneless", "You never found a bones level."),
)
_STRONGER = {"vegan": "foodless", "vegetarian": "vegan", "artiwishless": "wishless"}


def _challenges(game: Game) -> Iterator[str]:
    for token, text in _CHALLENGES:
        if token in game.kept:
            if _STRONGER.get(token) in game.kept or (token == "elberethless" and not game.knows_elbereth):
                continue
            yield text
        elif token == "genocideless":
            monsters = "monster" if game.genocides == 1 else "monsters"
            yield f"You genocided {_many(game.genocides, 'type')} of {monsters}."
        elif token == "wishless":
            yield f"You used {_many(game.wishes, 'wish', 'wishes')}{_artifacts(game)}."
        elif token == "petless" and game.since("4.2.0-19"):
            yield f"You had {_many(game.pets, 'pet or ally', 'pets or allies')}."
        elif token == "boneless" and game.since("4.2.0-19"):
            yield f"You found {game.bones} bones level{'s' if game.bones > 1 else ''}."


def _artifacts(game: Game) -> str:
    if not game.artifact_wishes:
        return ""
    if game.wishes == 1:
        return " (for an artifact)"
    if game.artifact_wishes == game.wishes:
        return " (both for artifacts)" if game.wishes == 2 else " (all for artifacts)"
    return f" ({game.artifact_wishes} for {'an artifact' if game.artifact_wishes == 1 else 'artifacts'})"


# ----------------------------------------------------------------------------- role score

_OF = "of at least artifact, {} or mythic quality"
_NAMED = {
    ("Arc", "artifact"): ("artifact", "artifacts"),
    ("Arc", "mummy_wrapping"): ("mummy wrapping", "mummy wrappings"),
    ("Arc", "historic_statue"): ("historic statue", "historic statues"),
    ("Arc", "sarcophagus"): ("sarcophagus", "sarcophaguses"),
    ("Arc", "art"): ("gold piece worth of art objects", "gold pieces worth of art objects"),
    ("Bar", "weapon"): (
        "melee weapon of artifact or legendary quality",
        "melee weapons of artifact or legendary quality",
    ),
    ("Bar", "points"): ("{} worth of melee weapons of artifact or legendary quality",) * 2,
    ("Cav", "life_saving"): ("amulet of life saving", "amulets of life saving"),
    ("Cav", "other_amulet"): ("non-prediscovered amulet", "non-prediscovered amulets"),
    ("Ran", "launcher"): (
        "ranged weapon of at least artifact, elite, or mythic quality",
        "ranged weapons of at least artifact, elite, or mythic quality",
    ),
    ("Ran", "ammo"): ("ammo of at least artifact, elite, or mythic quality",) * 2,
    ("Ran", "points"): ("{} worth of ranged weapons of at least artifact, elite, or mythic quality",) * 2,
    ("Rog", "valuables"): ("gold piece worth of valuables", "gold pieces worth of valuables"),
    ("Sam", "item"): (
        "Japanese non-ammo item of at least artifact, exceptional, or mythic quality",
        "Japanese non-ammo items of at least artifact, exceptional, or mythic quality",
    ),
    ("Sam", "ammo"): ("Japanese ammo of at least artifact, exceptional, or mythic quality",) * 2,
    ("Sam", "points"): ("{} worth of Japanese items of at least artifact, exceptional, or mythic quality",)
    * 2,
    ("Val", "item"): ("non-ammo item of {kind} quality", "non-ammo items of {kind} quality"),
    ("Val", "ammo"): ("ammo of {kind} quality",) * 2,
    ("Val", "points"): ("{} worth of {kind}items of  quality",) * 2,
}


def _role_lines(game: Game) -> Iterator[Part]:
    titled = game.since("4.1.3-45")
    if game.role == "Mon" and not game.since("4.1.3-49"):
        return
    lines = list(_counted(game))
    if titled:
        yield Part("title", "Role score:")
        if game.quest_done:
            yield from _items("You had completed your role's optional quest.")
            if game.has_list and game.since("4.1.3-46"):
                yield _gap(" ")
        yield from _items(*lines)
        yield from _list_of(game)
        yield from _percentage(game)
        yield _gap()
    elif lines or (game.has_list and (game.role == "Tou" or game.since("4.1.3-42"))):
        for line in lines:
            yield Part("title", line)
        yield from _list_of(game)
        yield _gap()


def _counted(game: Game) -> Iterator[str]:
    kind = _quality(game)
    unit = game.currency if not game.since("4.1.3-43") else "points"
    have = "had" if game.since("4.1.1-4") else "have"
    for chest in (False, True) if game.since("4.2.0-3") else (False,):
        for what, counts in game.collected.items():
            amount = counts[chest]
            one, many = _NAMED[game.role, what]
            words = (
                (one if amount == 1 else many)
                .replace("{kind}", kind)
                .replace("{}", unit)
                .replace("gold pieces", game.currency)
            )
            place = "in your sandalwood chest" if chest else "with you"
            each = _each(game, what)
            yield f"You {have} {amount} {words} {place}{each}."
    if game.role in SCHOOLS and game.since("4.1.3-42"):
        new = _many(len(game.spells), "new spell")
        yield f"You had learnt {new} in unrestricted schools."


def _each(game: Game, what: str) -> str:
    """Two versions say what a thing is worth."""
    if game.since("4.1.3-45") or not game.since("4.1.3-43") or what not in ("artifact", "life_saving"):
        return ""
    pay = {row["what"]: row["points"] for row in _valid_roles(game) if row["role"] == game.role}
    return f", each worth {pay[what]} points"


def _valid_roles(game: Game) -> list[dict[str, str]]:
    return valid("roles", game.build)


def _list_of(game: Game) -> Iterator[Part]:
    if not game.has_list:
        return
    if game.role == "Tou":
        heading, nobody = "Selfies taken with:", "(No selfies taken with monsters)"
    else:
        angels = game.alignment[0] == "chaotic" and game.since("4.1.3-45")
        heading = (
            "Angels and lawful dragons slain:" if angels else "Demons, devils, and chaotic dragons slain:"
        )
        nobody = "(No creatures slain)" if game.since("4.1.3-45") else "(None)"
    indented = game.since("4.1.3-46")
    yield Part("sub", f" {heading}" if indented else heading)
    for each in game.listed:
        yield Part("item", f" {_listed(*each)}")
    if not game.listed:
        yield from _items(nobody)
    elif "4.1.3-43" <= game.tag <= "4.1.3-44" and game.role == "Kni":
        yield Part("item", "  0 ancient green dragons")


def _percentage(game: Game) -> Iterator[Part]:
    if (game.role == "Kni" and not game.has_list) or (game.has_list and not game.listed):
        return
    indent = "" if game.has_list and not game.since("4.1.3-46") else " "
    yield Part(
        "item" if indent else "total",
        f"{indent}You had gained {percentage(game)}% of your maximum role score.",
    )


# ------------------------------------------------------------------------------- overview


PLANES = {
    -1: "Plane of Earth",
    -2: "Plane of Air",
    -3: "Plane of Fire",
    -4: "Plane of Water",
    -5: "Astral Plane",
}


def _overview(game: Game) -> Iterator[Part]:
    mark = {"ascended": " <- You are here.", "escaped": " <- You left from here."}.get(
        game.ending, " <- You were here."
    )
    place, level = game.place
    if place == "planes":
        yield Part("title", "The Elemental Planes: ")
        yield Part("sub", f"   {PLANES[level]}:{mark}")
        yield Part("item", "      A temple to Odin.")
        yield from _grave(game)
    here = level if place == "doom" else 0
    yield Part("title", f"The Dungeons of Doom: {_range(1, game.doom)}")
    for each in sorted({1, game.doom, game.portal or 1, here or 1}):
        called = f' "{game.player_words[2]}"' if each == game.doom else ""
        yield Part("sub", f"   Level {each}:{called}{mark if each == here else ''}")
        yield from _features(game, each)
        if each == here:
            yield from _grave(game)
    for name, first, last, way in (
        ("Gehennom", 25, game.gehennom, "to"),
        ("The Gnomish Mines", 3, game.mines, "to"),
        ("Sokoban", 6, 3 if game.sokoban else 0, "up to"),
    ):
        if last:
            yield Part("title", f"{name}: Levels {first} {way} {last}")
            yield Part("sub", f"   Level {last}:")
    if place == "ludios":
        yield Part("title", "Fort Ludios: ")
        yield Part("sub", f"   Level 1:{mark}")
        yield from _grave(game)
    if game.quest:
        yield from _quest(game, mark)
    yield _gap()


def _features(game: Game, level: int) -> Iterator[Part]:
    if level == 1:
        yield Part("item", "      An altar to Odin, an entrance to the Dungeons of Doom.")
    if level == game.doom and game.bones:
        yield Part("item", f"      Final resting place for {game.player_words[4]}, killed by a newt.")
    if game.quest and level == game.portal and game.portal_seen:
        yield Part("item", "      Portal to The Quest.")


def _quest(game: Game, mark: str) -> Iterator[Part]:
    here = game.place[1] if game.place[0] == "quest" else 0
    yield Part("title", f"The Quest: {_range(1, game.quest)}")
    for each in sorted({game.quest, here or game.quest}):
        yield Part("sub", f"   Level {each}:{mark if each == here else ''}")
        if each == here:
            yield from _grave(game)


def _range(first: int, last: int) -> str:
    return "" if first == last else f"Levels {first} to {last}"


def _grave(game: Game) -> Iterator[Part]:
    if game.ending != "death":
        return
    if game.since("4.1.2-5"):
        yield Part("item", "      Final resting place for you, killed by a newt.")
    else:
        yield Part("item", "      Final resting place for")
        yield Part("item", "         you, killed by a newt.")


# -------------------------------------------------------------------------------- closing


def _closing(game: Game) -> Iterator[Part]:
    if game.ending == "death":
        yield from _tombstone(game)
    role = ("Demigoddess" if game.gender == "female" else "Demigod") if game.ascended else role_word(game)
    yield Part("title", f"{_GOODBYES.get(game.role, 'Goodbye')} {game.name} the {role}...")
    yield _gap()
    points, rest = (
        _many(game.score, "point"),
        f"and {_many(game.gold, 'piece')} of gold, after {_many(game.turns, 'move')}.",
    )
    how = _how(game)
    if game.since("4.1.2-5"):
        yield Part("line", f"You {how} with {points}, {rest}")
    elif how.startswith("and "):
        companions, _, way = how.partition("  ")
        yield Part("line", f"You {companions}")
        yield Part("line", f"{way} with {points},")
        yield Part("line", rest)
    else:
        yield Part("line", f"You {how} with {points},")
        yield Part("line", rest)
    played = f" for {_duration(game.seconds)}" if game.since("4.1.0-B9") else ""
    yield Part(
        "line", f"You played on {DIFFICULTIES[game.level + 4]} difficulty in {game.mode.words} mode{played}."
    )
    times = f"{game.collapses} time{'' if game.collapses == 1 else 's'}"
    collapsed = (
        f"The dungeon collapsed on you {times}." if game.collapses else "The dungeon never collapsed on you."
    )
    yield Part("line", collapsed)
    points_most = f"{game.max_hp} hit point{'' if game.max_hp == 1 else 's'}"
    yield Part("line", f"You were level {game.xl} with a maximum of {points_most} when you {_final(game)}.")
    yield _gap()


def _how(game: Game) -> str:
    pets = f"and {game.player_words[0]}  " if not game.since("4.1.2-5") else f"and {game.player_words[0]} "
    with_pet = pets if game.pets % 2 else ""
    if game.ascended:
        return f"{with_pet}went to your reward"
    if game.ending == "escaped":
        return f"{with_pet}escaped from the dungeon"
    place, level = game.place
    if place == "planes":
        return f"{game.verb} in {'The Astral Plane' if level == -5 else 'The Elemental Planes'}"
    if place in _NO_LEVEL:
        return f"{game.verb} {_NO_LEVEL[place]}"
    name = "The Quest" if place == "quest" else "The Dungeons of Doom"
    return f"{game.verb} in {name} on dungeon level {level}"


_NO_LEVEL = {"ludios": "in Fort Ludios", "beyond": "beyond the confines of the dungeon"}


def _final(game: Game) -> str:
    return "died" if game.verb == "passed away" else game.verb


def _tombstone(game: Game) -> Iterator[Part]:
    if not game.since("4.1.2-5"):
        yield Part("title", "Game over:")
    yield Part("stone", "                       ----------", ("first", ""))
    for text in ("REST", "IN", "PEACE", f"{game.gold} Au"):
        yield Part("stone", f"                  |{text:^18}|")
    yield Part("stone", "        _________)/\\\\_//(\\/(/\\)/\\//\\/|_)_______")
    yield _gap()


# ---------------------------------------------------------------------------------- facts

RACE_CODES = {"human": "Hum", "elven": "Elf", "dwarven": "Dwa", "gnollish": "Gnl", "orcish": "Orc"}

CODES = {"lawful": "Law", "neutral": "Neu", "chaotic": "Cha", "male": "Mal", "female": "Fem"}


def facts_of(game: Game) -> dict[str, Any]:
    """What a reader of the dumplog must find, by the names of the facts."""
    in_force, base, first = (CODES[each] for each in game.alignment)
    kept = [token for token in game.kept if token != "never_died"]
    if not game.knows_elbereth:
        kept = [token for token in kept if token != "elberethless"]
    unseen = game.quest and not game.portal_seen
    facts: dict[str, Any] = {
        "score": game.score,
        "player": game.name,
        "version": version_fact(game),
        "version_shown": version_shown(game),
        "port": "Unix",
        "mode": game.mode.name,
        "ending": game.ending,
        "won": game.ascended,
        "turns": game.turns,
        "duration_s": game.seconds if game.since("4.1.0-B9") else None,
        "started": moment(game.started),
        "ended": moment(game.started + game.seconds),
        "role": game.role,
        "race": RACE_CODES[game.race],
        "gender": None if game.role in _GENDERED else CODES[game.gender],
        "alignment": in_force,
        "alignment_current": base,
        "alignment_original": first,
        "difficulty": DIFFICULTIES[game.level + 4],
        "difficulty_level": game.level,
        "max_depth": game.depth if not unseen or game.outside >= 14 + game.quest - 1 else None,
        "max_level": game.outside,
        "umortality": game.killed,
        "averted_deaths": game.averted if game.since("4.1.1-4") else None,
        "gold": game.gold,
        "xl": game.xl,
        "xp": game.xp,
        "hp": game.hp,
        "max_hp": game.max_hp,
        "kills": sum(each[2] for each in game.vanquished),
        "wishes": game.wishes,
        "artifact_wishes": game.artifact_wishes if "wishless" not in game.kept else None,
        "wishes_noted": game.wishes if game.since("4.1.1-4") else None,
        "genocides": game.genocides or None,
        "collapses": game.collapses,
        "closing": True,
        "snapshot": False,
        "codex_carried": game.codex_carried,
        "achieved": tuple(sorted(_printed(game), key=_bit)),
        "quest_completed": game.quest_completed,
        "role_quest_done": game.quest_done,
        "kept": tuple(kept),
        "small_achievements": tuple(sorted(_of_kind(game, "small"), key=_bit)),
        "achievements": tuple(sorted(_of_kind(game, "notable"), key=_bit)),
    }
    if game.ending in ("quit", "death"):
        facts |= {"verb": game.verb, "place": _place_shown(game)}
    if game.mode.name != "wizard":
        facts["scoring"] = game.mode.scoring
    return facts


def _place_shown(game: Game) -> str | None:
    place, level = game.place
    if place in ("doom", "quest"):
        return f"{'The Quest' if place == 'quest' else 'The Dungeons of Doom'}, level {level}"
    if place == "planes":
        return "The Astral Plane" if level == -5 else "The Elemental Planes"
    return "Fort Ludios" if place == "ludios" else None


def _bit(token: str) -> int:
    return {row["token"]: int(row["bit"]) for row in rows("achievements") if row["bit"]}.get(token, 99)


def _printed(game: Game) -> list[str]:
    table = {row["token"]: row["phrase"] for row in _valid_achievements(game)}
    return [token for token in game.earned if table[token] or token == "role_achievement"]


def _of_kind(game: Game, kind: str) -> list[str]:
    table = {row["token"]: row["class"] for row in _valid_achievements(game)}
    return [token for token in _printed(game) if table[token] == kind]
