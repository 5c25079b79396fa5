"""Invented games of DCSS: facts that an honest game can have, of every era of the formula and the layout."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from hypothesis import strategies as st

from fuzz.dcss_points import MOST_XP, floor_of, level_of, points

__all__ = ["ERAS", "Death", "Game", "games"]

ERAS = {
    "0.3.1": "F1",
    "0.3.4": "F1b",
    "0.4.2": "F2d",
    "0.4.5": "F3",
    "0.5.2": "F3",
    "0.6.1": "F3",
    "0.7.2": "F3",
    "0.8.1": "F3",
    "0.9.2": "F4",
    "0.10-a0-993-gd2e2dc8934": "F5",
    "0.10-a0-2000-gdeadbee0": "F6",
    "0.10.3": "F7",
    "0.11.2": "F7",
    "0.12.2": "F8",
    "0.13.2": "F8",
    "0.14.2": "F8",
    "0.15.2": "F9",
    "0.16.2": "F10",
    "0.17.1": "F11",
    "0.18.1": "F11",
    "0.19.5": "F11",
    "0.20.1": "F11",
    "0.21.1": "F11",
    "0.22.1": "F11",
    "0.23.2": "F11",
    "0.24.1": "F11",
    "0.25.1": "F11",
    "0.26.1": "F11",
    "0.27.1": "F11",
    "0.28.0": "F11",
    "0.29.1": "F11",
    "0.30.2": "F11",
    "0.31-a0-1250-g866d48a76e": "F12",
    "0.31.0": "F13",
    "0.32.1": "F13",
    "0.33.1": "F13",
    "0.34.1": "F13",
    "0.35-a0-500-g5539bdd7ae": "F13",
}
"""The versions, and the formula of each."""


@dataclass(frozen=True, slots=True)
class Death:
    """A way to die.

    Attributes:
        cause: the first line of the score block about it.
        ktyp: its word in a log line.
        further: the lines between the cause and the place, without their beginning.
        wounded: whether it takes all hit points.
        note: the row of the notes, where that has other words.
        killer: who did it, as a log line names it.
        since: the first minor version that has it.
        until: the last one.
    """

    cause: str
    ktyp: str
    further: tuple[str, ...] = ()
    wounded: bool = False
    note: str = ""
    killer: str = ""
    since: int = 3
    until: int = 99


_DEATHS = (
    Death("BLOW by a rat (3 damage)", "mon", wounded=True, note="BLOW by a rat", killer="a rat"),
    Death(
        "BLOW by an orc warrior",
        "mon",
        ("... wielding a +2,+0 battleaxe of flaming", " (17 damage)"),
        wounded=True,
        killer="an orc warrior",
        since=6,
    ),
    Death(
        "BLOW by the the the's ghost (31 damage)",
        "mon",
        ("... summoned by an ogre mage",),
        wounded=True,
        note="BLOW by the the the's ghost",
        killer="the the the's ghost",
        since=6,
    ),
    Death(
        "Killed from afar by a centaur (9 damage)",
        "beam",
        ("... with an arrow",),
        wounded=True,
        note="Killed from afar by a centaur",
        killer="a centaur",
    ),
    Death(
        "Shot with an arrow by a yaktaur (9 damage)",
        "beam",
        wounded=True,
        note="Shot with an arrow by a yaktaur",
        killer="a yaktaur",
    ),
    Death("Succumbed to poison", "pois"),
    Death("Succumbed to a snake's poison", "pois", killer="a snake", since=7),
    Death("Engulfed by a cloud of flame", "cloud"),
    Death("Took a swim in molten lava", "lava"),
    Death("Drowned", "water"),
    Death("Forgot to breathe", "stupidity"),
    Death("Collapsed under their own weight", "weakness"),
    Death("Slipped on a banana peel", "clumsiness"),
    Death("Starved to death", "starvation", until=25),
    Death("Killed by wild magic", "wild_magic", since=8),
    Death("Killed for Xom's enjoyment", "xom", since=5),
    Death("Turned to stone", "petrification", since=8),
    Death("Asphyxiated", "curare", since=4),
    Death("Splashed by acid", "acid", since=13),
    Death("Killed by divine providence", "tso_smiting", ("... invoked by an orc priest",)),
    Death("Constricted to death by an octopode", "constriction", wounded=True, since=27),
    Death("Tarried too long and was consumed by Zot", "zot", since=26),
    Death("Collided with a stone wall", "collision", since=16),
    Death("Became unviable by an unstable mutation", "frailty", since=14),
    Death("Died", "something", ("",), since=9),
    Death("Drained of all life", "draining", since=13),
    Death("Rotted away", "rotting", since=4, until=30),
    Death("Incinerated by a fire dragon", "burning", wounded=True, killer="a fire dragon", since=13),
)

# species: tenths to 0.11, aptitude from 0.12 on, abbreviation, first minor version
_SPECIES = {
    "Human": (10, 1, "Hu", 3),
    "Kobold": (10, 1, "Ko", 3),
    "Naga": (12, 0, "Na", 3),
    "Merfolk": (12, 0, "Mf", 3),
    "Spriggan": (13, -1, "Sp", 3),
    "Troll": (15, -1, "Tr", 3),
    "Demigod": (16, -2, "Dg", 3),
    "Minotaur": (13, -1, "Mi", 11),
    "Octopode": (12, 0, "Op", 11),
    "Poltergeist": (0, 0, "Po", 34),
}
_BACKGROUNDS = {"Fighter": "Fi", "Monk": "Mo", "Hunter": "Hu", "Earth Elementalist": "EE"}
_GODS = {
    "Trog": ("Trog the Wrathful", 3),
    "Okawaru": ("Warmaster Okawaru", 3),
    "Makhleb": ("Makhleb the Destroyer", 3),
    "Zin": ("Zin the Law-Giver", 3),
    "Sif Muna": ("Sif Muna the Loreminder", 3),
    "Cheibriados": ("Cheibriados the Contemplative", 7),
    "Gozag": ("Gozag Ym Sagoz the Greedy", 16),
    "Xom": ("Xom of Chaos", 3),
}
RUNES = {
    "decaying": "Swamp",
    "serpentine": "Snake",
    "slimy": "Slime",
    "silver": "Vaults",
    "golden": "Tomb",
    "iron": "Dis",
    "obsidian": "Geh",
    "icy": "Coc",
    "bone": "Tar",
    "abyssal": "Abyss",
    "demonic": "Pan",
    "glowing": "Pan",
    "magical": "Pan",
    "fiery": "Pan",
    "dark": "Pan",
}
GEMS = {
    "smoky": "D",
    "shimmering": "Elf",
    "earthy": "Lair",
    "mossy": "Swamp",
    "jade": "Snake",
    "starry": "Slime",
    "shining": "Vaults",
    "ivory": "Crypt",
    "sanguine": "Tomb",
    "midnight": "Depths",
    "prismatic": "Zot",
}
_FIGHTING = ("Skirmisher", "Fighter", "Warrior", "Slayer", "Conqueror")
_OLDEST_FIGHTING = ("Skirmisher", "Grunt", "Veteran", "Warrior", "Slayer")
_PLACES = (
    ("level 1 of the Dungeon", "D:1", "D", 1, 3),
    ("level 12 of the Dungeon", "D:12", "D", 12, 3),
    ("level 3 of the Lair of Beasts", "Lair:3", "Lair", 3, 3),
    ("level 2 of the Orcish Mines", "Orc:2", "Orc", 2, 3),
    ("the Ecumenical Temple", "Temple", "Temple", 1, 3),
    ("Pandemonium", "Pan", "Pan", 1, 11),
    ("level 2 of the Abyss", "Abyss:2", "Abyss", 2, 12),
    ("level 5 of the Realm of Zot", "Zot:5", "Zot", 5, 3),
)
_SPRINT = ("the Dungeon", "D", "D", 1, 9)
MAP = 'Sprint I: "Red Sonja"'
"""The map of every sprint here: one of those that have no score of their own."""


@dataclass(frozen=True, slots=True)
class Game:
    """The facts of a game that has ended.

    Attributes:
        version: as the game prints it.
        minor: the ``N`` of ``0.N``.
        formula: ``F1`` to ``F13``.
        kind: ``normal``, ``seeded``, ``descent``, ``sprint`` or ``zotdef``.
        mark: ``WIZ`` or ``EXPLORE`` where the game is marked so.
        build: ``console`` and the like, from 0.11 on.
        seed: of the dungeon; ``None`` where the version prints none.
        name: of the character.
        title: by the best skill.
        skill: level of that skill, Fighting, in tenths.
        species: of the character.
        background: of the character.
        short: both in four letters.
        god: empty where there is none.
        worship: the god's long name.
        stars: of piety.
        xl: experience level.
        xp: experience.
        percent: of the way to the next level; ``None`` at level 27.
        needed: experience up to the next level as 0.3 to 0.8 print it; ``None`` at level 27.
        hp: hit points at the end.
        max_hp: and their maximum.
        ending: ``win``, ``left``, ``quit`` or ``death``.
        death: how the character died.
        runes: different ones, in the game's order.
        further_runes: more of the demonic kind, to 0.8.
        gems: kinds, from 0.31 on.
        gold: in hand.
        gold_found: in the dungeon.
        gold_spent: in shops.
        turns: of the game.
        seconds: played.
        started: when the game began.
        ended: when it ended.
        place: where, as the score block says it.
        spot: where, as notes and logs say it.
        branch: of the place.
        depth: level in the branch.
        kills: rats that were killed.
        score: what the formula gives.
    """

    version: str
    minor: int
    formula: str
    kind: str
    mark: str
    build: str
    seed: int | None
    name: str
    title: str
    skill: int
    species: str
    background: str
    short: str
    god: str
    worship: str
    stars: int
    xl: int
    xp: int
    percent: int | None
    needed: int | None
    hp: int
    max_hp: int
    ending: str
    death: Death | None
    runes: tuple[str, ...]
    further_runes: int
    gems: tuple[str, ...]
    gold: int
    gold_found: int
    gold_spent: int
    turns: int
    seconds: int
    started: dt.datetime
    ended: dt.datetime
    place: str
    spot: str
    branch: str
    depth: int
    kills: int
    score: int

    @property
    def won(self) -> bool:
        """Whether the Orb was carried out."""
        return self.ending == "win"

    @property
    def out(self) -> bool:
        """Whether the dungeon was left."""
        return self.ending in ("win", "left")

    @property
    def in_zot(self) -> bool:
        """Whether who left is in the Realm of Zot: in Zot Defence, from 0.14 on."""
        return self.kind == "zotdef" and self.minor >= 14

    @property
    def last_spot(self) -> str:
        """Where the last row of the notes stands."""
        if not self.out:
            return self.spot
        return "Zot" if self.in_zot else "D" if self.kind == "sprint" else "D:$"

    @property
    def cause(self) -> str:
        """The line of the score block that says how the game ended."""
        assert self.death is not None
        return self.death.cause.replace("BLOW", _blow(self.hp))

    @property
    def last_note(self) -> str:
        """The last row of the notes."""
        if self.ending == "win":
            return "Escaped with the Orb!"
        if self.ending == "left":
            return "Got out of the dungeon!" if self.runes or self.gems else "Got out of the dungeon alive."
        if self.ending == "quit":
            return "Quit the game"
        assert self.death is not None
        return (self.death.note or self.death.cause).replace("BLOW", _blow(self.hp))

    @property
    def bounded(self) -> bool:
        """Whether the files bound the score: to 0.8 a winner's pack counts, and is written nowhere."""
        return not (self.minor <= 8 and (self.won or (self.ending == "left" and self.formula == "F1")))

    @property
    def capped(self) -> bool:
        """Whether the score is the most that the version could count."""
        return self.score == 99_999_999


def _blow(hp: int) -> str:
    return next(verb for least, verb in _BLOWS if hp >= least)


_BLOWS = ((-5, "Slain"), (-13, "Mangled"), (-21, "Demolished"), (-(10**9), "Annihilated"))

NAMES = st.one_of(
    st.sampled_from(
        (
            "Sapling",
            "12 the Zed",
            "the the the",
            "Bob Smith-1.",
            "Escaped with",
            "12e5",
            "7",
            "Level",
            "Began as",
            "Æsc",
            "樹 the Orb",
            "Notes",
            "Turns",
            "name_with_thirty_letters_in_it",
            "a.b-c_d",
            "Skills",
        )
    ),
    st.from_regex(r"[A-Za-zäé樹Ω][A-Za-z0-9]{0,11}", fullmatch=True),
)

_YEARS = st.datetimes(dt.datetime(2026, 4, 1), dt.datetime(2029, 12, 31)).map(
    lambda moment: moment.replace(microsecond=0)
)


@st.composite
def games(
    draw: st.DrawFn, versions: tuple[str, ...] = tuple(ERAS), kind: str = "", marked: bool = False
) -> Game:
    """Games of some versions; all are honest, and no fact contradicts another.

    Args:
        draw: hypothesis's.
        versions: the versions.
        kind: the one kind of game; any where it is empty.
        marked: whether some of them are wizard or explore games.
    """
    version = draw(st.sampled_from([each for each in versions if not kind or kind in _kinds(each)]))
    minor, formula = minor_of(version), ERAS[version]
    kind = kind or draw(st.sampled_from(_kinds(version)))
    species = draw(st.sampled_from([name for name, row in _SPECIES.items() if row[3] <= minor]))
    background = draw(st.sampled_from(tuple(_BACKGROUNDS)))
    xl, xp, percent, needed = _experience(draw, species, minor)
    endings = ("win", "left") if kind == "zotdef" else ("win", "left", "quit", "death", "death", "death")
    ending = draw(st.sampled_from(endings))
    death = _death(draw, minor) if ending == "death" else None
    max_hp = draw(st.integers(1, 300))
    hp = draw(st.integers(-40, 0) if death is not None and death.wounded else st.integers(1, max_hp))
    runes = _runes(draw, kind, ending)
    gems = _some(draw, GEMS) if formula in ("F12", "F13") and kind in ("normal", "seeded") else ()
    further = draw(st.integers(0, 3)) if "demonic" in runes and minor <= 8 else 0
    gold, gold_found, gold_spent = _gold(draw, background, minor)
    turns = draw(st.one_of(st.integers(1, 2_000), st.integers(1, 300_000)))
    started = draw(_YEARS)
    seconds = draw(st.one_of(st.integers(1, 5_000), st.integers(1, 500_000)))
    ended = started + dt.timedelta(seconds=seconds + draw(st.integers(0, 400_000)))
    place, spot, branch, depth, _ = _SPRINT if kind == "sprint" else _place(draw, minor)
    god, worship = _god(draw, species, minor)
    skill = draw(st.integers(10, 270))
    titles = _OLDEST_FIGHTING if minor == 3 else ("Trooper", *_FIGHTING[1:]) if minor >= 29 else _FIGHTING
    bracket = sum(skill >= least for least in (80, 150, 210, 270))
    won, left = ending == "win", ending == "left"
    return Game(
        version=version,
        minor=minor,
        formula=formula,
        kind=kind,
        mark=draw(st.sampled_from(["", "", "WIZ", *["EXPLORE"] * (minor >= 17)])) if marked else "",
        build=draw(st.sampled_from(("console", "tiles", "webtiles"))),
        seed=draw(st.integers(0, 2**64 - 1)) if minor >= 23 else None,
        name=draw(NAMES),
        title=titles[bracket],
        skill=skill,
        species=species,
        background=background,
        short=_SPECIES[species][2].replace("Dg", "DG" if minor < 9 else "Dg") + _BACKGROUNDS[background],
        god=god,
        worship=worship,
        stars=draw(st.integers(0, 6)) if god not in ("Gozag", "Xom", "") else 0,
        xl=xl,
        xp=xp,
        percent=percent,
        needed=needed,
        hp=hp,
        max_hp=max_hp,
        ending=ending,
        death=death,
        runes=runes,
        further_runes=further,
        gems=gems,
        gold=gold,
        gold_found=gold_found,
        gold_spent=gold_spent,
        turns=turns,
        seconds=seconds,
        started=started,
        ended=ended,
        place=place,
        spot=spot,
        branch=branch,
        depth=depth,
        kills=draw(st.integers(0, 999)),
        score=points(
            formula,
            xp=xp,
            won=won,
            left=left,
            runes=len(runes),
            gems=len(gems),
            gold=gold,
            turns=turns,
            pack=_pack(formula, ending, len(runes) + further),
            zotdef=kind == "zotdef",
        ),
    )


def _pack(formula: str, ending: str, runes: int) -> int:
    """The least that the pack can be worth where it counts, to 0.8: the Orb and the runes."""
    if ending == "win" and formula in ("F1", "F1b", "F2d", "F3"):
        return 250_000 + 10_000 * runes
    return 10_000 * runes if ending == "left" and formula == "F1" else 0


def minor_of(version: str) -> int:
    """The ``N`` of ``0.N``."""
    return int(version.split(".")[1].split("-", maxsplit=1)[0])


def _kinds(version: str) -> list[str]:
    minor, trunk = minor_of(version), "-a0" in version
    kinds = ["normal"] * 3 + ["seeded"] * (minor >= 24) + ["descent"] * (minor >= 32)
    return (
        kinds
        + ["sprint"] * (minor >= 9 and not trunk)
        + ["zotdef"] * (minor in (9, 10, 14, 15) and not trunk)
    )


def _experience(draw: st.DrawFn, species: str, minor: int) -> tuple[int, int, int | None, int | None]:
    """Level, experience, percent to the next, and what is needed for it."""
    tenths, aptitude, *_ = _SPECIES[species]
    if species == "Human" and minor >= 31:
        aptitude = 0
    if species == "Minotaur" and minor < 12:
        tenths = 13
    xp = draw(st.one_of(st.integers(0, 400), st.integers(0, 120_000), st.integers(0, MOST_XP)))
    xl = level_of(xp, minor, tenths, aptitude)
    if xl == 27:
        return 27, xp, None, None
    low, high = (floor_of(level, minor, tenths, aptitude) for level in (xl, xl + 1))
    # To 0.7 a level is held from one point above its threshold on.
    threshold = high - (minor < 8)
    return xl, xp, (xp - low) * 100 // (high - low), threshold - xp + 1


def _death(draw: st.DrawFn, minor: int) -> Death:
    return draw(st.sampled_from([death for death in _DEATHS if death.since <= minor <= death.until]))


def _place(draw: st.DrawFn, minor: int) -> tuple[str, str, str, int, int]:
    return draw(st.sampled_from([place for place in _PLACES if place[4] <= minor]))


def _god(draw: st.DrawFn, species: str, minor: int) -> tuple[str, str]:
    if species == "Demigod":
        return "", ""
    known = {god: worship for god, (worship, since) in _GODS.items() if since <= minor}
    god = draw(st.sampled_from(("", *known)))
    return god, known.get(god, "")


def _runes(draw: st.DrawFn, kind: str, ending: str) -> tuple[str, ...]:
    if kind == "zotdef" and ending == "win":
        # The Orb cannot be touched with fewer.
        return tuple(RUNES)
    return _some(draw, RUNES, least=3 if ending == "win" and kind in ("normal", "seeded") else 0)


def _some(draw: st.DrawFn, of: dict[str, str], least: int = 0) -> tuple[str, ...]:
    chosen = draw(st.sets(st.sampled_from(tuple(of)), min_size=least, max_size=11))
    return tuple(name for name in of if name in chosen)


def _gold(draw: st.DrawFn, background: str, minor: int) -> tuple[int, int, int]:
    found = draw(st.one_of(st.just(0), st.integers(0, 9_000), st.integers(0, 1_500_000)))
    start = 0 if minor >= 14 or background == "Monk" else 20
    spent = draw(st.integers(0, found))
    return start + found - spent, found, spent
