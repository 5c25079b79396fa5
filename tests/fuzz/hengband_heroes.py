"""Invented heroes of Hengband: made by the game's own rules, as far as a dump shows them.

Each rule is worked out here once more (steps of a stat, dice of a life, experience, the score that
a client sends), so that an honest dump is honest for a reason of its own.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from hypothesis import strategies as st

from fuzz.hengband_tables import DUNGEONS, ENGLISH, MUTATIONS, QUESTS, REALMS, UNIQUES
from necropsy.games.hengband.bodies import (
    CharacterClass,
    Form,
    Personality,
    Race,
    classes,
    forms,
    personalities,
    races,
)
from necropsy.games.hengband.tables_csv import rows

__all__ = ["VERSIONS", "Era", "Hero", "Stat", "heroes", "made_by"]


@dataclass(frozen=True)
class Era:
    """What a version prints and counts.

    Attributes:
        version: as its title has it.
        sections: ``old`` (to 1.6.2), ``split`` (1.7.0), ``self`` (2.1.4).
        checksum: digits; 0 where there is none.
        max_max_exp: whether a score counts the most experience that ever was.
        newer_dice: whether the limits of a life are those of 3.0.1.16; ``None`` where builds differ.
        most_wins: fights in the arena that count.
        hidden: what the options that no dump shows can add, in percent: least and most.
        english: whether there is an English build.
    """

    version: str
    sections: str = "self"
    checksum: int = 18
    max_max_exp: bool = True
    newer_dice: bool = False
    most_wins: int = 41
    hidden: tuple[int, int] = (-20, 90)
    english: bool = True

    @property
    def is_third(self) -> bool:
        """Whether it is of the third line, whose screens differ."""
        return self.version.startswith("3")

    def at_least(self, *numbers: int) -> bool:
        """Whether the first numbers of the version come to so much."""
        return tuple(int(each) for each in self.version.split("Alpha")[0][:5].split(".")) >= numbers


VERSIONS = (
    Era("1.0.10", "old", 0, False, most_wins=38, hidden=(-110, 90)),
    Era("1.2.0", "old", 0, False, most_wins=38, hidden=(-110, 90)),
    Era("1.3.1", "old", 18, False, most_wins=38, hidden=(-110, 90)),
    Era("1.5.1", "old", 18, False, most_wins=38),
    Era("1.6.2", "old", 18, most_wins=38),
    Era("1.7.1", "split", most_wins=38),
    Era("2.0.0", "split", most_wins=38),
    Era("2.1.2", "split"),
    Era("2.1.3", "split"),
    Era("2.1.5"),
    Era("2.2.1"),
    Era("3.0.0Alpha20", english=False),
    Era("3.0.0Alpha60"),
    Era("3.0.1Beta8", checksum=48),
    Era("3.0.1.8(安定版)", checksum=48),
    Era("3.0.2Beta2", checksum=48, newer_dice=True),
    Era("3.0.2Beta4", checksum=48, newer_dice=True),
)

NAMES = (
    "Sapling",
    "Ab",
    "two words",
    "x (y)",
    "1234",
    "o'Brien",
    "18/100",
    "[Museum]",
    "STR : 18",
    "Level 50",
)
"""Of players, who can write up to 15 bytes."""

INSCRIPTIONS = (
    "",
    "",
    "{@w1}",
    "{=g}",
    "{  [Option Settings]}",
    "{You have done something illegal.}",
    "{Lv 50}",
)
"""Of players, on what they have."""

LEAST = 3


def moved(value: int, steps: int) -> int:
    """A stat after some steps: of 1 up to 18, of 10 above."""
    for _ in range(steps):
        value += 1 if value < 18 else 10
    for _ in range(-steps):
        if value >= 28:
            value -= 10
        elif value > 18:
            value = 18
        elif value > LEAST:
            value -= 1
    return value


def steps_between(base: int, actual: int) -> int:
    """The steps from one value to the other, as the table works its last column out."""
    if base <= 18 and actual <= 18:
        return actual - base
    if base <= 18:
        return (actual - 18) // 10 - base + 18
    return (actual - base) // 10 if actual > 18 else actual - (base - 19) // 10 - 19


def shown(value: int) -> str:
    """A stat as it is printed."""
    if value <= 18:
        return str(value)
    percent = value - 18
    return "18/***" if percent >= 220 else f"18/{percent:02d}"


@dataclass(frozen=True)
class Stat:
    """One of the six.

    Attributes:
        base: the natural value at its best.
        columns: what race, class, personality and the rest add.
        actual: what comes out.
        current: what is in force; less where it was drained.
        cap: the highest natural value that it can have.
        summary: what each worn thing does.
        drained: whether it was.
    """

    base: int
    columns: tuple[int, int, int, int]
    actual: int
    current: int
    cap: int
    summary: str
    drained: bool

    @property
    def capped(self) -> bool:
        """Whether the natural value stands at its cap."""
        return self.base == self.cap


@dataclass
class Hero:
    """What a dump tells of a hero.

    Attributes:
        era, english: the build.
        race, form, profession, personality: who the hero is.
        deeds: quests with level, seconds, whether failed.
        claim: what a client of the score server says above the dump.
    """

    era: Era
    english: bool
    race: Race
    form: Form | None
    profession: CharacterClass
    personality: Personality
    name: str
    sex: str
    level: int
    exp: int
    max_exp: int
    next_exp: int | None
    stats: tuple[Stat, ...]
    max_hp: int
    hp: int
    max_mp: int
    mp: int
    numbers: dict[str, int]
    duration_s: int
    skills: tuple[int, ...]
    realms: tuple[int, ...]
    place: tuple[str, int | None]
    end: tuple[str, str]
    depths: tuple[tuple[int, int, bool], ...]
    quests: tuple[tuple[int, int, int, bool], ...]
    arena: tuple[str, int]
    kills: int
    uniques: int
    unique_rows: tuple[tuple[int, int, int], ...]
    options: dict[str, str]
    cheated: bool
    life_rating: int | None
    known_caps: tuple[bool, ...]
    virtues: tuple[int, ...]
    alignment: int
    patron: int | None
    lives: tuple[Race, ...] = ()
    mutations: tuple[int, ...] = ()
    items: dict[str, tuple[int, ...]] = field(default_factory=dict)
    inscription: str = ""
    checksum: str = ""
    claim: dict[str, str] | None = None

    @property
    def is_android(self) -> bool:
        """Whether what it wears is its experience."""
        return self.race.english == "Android"

    def said(self, japanese: str, english: str) -> str:
        """A word in the language of the build."""
        return english if self.english else japanese


ORDINARY = {"preserve": "ON", "small_levels": "ENABLED", "arena_levels": "ENABLED"}


def heroes(*, claimed: bool | None = False) -> st.SearchStrategy[Hero]:
    """Heroes of every kind.

    Args:
        claimed: whether what a client of the score server sends stands above the dump; ``None``
            for both.
    """
    return st.builds(
        made_by,
        st.sampled_from(VERSIONS),
        st.booleans(),
        st.sampled_from(races()),
        st.sampled_from(classes()),
        st.sampled_from(personalities()),
        st.one_of(st.just(1), st.integers(1, 50), st.just(50)),
        st.integers(0, 2**32),
        st.booleans() if claimed is None else st.just(claimed),
    )


def made_by(
    era: Era,
    english: bool,
    race: Race,
    profession: CharacterClass,
    personality: Personality,
    level: int,
    seed: int,
    claimed: bool,
) -> Hero:
    """A hero of this kind; what is left open is a matter of chance."""
    chance = random.Random(seed)
    english = english and era.english
    race, profession, personality = _of_the_era(era, race, profession, personality)
    form = None
    if chance.randrange(12) == 0:
        form = chance.choice(forms() if era.at_least(3, 0, 2) else forms()[:3])
    lives = tuple(chance.sample(_old(races()), 2)) if chance.randrange(10) == 0 else ()
    android = race.english == "Android"
    ended = chance.choice(("alive", "alive", "dead", "quit", "won"))
    factor = _factor(race, profession, has_changed=bool(lives))
    exp = _experience(level, factor, android, chance)
    most = exp if android or chance.randrange(3) else min(99_999_999, exp + chance.randrange(1 + exp))
    newborn = level == 1 and exp == most == 0 and ended != "won" and chance.randrange(2) == 0
    seconds = chance.randrange(60) if newborn else chance.choice((61, 4_000, 400_000)) + chance.randrange(60)
    mutations = () if newborn else _mutations(chance)
    body = _Body(era, race_column(race, form, level), profession, personality, level, mutations)
    stats = _stats(chance, body, newborn)
    life, max_hp, rating = _life(chance, era, race, form, profession, personality, level, stats[4].current)
    assert life > 0
    sex = personality.sex or chance.choice(("female", "male"))
    born = lives[0] if lives else race
    realms = _realms(chance, era, profession)
    options = _options(chance)
    downward = "ironman_downward" in options
    depths = () if newborn else _depths(chance, downward=downward)
    place = _place(chance, depths)
    hero = Hero(
        era=era,
        english=english,
        race=race,
        form=form,
        profession=profession,
        personality=personality,
        name=chance.choice(NAMES),
        sex=sex,
        level=level,
        exp=exp,
        max_exp=most,
        next_exp=None if level == 50 else _threshold(level, factor, android),
        stats=stats,
        max_hp=max_hp,
        hp=-chance.randrange(1, 90)
        if ended == "dead" and chance.randrange(2)
        else chance.randrange(max_hp + 1),
        max_mp=chance.choice((0, 3, 45, 612)) if _has_mana(profession, level) else 0,
        mp=0,
        numbers=_numbers(chance) | _birth(chance, born, sex, english),
        duration_s=seconds,
        skills=_skills(chance, form or race, profession, personality, level, stats),
        realms=realms,
        place=place,
        end=(ended, ""),
        depths=depths,
        quests=() if newborn or not era.at_least(1, 3) else _quests(chance, seconds, level),
        arena=("in progress", 0) if newborn else _arena(chance),
        kills=0,
        uniques=0,
        unique_rows=(),
        options=options,
        cheated=chance.randrange(8) == 0,
        life_rating=rating if chance.randrange(2) else None,
        known_caps=tuple(stat.capped or bool(chance.randrange(2)) for stat in stats),
        virtues=_virtues(chance, profession, born, realms),
        alignment=chance.randrange(7),
        patron=chance.randrange(3) if profession.english == "Chaos-Warrior" else None,
        lives=lives,
        mutations=mutations,
        items={
            section: tuple(chance.randrange(5) for _ in range(chance.randrange(1, 9)))
            for section in ("inventory", "home", "museum")
            if section == "inventory" or chance.randrange(3)
        },
        inscription=chance.choice(INSCRIPTIONS),
        checksum="".join(chance.choice("0123456789abcdef") for _ in range(era.checksum)),
    )
    _slay(hero, chance, newborn)
    hero.mp = chance.randrange(hero.max_mp + 1)
    if claimed:
        hero.claim = _claim(hero, chance)
    return hero


def _of_the_era(
    era: Era, race: Race, profession: CharacterClass, personality: Personality
) -> tuple[Race, CharacterClass, Personality]:
    """What came later is not there yet."""
    if not era.is_third:
        race = races()[race.index % 37]
        personality = personalities()[personality.index % 12]
    most = 29 if era.is_third else 28 if era.at_least(1, 7, 1) else 27
    return race, classes()[profession.index % most], personality


def _old(all_of_them: tuple[Race, ...]) -> list[Race]:
    return [each for each in all_of_them if each.english not in ("Android", "Merfolk")]


# ------------------------------------------------------------------------------ experience

_POINTS = [(int(row["points"]), int(row["android"])) for row in rows("experience")]


def _factor(race: Race, profession: CharacterClass, *, has_changed: bool) -> int:
    if race.english == "Android" and not has_changed:
        return race.experience
    nimble = race.english in ("Klackon", "Sprite") and profession.english in ("Monk", "ForceTrainer", "Ninja")
    return race.experience + profession.experience - 15 * nimble


def _threshold(level: int, factor: int, android: bool) -> int:
    return _POINTS[level - 1][android] * factor // 100


def _experience(level: int, factor: int, android: bool, chance: random.Random) -> int:
    low = 0 if level == 1 else _threshold(level - 1, factor, android)
    high = 99_999_999 if level == 50 else _threshold(level, factor, android) - 1
    return chance.choice((low, high, chance.randint(low, high)))


# ----------------------------------------------------------------------------------- body


def _caps(chance: random.Random) -> list[int]:
    while True:
        rolls = [chance.randint(1, 7) for _ in range(6)]
        if sum(rolls) == 24:
            return [18 + 60 + 10 * roll for roll in rolls]


def _bases(chance: random.Random, caps: list[int], newborn: bool) -> list[int]:
    while newborn:
        bases = [chance.randint(8, 17) for _ in caps]
        if 73 <= sum(bases) <= 86:
            return bases
    return [chance.choice((cap, chance.randint(3, 18), chance.randint(3, cap))) for cap in caps]


def _mutations(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.sample(range(len(MUTATIONS)), chance.choice((0, 0, 1, 2))))


def race_column(race: Race, form: Form | None, level: int) -> tuple[int, ...]:
    """The race's column: the form's row in its place, and an Ent grows."""
    if form is not None:
        return form.adjustments
    grown = sum(level > above for above in (25, 40, 45)) if race.english == "Ent" else 0
    return tuple(
        each + grown * more for each, more in zip(race.adjustments, (1, 0, 0, -1, 1, 0), strict=True)
    )


@dataclass(frozen=True)
class _Body:
    era: Era
    column: tuple[int, ...]
    profession: CharacterClass
    personality: Personality
    level: int
    mutations: tuple[int, ...]


def _stats(chance: random.Random, body: _Body, newborn: bool) -> tuple[Stat, ...]:
    caps = _caps(chance)
    bases = _bases(chance, caps, newborn)
    # A newborn's add up to 73 at least, and each second level raises one.
    while sum(bases) < 73 + body.level // 2:
        bases = _bases(chance, caps, newborn)
    return tuple(_stat(chance, body, at, bases[at], caps[at], newborn) for at in range(6))


def _stat(chance: random.Random, body: _Body, at: int, base: int, cap: int, newborn: bool) -> Stat:
    worn, others = ["."] * 13, 0
    for slot in chance.sample(range(12), 0 if newborn else chance.choice((0, 1, 2))):
        amount = chance.choice((-1, 1)) * chance.randint(1, 6)
        worn[slot], others = str(abs(amount)), others + amount
    mutated = sum(MUTATIONS[each][2].get(at, 0) for each in body.mutations)
    if mutated:
        worn[12] = str(abs(mutated))
    own = body.column[at], body.profession.adjustments[at], body.personality.adjustments[at]
    steps = sum(own) + others + mutated
    masked = at == 5 and len(MUTATIONS) - 1 in body.mutations
    if masked:
        # What is worn came later in the first two lines.
        steps = 0 if body.era.is_third else others
    actual = moved(base, steps)
    drained = not newborn and base > LEAST and chance.randrange(6) == 0
    current = moved(chance.randint(LEAST, base - 1), steps) if drained else actual
    if masked:
        current = max(current, 8 + 2 * body.level)
    last = steps_between(base, actual) - sum(own)
    return Stat(base, (*own, last), actual, current, cap, "".join(worn), drained)


_QUARTERS = [int(row["quarters"]) for row in rows("constitution")]


def _life(
    chance: random.Random,
    era: Era,
    race: Race,
    form: Form | None,
    profession: CharacterClass,
    personality: Personality,
    level: int,
    constitution: int,
) -> tuple[int, int, int]:
    """The points rolled up to the level, the maximum that comes of them, and the life rating."""
    own = race.hit_die // 2 if profession.english == "Sorcerer" else race.hit_die
    die = own + profession.hit_die + personality.hit_die
    mean = die + 52 * (die + 1) // 2
    low, high = die + 52 * (die + 1) * 3 // 8, die + 52 * (die + 1) * 5 // 8
    if era.newer_dice:
        low, high = 3 * mean // 4, 5 * mean // 4
    rolls: list[int] = []
    while not low <= die + sum(rolls) <= high:
        rolls = [chance.randint(1, die) for _ in range(52)]
    points = die + sum(rolls[: level + 2])
    rolled = points
    if form is not None:
        points = points * form.hit_die // die
    bonus = _cut(
        _QUARTERS[constitution - 3 if constitution <= 18 else min(15 + (constitution - 18) // 10, 37)]
        * level,
        4,
    )
    if profession.english == "Sorcerer":
        points = points * (45 + level if level < 30 else 75) // 100
        bonus = _cut(bonus * 65, 100)
    points += bonus
    if profession.english == "Berserker":
        points = _cut(points * (110 + _cut((level + 40) ** 2 - 1550, 110)), 100)
    boost = chance.choice((0, 0, 0, 10, 40))
    return rolled, max(points, level + 1) + boost, 100 * (die + sum(rolls)) // mean


def _cut(dividend: int, divisor: int) -> int:
    return dividend // divisor if dividend >= 0 else -(-dividend // divisor)


# ---------------------------------------------------------------------------------- deeds


_BIRTHS = {row["race"]: {key: int(row[key]) for key in row if key != "race"} for row in rows("births")}


def _birth(chance: random.Random, race: Race, sex: str, english: bool) -> dict[str, int]:
    """Age, height and weight as printed: weight goes with height."""
    born = _BIRTHS[race.english]
    mean = born[f"{sex}_height"]
    height = mean + chance.randint(-3, 3) * born[f"{sex}_height_spread"]
    share = height * 100 // mean
    weight = born[f"{sex}_weight"] * share // 100
    weight += chance.randint(-3, 3) * (born[f"{sex}_weight_spread"] * share // 300)
    return {
        "age": born["age"] + chance.randint(1, born["ages"]),
        "height": height if english else height * 254 // 100,
        "weight": weight if english else weight * 4536 // 10000,
    }


_MAGIC = {row["class"]: row for row in rows("realms")}


def _has_mana(profession: CharacterClass, level: int) -> bool:
    row = _MAGIC.get(profession.english)
    return row is None or (row["mana"] != "" and level >= int(row["mana"]))


def _realms(chance: random.Random, era: Era, profession: CharacterClass) -> tuple[int, ...]:
    """The realms of a class by their numbers; an Elementalist's have other names, of which none is shown."""
    row = _MAGIC.get(profession.english)
    if row is None:
        return ()
    known = {english: at for at, (_, english) in enumerate(REALMS)}
    if not era.at_least(2, 0):
        del known["Hex"]
    found: list[int] = []
    for column in ("first", "second"):
        there = [known[name] for name in row[column].split("|") if name in known and known[name] not in found]
        if there and (column == "first" or chance.randrange(2)):
            found.append(chance.choice(there))
    return tuple(found)


_VIRTUES = {(row["what"], row["name"]): row["virtues"].split("|") for row in rows("virtues")}


def _virtues(
    chance: random.Random, profession: CharacterClass, born: Race, realms: tuple[int, ...]
) -> tuple[int, ...]:
    """Those of class, race and realm in this order, each once, and the rest by chance."""
    given = [*_VIRTUES.get(("class", profession.english), ()), *_VIRTUES.get(("race", born.english), ())]
    of_realm = _VIRTUES.get(("realm", REALMS[realms[0]][1]), []) if realms else []
    if len(of_realm) > 1 and of_realm[0] in given:
        of_realm = of_realm[1:]
    names = [name for name in (*given, *of_realm[:1]) if name]
    own = [ENGLISH.virtues.index(name) if name not in names[:at] else -1 for at, name in enumerate(names)]
    rest = [each for each in range(len(ENGLISH.virtues)) if each not in own]
    chance.shuffle(rest)
    return tuple(rest.pop() if each < 0 else each for each in [*own, *[-1] * (8 - len(own))])


_DEFTNESS = [(int(row["dexterity"]), int(row["intelligence"])) for row in rows("disarming")]


def _skills(
    chance: random.Random,
    body: Race | Form,
    profession: CharacterClass,
    personality: Personality,
    level: int,
    stats: tuple[Stat, ...],
) -> tuple[int, ...]:
    """The nine skills; what is worn changes all but that of disarming, which is worked out."""
    skills = [chance.randrange(-3, 260) for _ in range(9)]
    grown = profession.disarming_growth * level // 10 + _cut(personality.disarming * level, 50)
    skills[6] = body.disarming + profession.disarming + personality.disarming + grown
    skills[6] += _DEFTNESS[_index(stats[3].current)][0] + _DEFTNESS[_index(stats[1].current)][1]
    return tuple(skills)


def _index(stat: int) -> int:
    return stat - 3 if stat <= 18 else min(15 + (stat - 18) // 10, 37)


def _numbers(chance: random.Random) -> dict[str, int]:
    return {
        "social_class": chance.randrange(1, 101),
        "gold": chance.choice((0, 206, 54_321, 99_999_999)),
        "armour": chance.randrange(0, 60),
        "armour_bonus": chance.randrange(-60, 200),
        "speed": chance.randrange(-20, 60),
        "day": chance.randrange(1, 900),
        "minute": chance.randrange(1440),
    }


def _place(chance: random.Random, depths: tuple[tuple[int, int, bool], ...]) -> tuple[str, int | None]:
    """Where the hero is: no deeper in a dungeon than it ever was."""
    kind = chance.choice(("town", "dungeon", "quest"))
    if kind == "dungeon" and depths:
        number, deepest, _ = chance.choice(depths)
        return f"dungeon {number}", chance.randint(DUNGEONS[number][2], deepest)
    return f"{'quest' if kind == 'quest' else 'town'} {chance.randrange(4)}", None


def _depths(chance: random.Random, *, downward: bool) -> tuple[tuple[int, int, bool], ...]:
    """The deepest levels; where the stairs lead down alone only Angband is open."""
    open_ones = range(1 if downward else len(DUNGEONS))
    found = sorted(chance.sample(open_ones, min(chance.randrange(4), len(open_ones))))
    return tuple((each, chance.randint(*DUNGEONS[each][2:]), bool(chance.randrange(2))) for each in found)


def _quests(chance: random.Random, seconds: int, level: int) -> tuple[tuple[int, int, int, bool], ...]:
    found = sorted(chance.sample(range(len(QUESTS)), chance.randrange(3)))
    return tuple(
        (each, chance.randint(1, level), chance.randrange(seconds + 1), chance.randrange(4) == 0)
        for each in found
    )


def _arena(chance: random.Random) -> tuple[str, int]:
    kind = chance.choice(("in progress", "in progress", "champion", "true champion", "defeated"))
    return kind, chance.randrange(0, 38) if kind == "in progress" else 0


def _options(chance: random.Random) -> dict[str, str]:
    found = {
        "preserve": chance.choice(("ON", "ON", "OFF")),
        "small_levels": chance.choice(("ALWAYS", "ON", "ENABLED", "OFF")),
    }
    for each in ("ironman_shops", "ironman_downward", "ironman_rooms", "ironman_nightmare"):
        if chance.randrange(5) == 0:
            found[each] = "ON"
    return {**found, "arena_levels": chance.choice(("ALWAYS", "ENABLED", "OFF"))}


def _slay(hero: Hero, chance: random.Random, newborn: bool) -> None:
    fights = {"in progress": hero.arena[1], "defeated": 0}.get(hero.arena[0], hero.era.most_wins)
    # Only the Serpent's death is a victory, and below two foes there is no way before they are dead.
    most = max((depth for dungeon, depth, _ in hero.depths if dungeon == 0), default=0)
    foes = 2 if most > 99 else 1 if hero.end[0] == "won" else 0
    least = max(fights, foes, int(hero.max_exp > 1000))
    hero.kills = 0 if newborn else least + chance.choice((0, 1, 12, 4_321))
    hero.uniques = max(foes, min(hero.kills, chance.choice((0, 0, 1, 3, 12))))
    listed = sorted(range(len(UNIQUES)), key=lambda at: (-UNIQUES[at][2], at))[: min(hero.uniques, 10)]
    hero.unique_rows = tuple(
        (each, chance.randint(1, hero.level), chance.randrange(hero.duration_s + 1)) for each in listed
    )


# ---------------------------------------------------------------------------------- score

_PERCENT = {
    ("preserve", "OFF"): 10,
    ("small_levels", "ALWAYS"): 10,
    ("arena_levels", "ALWAYS"): 20,
    ("ironman_shops", "ON"): 50,
    ("ironman_rooms", "ON"): 100,
    ("ironman_nightmare", "ON"): 100,
}


def _claim(hero: Hero, chance: random.Random) -> dict[str, str]:
    """What the client of the score server sends of the hero."""
    deepest = max((depth for _, depth, _ in hero.depths), default=0)
    beyond = chance.choice((0, 0, 17)) if hero.era.max_max_exp else 0
    # An Android of the first versions shows no experience at all.
    experience = min(hero.max_exp + beyond, 99_999_999)
    hidden = chance.choice((0, 10, -20, 30, 50))
    percent = 100 + hidden + sum(_PERCENT.get(each, 0) for each in hero.options.items())
    points = (experience + 100 * max(deepest, hero.place[1] or 0)) * max(percent, 5) // 100
    kind, wins = hero.arena
    if kind in ("champion", "true champion"):
        wins = hero.era.most_wins
    wins = min(wins, hero.era.most_wins)
    if kind != "defeated":
        points += wins * wins * (1000 if wins > 29 else 100)
    if "ironman_downward" in hero.options:
        points *= 2
    if hero.profession.english == "Berserker" and hero.race.english == "Spectre":
        points //= 5
    if (
        hero.profession.english == "Berserker"
        and hero.race.english == "Amberite"
        and hero.era.version[:3] == "1.0"
    ):
        points //= 5
    if hero.personality.english == "Munchkin" and points:
        points = 2 if hero.end[0] == "won" else 1
    personality = hero.personality
    title = (
        personality.english if hero.english else personality.japanese + ("の" if personality.joined else "")
    )
    return {
        "name": hero.name,
        "version": hero.era.version,
        "score": str(points),
        "level": str(hero.level),
        "depth": str(hero.place[1] or 0),
        "maxlv": str(min(50, hero.level + chance.randrange(3))),
        "maxdp": str(max((depth for each, depth, _ in hero.depths if each == 0), default=0)),
        "au": str(hero.numbers["gold"]),
        "turns": str(turns_of(hero)),
        "sex": "0" if hero.sex == "female" else "1",
        "race": hero.said(hero.race.japanese, hero.race.english),
        "class": hero.said(hero.profession.japanese, hero.profession.english),
        "seikaku": title,
    }


def turns_of(hero: Hero) -> int:
    """Game turns by the clock of the dump."""
    turns = (hero.numbers["day"] - 1) * 100_000 + hero.numbers["minute"] * 100_000 // 1440
    night = hero.race.english in ("Vampire", "Skeleton", "Zombie", "Spectre")
    return turns - (0 if night else 25_000)
