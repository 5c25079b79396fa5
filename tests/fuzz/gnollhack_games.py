"""Invented games of GnollHack that hold together, with the score that their version gives them.

What a thing is worth is read from the program's tables of numbers; how it is put together stands here
once more.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from functools import lru_cache

from hypothesis import strategies as st

from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange

__all__ = ["DIFFICULTIES", "MODES", "TAGS", "Game", "Mode", "games", "made_by"]

TAGS = (
    "4.1.0-B6",
    "4.1.0-B7",
    "4.1.0-B14",
    "4.1.0-B17",
    "4.1.1",
    "4.1.1-4",
    "4.1.2",
    "4.1.2-5",
    "4.1.3-24",
    "4.1.3-28",
    "4.1.3-30",
    "4.1.3-41",
    "4.1.3-42",
    "4.1.3-43",
    "4.1.3-44",
    "4.1.3-45",
    "4.1.3-46",
    "4.1.3-49",
    "4.1.3-52",
    "4.1.3-55",
    "4.2.0-3",
    "4.2.0-8",
    "4.2.0-19",
    "4.2.0-20",
    "4.2.0-22",
    "4.2.0-31",
    "4.2.0-85",
    "4.2.0-120",
    "4.2.0-128",
    "4.2.0-133",
    "4.3.0-10",
)
"""A version of each formula and layout that has a dump with achievements."""

ROLES = ("Arc", "Bar", "Cav", "Hea", "Kni", "Mon", "Pri", "Ran", "Rog", "Sam", "Tou", "Val", "Wiz")
DIFFICULTIES = ("standard", "experienced", "adept", "veteran", "expert", "master", "grand master")
"""From -4 to 2."""

PLAYER_WORDS = (
    "Hachi",
    "x with 9 points, and 9 pieces of gold, after 9 moves.",
    "Achievements:",
    "the Prime Codex",
    'x" <- You were here.',
    "Level 50:",
    "averted death (killed by a newt)",
    "</li><li> You had defeated Medusa.</li>",
    "Role score:",
    "&lt;b&gt; &#65; %s",
    "Ünïcödé 日本",
)
"""What players write: a name has 62 bytes at most."""

RACES = ("human", "elven", "dwarven", "gnollish", "orcish")


@dataclass(frozen=True)
class Mode:
    """A way to play.

    Attributes:
        words: what the dump calls it.
        name: the fact.
        line: what the xlogfile calls it.
        flags: of the xlogfile.
        scoring: whether it counts for points.
        modern: whether deaths are revived.
        since: the first tag that has it.
    """

    words: str
    name: str
    line: str
    flags: int
    scoring: bool
    modern: bool
    since: str = "4.1.0-B6"


MODES = (
    Mode("classic", "classic", "normal", 0, True, False),
    Mode("modern", "modern", "modern", 8, True, True),
    Mode("tournament", "classic", "normal", 64, True, False, "4.1.3-45"),
    Mode("non-scoring casual", "casual", "casual", 8 | 16, False, True, "4.1.0-B14"),
    Mode("non-scoring reloadable", "reloadable", "reloadable", 16, False, False, "4.1.0-B14"),
    Mode("non-scoring classic", "classic", "normal", 32, False, False, "4.1.0-B14"),
    Mode("non-scoring explore", "explore", "explore", 2, False, False, "4.1.0-B14"),
    Mode("wizard", "wizard", "debug", 1, True, False),
)


@dataclass
class Game:
    """What the files of a game tell.

    Attributes:
        tag: the version.
        alignment: in force at the end, at the base, and at the beginning.
        ending: ``ascended escaped quit death``.
        place: ``doom quest ludios planes beyond``, and the level there, below 0 in the Planes (-5 is the
            last) and beyond the confines of the dungeon.
        verb: what the closing line says that the hero did.
        killed, averted: how often the hero was killed, and how often that was averted.
        earned: achievements by their tokens.
        kept: conducts by their tokens, ``never_died`` among them.
        knows_elbereth: whether the conduct about it is printed.
        doom, gehennom, mines, sokoban, portal, quest: the levels reached, 0 for none.
        collected: what the role's block counts: thing, with the hero, in the chest.
        listed: creatures slain or photographed: name, plural, how many, whether unique.
        spells: new ones.
        player_words: what the player called a pet, a sack and a level, wished for, and read on a grave.
        currency: a hero who sees things reads another one.
    """

    tag: str
    name: str
    role: str
    race: str
    gender: str
    alignment: tuple[str, str, str]
    level: int
    mode: Mode
    ending: str
    place: tuple[str, int]
    verb: str
    turns: int
    killed: int
    averted: int
    earned: tuple[str, ...]
    quest_completed: bool
    kept: tuple[str, ...]
    knows_elbereth: bool
    wishes: int
    artifact_wishes: int
    genocides: int
    pets: int
    bones: int
    doom: int
    gehennom: int
    mines: int
    sokoban: bool
    portal: int
    portal_seen: bool
    quest: int
    collected: dict[str, tuple[int, int]]
    listed: tuple[tuple[str, str, int, bool], ...]
    spells: tuple[str, ...]
    vanquished: tuple[tuple[str, str, int, bool], ...]
    codex_carried: bool
    gold: int
    xl: int
    max_hp: int
    hp: int
    xp: int
    seconds: int
    started: int
    collapses: int
    player_words: tuple[str, ...] = ()
    currency: str = "gold pieces"
    score: int = field(default=0)

    @property
    def build(self) -> Build:
        """The build of the tag."""
        return Build.of_tag(self.tag)

    def since(self, tag: str) -> bool:
        """Whether the version is this one or a later one."""
        return self.build.since(tag)

    @property
    def ascended(self) -> bool:
        """Whether the game was won."""
        return self.ending == "ascended"

    @property
    def true_deaths(self) -> int:
        """Deaths that nothing averted."""
        return self.killed - self.averted

    @property
    def outside(self) -> int:
        """The deepest level outside the Quest."""
        return max(self.doom, self.gehennom, self.mines, 3 if self.sokoban else 0)

    @property
    def depth(self) -> int:
        """The deepest level of all."""
        return max(self.outside, self.portal + self.quest - 1 if self.quest else 0)

    @property
    def quest_done(self) -> bool:
        """Whether the role's own achievement was earned."""
        return "role_achievement" in self.earned

    @property
    def has_list(self) -> bool:
        """Whether the role's block is a list of creatures."""
        if self.role == "Kni":
            return self.since("4.1.3-42") and (self.alignment[0] != "neutral" or not self.since("4.1.3-45"))
        return self.role == "Tou"


def games(*, modes: tuple[Mode, ...] = MODES) -> st.SearchStrategy[Game]:
    """Games of all versions, roles, ends and difficulties, in these modes."""
    return st.builds(
        made_by,
        st.sampled_from(TAGS),
        st.sampled_from(ROLES),
        st.sampled_from(("ascended", "escaped", "quit", "death")),
        st.integers(-4, 2),
        st.sampled_from(modes),
        st.integers(0, 2**32),
    )


def made_by(tag: str, role: str, ending: str, level: int, mode: Mode, seed: int) -> Game:
    """A game of this kind; what is left open is a matter of chance."""
    chance = random.Random(seed)
    build = Build.of_tag(tag)
    if not build.since(mode.since):
        mode = MODES[seed % 2]
    if mode.words == "tournament":
        level = max(level, 0)
    if ending == "death" and mode.modern:
        ending = "quit"
    gender = "female" if role == "Val" else chance.choice(("male", "female"))
    alignment = _alignments(chance, role)
    earned = _earned(chance, tag, ending)
    doom = chance.choice((1, 2, 13, 14, 24))
    gehennom = chance.randrange(26, 46) if "entered_gehennom" in earned else 0
    quest = chance.randrange(1, 6) if doom >= 14 and chance.randrange(2) else 0
    portal = chance.randrange(11, 15) if quest else 0
    averted = chance.choice((0, 0, 1, 2)) if build.since("4.1.1-4") else 0
    died = 1 if ending == "death" else chance.choice((0, 1, 2, 3, 7)) if mode.modern else 0
    kept, counts = _kept(chance, tag, averted + died, reads="read_a_discworld_novel" in earned)
    place, where = _place(chance, ending, doom, quest, earned)
    game = Game(
        tag=tag,
        name=chance.choice(("sapling", "x the Wizard...", "two words", "a&b<i>", "Zoë", "1,2")),
        role=role,
        race=chance.choice(RACES),
        gender=gender,
        alignment=alignment,
        level=level,
        mode=mode,
        ending=ending,
        place=(place, where),
        verb=_verb(chance, ending, place, where),
        turns=chance.choice((1, 2, 999, 3_125, 3_126, 45_678, 130_001, 200_000, 250_000)),
        killed=averted + died,
        averted=averted,
        earned=earned,
        quest_completed=bool(build.since("4.1.3-29") and chance.randrange(2)),
        kept=kept,
        knows_elbereth=bool(chance.randrange(2)),
        wishes=counts[0],
        artifact_wishes=counts[1],
        genocides=counts[2],
        pets=counts[3],
        bones=counts[4],
        doom=doom,
        gehennom=gehennom,
        mines=chance.choice((0, 5)) if "entered_the_gnomish_mines" in earned else 0,
        sokoban="entered_sokoban" in earned,
        portal=portal,
        portal_seen=chance.randrange(5) > 0,
        quest=quest,
        collected={},
        listed=(),
        spells=(),
        vanquished=_vanquished(chance, _ORDINARY),
        codex_carried="obtained_the_prime_codex" in earned and chance.randrange(2) == 0,
        gold=chance.choice((0, 1, 1_895, 99_999)),
        xl=chance.randint(1, 30),
        max_hp=chance.randint(1, 400),
        hp=0,
        xp=chance.choice((0, 223_572)),
        seconds=chance.choice((1, 59, 60, 61, 3_600, 90_061, 0)) or 1,
        started=1_795_000_000 + chance.randrange(900_000),
        collapses=chance.choice((0, 0, 1, 2)),
        player_words=tuple(chance.choice(PLAYER_WORDS) for _ in range(5)),
        currency=chance.choice(("gold pieces", "gold pieces", "Altarian dollars", "zorkmids")),
    )
    game.hp = 0 if ending == "death" else chance.randint(1, game.max_hp)
    _fill_role(game, chance)
    game.score = score_of(game)
    return game


def _place(
    chance: random.Random, ending: str, doom: int, quest: int, earned: tuple[str, ...]
) -> tuple[str, int]:
    """Where the game ended: in the Planes, which nobody leaves who entered them, or elsewhere."""
    if ending == "ascended" or "entered_astral_plane" in earned:
        return "planes", -5
    if "entered_elemental_planes" in earned:
        return "planes", -chance.randint(1, 4)
    places = ["doom", "quest" if quest else "doom"]
    if ending == "death":
        places.append("beyond")
    if ending != "escaped" and doom > 21:
        places.append("ludios")
    place = chance.choice(places)
    if place in ("beyond", "ludios"):
        return place, -chance.randrange(2) if place == "beyond" else 1
    return place, chance.randint(1, quest if place == "quest" else doom)


_DEATHS = (
    "died",
    "choked",
    "were poisoned",
    "starved",
    "were drowned",
    "burned",
    "dissolved in the lava",
    "turned to stone",
    "died of your illness",
    "were genocided",
)


def _verb(chance: random.Random, ending: str, place: str, level: int) -> str:
    if ending != "death":
        return ending
    if place == "beyond":
        return "passed away" if level < 0 else "died"
    return chance.choice(_DEATHS)


def _alignments(chance: random.Random, role: str) -> tuple[str, str, str]:
    """In force, at the base, at the beginning: as it was, under a helm, converted, converted under a helm."""
    every = ["lawful", "neutral", "chaotic"]
    first = {"Kni": "lawful", "Sam": "lawful"}.get(role) or chance.choice(every)
    other = chance.choice([each for each in every if each != first])
    return chance.choice(
        (
            (first, first, first),
            (first, first, first),
            (other, first, first),
            (other, other, first),
            (first, other, first),
        )
    )


# --------------------------------------------------------------------------- achievements

_LATE = (
    "obtained_the_bell_of_opening",
    "entered_gehennom",
    "obtained_the_candelabrum_of_invocation",
    "obtained_the_book_of_the_dead",
    "performed_the_invocation_ritual",
    "obtained_the_amulet_of_yendor",
)
_NO_DEED = ("ended_in_the_endgame", "ended_on_the_astral_plane", "carried_the_prime_codex", "role_quest")


def valid(table: str, build: Build) -> list[dict[str, str]]:
    """The rows of a table that hold for a build."""
    first, last = ("first_tag", "last_tag") if table in ("monsters", "spells") else ("since", "until")
    return [row for row in rows(table) if BuildRange(row[first], _end(row[last])).holds(build)]


def _end(tag: str) -> str:
    return "" if tag == "HEAD" else tag


@lru_cache(maxsize=64)
def _achievements(tag: str) -> dict[str, dict[str, str]]:
    return {row["token"]: row for row in valid("achievements", Build.of_tag(tag))}


def _earned(chance: random.Random, tag: str, ending: str) -> tuple[str, ...]:
    known = [token for token in _achievements(tag) if token not in _NO_DEED]
    free = [token for token in known if token not in (*_LATE, "ascended", "role_achievement", "crowned")]
    found = {token for token in free if chance.randrange(3) == 0}
    if chance.randrange(2):
        found.add("role_achievement")
    if chance.randrange(4) == 0:
        found.add("crowned")
    if ending == "ascended" or chance.randrange(4) == 0:
        found |= {*_LATE}
    elif chance.randrange(3) == 0:
        found |= {_LATE[1], _LATE[0]}
    planes = {"entered_elemental_planes", "entered_astral_plane"} & set(known)
    found -= planes
    if ending == "ascended":
        found |= {"ascended", *planes}
    elif _LATE[5] in found and chance.randrange(2):
        # Who escapes from the Planes has offered the Amulet to a wrong god, on the last of them.
        last = ending == "escaped" or chance.randrange(2)
        found |= planes if last else planes - {"entered_astral_plane"}
    for prize, way in (
        ("obtained_the_sokoban_prize", "entered_sokoban"),
        ("obtained_the_luckstone_from_the_mines", "entered_the_gnomish_mines"),
        ("entered_mine_town", "entered_the_gnomish_mines"),
    ):
        if prize in found:
            found.add(way)
    return tuple(token for token in known if token in found)


def count_of(game: Game, kind: str) -> int:
    """How many achievements are of a kind, the tests of the place at the end among them."""
    table = _achievements(game.tag)
    earned = set(game.earned)
    if game.place[0] == "planes":
        earned.add("ended_in_the_endgame")
    if game.place == ("planes", -5):
        earned.add("ended_on_the_astral_plane")
    if game.codex_carried:
        earned.add("carried_the_prime_codex")
    return sum(table[token]["class"] == kind for token in earned if token in table)


# ------------------------------------------------------------------------------- conducts


@lru_cache(maxsize=64)
def _conducts(tag: str) -> dict[str, int]:
    return {row["token"]: int(row["points"]) for row in valid("conducts", Build.of_tag(tag))}


def _kept(
    chance: random.Random, tag: str, killed: int, *, reads: bool
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The conducts kept in the order of their bits, and what is counted of the others."""
    worths = _conducts(tag)
    order = [token for token in worths if not token.endswith("_changed")]
    kept = {token for token in order if chance.randrange(2)} - {"never_died"}
    if "foodless" in kept:
        kept.add("vegan")
    if "vegan" in kept:
        kept.add("vegetarian")
    if "wishless" in kept:
        kept.add("artiwishless")
    if reads:
        kept.discard("illiterate")
    if killed == 0 and "never_died" in worths:
        kept.add("never_died")
    wishes = 0 if "wishless" in kept else chance.randint(1, 7)
    artifacts = 0 if "artiwishless" in kept else chance.randint(1, wishes or 1)
    genocides = 0 if "genocideless" in kept else chance.randint(1, 3)
    pets = 0 if "petless" in kept else chance.randint(1, 3)
    bones = 0 if "boneless" in kept else chance.randint(1, 3)
    return tuple(token for token in order if token in kept), (wishes, artifacts, genocides, pets, bones)


def conduct_points(game: Game) -> int:
    """What the conducts and the changes of alignment come to."""
    worths = _conducts(game.tag)
    in_force, base, first = game.alignment
    changed = [("in_force_changed", in_force != first), ("base_changed", base != first)]
    lost = [token for token, is_so in changed if is_so]
    return sum(worths.get(token, 0) for token in (*game.kept, *lost))


# ----------------------------------------------------------------------------------- role

_ORDINARY = (("jackal", "jackals"), ("gecko", "geckos"), ("newt", "newts"), ("floating eye", "floating eyes"))
_DEMONS = (("balor", "balors"), ("red dragon", "red dragons"), ("marilith", "mariliths"))
_ANGELS = (("Archon", "Archons"), ("silver dragon", "silver dragons"), ("couatl", "couatls"))
_LORDS = (("Orcus", ""),)

_SLAIN_FOR = {
    "defeated_medusa": "Medusa",
    "defeated_yacc": "Yacc",
    "defeated_demogorgon": "Demogorgon",
}
"""Whose death is an achievement, whatever the role."""

_DEMON_LORDS = ("Yacc", "Demogorgon", "Asmodeus")

_THINGS = {
    "Arc": (
        ("artifact", ""),
        ("mummy_wrapping", ""),
        ("historic_statue", ""),
        ("sarcophagus", ""),
        ("art", ""),
    ),
    "Bar": (("weapon", "points"),),
    "Cav": (("life_saving", ""), ("other_amulet", "")),
    "Ran": (("launcher", "points"), ("ammo", "")),
    "Rog": (("valuables", ""),),
    "Sam": (("item", "points"), ("ammo", "")),
    "Val": (("item", "points"), ("ammo", "")),
}


@lru_cache(maxsize=64)
def _pay(tag: str) -> dict[tuple[str, str], int]:
    return {(row["role"], row["what"]): int(row["points"]) for row in valid("roles", Build.of_tag(tag))}


@lru_cache(maxsize=64)
def _difficulties(tag: str) -> dict[str, int]:
    return {row["name"]: int(row["difficulty"]) for row in valid("monsters", Build.of_tag(tag))}


@lru_cache(maxsize=64)
def _spells(tag: str) -> dict[str, tuple[str, int]]:
    return {row["name"]: (row["school"], int(row["level"])) for row in valid("spells", Build.of_tag(tag))}


SCHOOLS = {
    "Hea": ("Abjuration", "Divination", "Enchantment", "Healing"),
    "Pri": ("Abjuration", "Clerical", "Divination", "Healing"),
    "Wiz": ("Abjuration", "Arcane", "Conjuration", "Divination", "Enchantment", "Movement", "Transmutation"),
}
"""The schools of magic that are open to a role."""

# What such a hero may know from the beginning.
_FIRST = (
    "minor healing",
    "healing",
    "extra healing",
    "cure sickness",
    "sleep",
    "probe",
    "celestial dove",
    "stick to snake",
    "raise minor zombie",
    "congregate",
    "magic arrow",
    "shield",
)


def _vanquished(
    chance: random.Random, kinds: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str, int, bool], ...]:
    picked = chance.sample(kinds, chance.randrange(len(kinds) + 1))
    return tuple((one, many, chance.choice((1, 2, 255)), many == "") for one, many in picked)


def _one(name: str) -> tuple[str, str, int, bool]:
    return name, "", 1, True


def deed_of(game: Game) -> str:
    """The role's own achievement in the words of the list; a Barbarian's depends on the first alignment."""
    # Later builds word the same deeds in another way.
    build = Build.of_tag("4.1.3-54") if game.since("4.1.3-55") else game.build
    deeds = [row["phrase"] for row in valid("deeds", build) if row["role"] == game.role]
    return deeds[-1] if game.role == "Bar" and game.alignment[2] != "chaotic" else deeds[0]


def _quarry(game: Game) -> list[str]:
    """The unique creatures by whose death achievements were earned."""
    names = [name for token, name in _SLAIN_FOR.items() if token in game.earned]
    if game.quest_done:
        deed = deed_of(game)
        names += [name for name in ("Amonket", "Asmodeus", "Croesus") if deed.startswith(f"defeated {name}")]
    known = _difficulties(game.tag)
    return [name for name in names if name in known]


def _fill_role(game: Game, chance: random.Random) -> None:
    """What the role is paid for."""
    quarry = _quarry(game)
    game.vanquished = (*map(_one, quarry), *game.vanquished)
    pay = _pay(game.tag)
    if game.role in _THINGS:
        for what, before in _THINGS[game.role]:
            # Up to 4.1.3-44 some lines give a sum of prices or points.
            name = before if before and (game.role, before) in pay else what
            if (game.role, name) in pay and not (name == "ammo" and (game.role, "points") in pay):
                chest = chance.randrange(3) if game.since("4.2.0-3") else 0
                most = 50_000 if name in ("points", "valuables", "art") else 4
                game.collected[name] = chance.randrange(most), chest
        # A Rogue's gold is among the valuables.
        game.gold = min(game.gold, game.collected.get("valuables", (game.gold, 0))[0])
        return
    if game.role in SCHOOLS and (game.role, "spell") in pay:
        schools = {f"P_{school.upper()}_SPELL" for school in SCHOOLS[game.role]}
        known = [name for name, (school, _) in _spells(game.tag).items() if school in schools]
        game.spells = tuple(
            chance.sample([name for name in known if name not in _FIRST], chance.randrange(6))
        )
    elif game.role == "Tou":
        picked = _vanquished(chance, (*_ORDINARY, *_DEMONS, *_LORDS))
        done = [_one("Demogorgon")] if game.quest_done else []
        game.listed = (*done, *((one, many, 1, unique) for one, many, _, unique in picked))
    elif game.role == "Kni" and game.has_list:
        slain = _slain(game, chance)
        game.vanquished = (*slain, *game.vanquished)
        game.listed = (*(_one(name) for name in quarry if _is_paid(game, name)), *slain)


def _slain(game: Game, chance: random.Random) -> tuple[tuple[str, str, int, bool], ...]:
    """What else a Knight slew of what counts."""
    if game.alignment[0] == "lawful" or not game.since("4.1.3-43"):
        found = _vanquished(chance, (*_DEMONS, *_LORDS))
        return tuple((one, many, 1 if unique else times, unique) for one, many, times, unique in found)
    return _vanquished(chance, _ANGELS) if game.alignment[0] == "chaotic" else ()


def _is_paid(game: Game, name: str) -> bool:
    """Whether the lord of demons counts for a Knight."""
    return name in _DEMON_LORDS and (game.alignment[0] == "lawful" or not game.since("4.1.3-43"))


def role_score(game: Game) -> int:
    """What the role earned beside its bonus and beside the conducts."""
    pay = _pay(game.tag)
    amount = sum(pay[game.role, what] * sum(counts) for what, counts in game.collected.items())
    spells = _spells(game.tag) if game.spells else {}
    amount += sum(pay[game.role, "spell"] * (spells[name][1] + 2) for name in game.spells)
    if not game.listed:
        return amount
    hard = _difficulties(game.tag)
    for name, _, times, unique in game.listed:
        if game.role == "Tou":
            amount += pay["Tou", "selfie"] * (hard[name] + 1)
        elif unique:
            amount += pay["Kni", "unique"] * (hard[name] + 1)
        else:
            amount += pay["Kni", "slain"] * (hard[name] + 1) * times
    return amount


def role_quest(game: Game) -> int:
    """The bonus for the role's own achievement, where it is no notable one."""
    return _pay(game.tag).get((game.role, "quest"), 0) if game.quest_done else 0


def share_of_conducts(game: Game) -> int:
    """What the role gets for the conducts of an ascension."""
    regime = regime_of(game.tag)
    if not game.ascended or regime["share_roles"] not in ("all", game.role):
        return 0
    return int(regime["share"]) * conduct_points(game)


def percentage(game: Game) -> int:
    """What the role's block says at its end."""
    pay = _pay(game.tag)
    amount = role_score(game) + role_quest(game)
    if game.role == "Mon":
        amount += share_of_conducts(game)
    for what in ("mummy_wrapping", "sarcophagus"):
        amount -= pay.get((game.role, what), 0) * sum(game.collected.get(what, (0, 0)))
    return min(100, int(amount * 100 / 600_000))


# ---------------------------------------------------------------------------------- score


@lru_cache(maxsize=64)
def regime_of(tag: str) -> dict[str, str]:
    """The row of constants of a version."""
    (row,) = [row for row in valid("regimes", Build.of_tag(tag)) if row["depth"]]
    return row


def score_of(game: Game) -> int:
    """The score: the base, times what an ascension, the difficulty and modern mode make of it."""
    regime = regime_of(game.tag)
    if not game.mode.scoring:
        return 0
    role = role_score(game) + share_of_conducts(game) + role_quest(game)
    if regime["cap"] != "none":
        role = min(role, int(regime["cap"]))
    worth = int(regime["monk_conduct" if game.role == "Mon" else "conduct"])
    base = (
        int(regime["depth"]) * (game.depth - 1)
        + int(regime["notable"]) * count_of(game, "notable")
        + int(regime["small"]) * count_of(game, "small")
        + (worth * conduct_points(game) if game.ascended else 0)
        + role
    )
    if regime["floor"] == "yes":
        base = max(base, 0)
    times = 4.0 * (math.sqrt(50_000.0) / math.sqrt(float(max(1, game.turns))))
    product = float(base) * (min(16.0, max(2.0, times)) if game.ascended else 1.0)
    product *= math.pow(10.0, 0.5 * game.level)
    if game.mode.modern:
        product *= _modern(int(regime["modern"]), game.true_deaths)
    return math.floor(product + 0.5) if product >= 0 else -math.floor(0.5 - product)


def _modern(first: int, deaths: int) -> float:
    if deaths <= first:
        return 1.0 / float(3 ** (deaths + 1))
    return 1.0 / float(3 ** (first + 1) * (deaths - first + 1))
