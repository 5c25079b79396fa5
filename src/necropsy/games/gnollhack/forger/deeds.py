"""Achievements and conducts that a forger gives to a game: their lists, and what else tells of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from necropsy.games.gnollhack import achievements, conducts
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.deeds import CONDUCTS
from necropsy.games.gnollhack.forger.paper import Paper, edited
from necropsy.games.gnollhack.rules import diary
from necropsy.games.gnollhack.version import Build
from necropsy.record import Record
from necropsy.tamper.original import Sheet

__all__ = [
    "CHALLENGES",
    "EVENTS",
    "KILLS",
    "add_event",
    "add_kill",
    "everything_achieved",
    "everything_kept",
    "more_achieved",
    "more_kept",
    "phrase_of",
    "somewhere_achieved",
    "somewhere_kept",
]

Tokens = tuple[str, ...]

EVENTS = {
    **diary.EVENTS,
    "obtained_the_sokoban_prize": f"{diary.EVENTS['obtained_the_sokoban_prize']}an antiquated bag",
    "crowned": 'was crowned "The Hand of Elbereth" by Tyr',
}
"""What the diary says of an achievement."""

KILLS = diary.SLAIN
"""The creatures whose death is an achievement."""

_ENDINGS = ("ascended",)
_HIDDEN_BY = {"artiwishless": "wishless"}
_TITLES = {"crowned": "become the Hand of Elbereth"}
_BRANCHES = {
    "entered_the_gnomish_mines": ("The Gnomish Mines: ", "   Level 4:"),
    "entered_sokoban": ("Sokoban: ", "   Level 6:"),
    "entered_large_circular_dungeon": ("The Large Circular Dungeon: ", "   Level 9:"),
    "entered_hellish_pastures": ("Hellish Pastures: ", "   Level 35:"),
    "entered_plane_of_modron": ("Plane of the Modron: ", "   Level 29:"),
}


def phrase_of(token: str, build: Build) -> str:
    """What the list of achievements says behind "You had", without the full stop; "" if nothing."""
    found = next((row.phrase for row in achievements.achievements(build) if row.token == token), "")
    return _TITLES.get(token, "" if found.endswith("*") else found)


def more_achieved(record: Record, chance: random.Random) -> Sequence[Tokens]:
    """One small achievement more, one notable one, and all that are only a matter of a line."""
    build, achieved = build_of(record), record.value("achieved")
    if build is None or achieved is None:
        return []
    wanted: list[Tokens] = []
    open_ones = [
        row
        for row in achievements.achievements(build)
        if row.token not in achieved and (row.token in EVENTS or phrase_of(row.token, build))
    ]
    open_ones = [row for row in open_ones if phrase_of(row.token, build) and row.token not in _ENDINGS]
    for kind in (achievements.SMALL, achievements.NOTABLE):
        found = [row.token for row in open_ones if row.kind == kind]
        if found:
            wanted.append(_sorted({*achieved, chance.choice(found)}, build))
    if open_ones:
        wanted.append(_sorted({*achieved, *(row.token for row in open_ones)}, build))
    return list(dict.fromkeys(wanted))


def _sorted(tokens: set[str], build: Build) -> Tokens:
    order = {row.token: row.bit for row in achievements.achievements(build) if row.bit is not None}
    return tuple(sorted(tokens, key=lambda token: (order.get(token, 99), token)))


def _new(sheet: Sheet, tokens: Tokens) -> list[str]:
    return [token for token in tokens if token not in sheet.record.value("achieved", ())]


def everything_achieved(sheet: Sheet, tokens: Tokens) -> str | None:
    """The dump with more achievements: in their list, the diary, the creatures, and the overview."""

    def edit(paper: Paper) -> None:
        for token in _new(sheet, tokens):
            _add_achievement(paper, sheet, token)
        if sheet.record.has("last_event"):
            for token in _new(sheet, tokens):
                if token in EVENTS:
                    add_event(paper, EVENTS[token])
        kills = [KILLS[token] for token in _new(sheet, tokens) if token in KILLS]
        if kills:
            add_kill(paper, *kills)
        for token in _new(sheet, tokens):
            if token in _BRANCHES:
                title, level = _BRANCHES[token]
                paper.open(paper.sections.farewell, title, (level,), above=True)

    return edited(sheet, edit)


def somewhere_achieved(sheet: Sheet, tokens: Tokens) -> Sequence[tuple[str, str]]:
    """The dump with the new ones in the list alone, and in the list and all but one other place."""
    new = _new(sheet, tokens)
    edits: list[tuple[str, Callable[[Paper], None]]] = []
    if len(new) == 1:
        token = new[0]
        edits.append(("in the list alone", lambda paper: _add_achievement(paper, sheet, token)))
    made = [(edited(sheet, edit), where) for where, edit in edits]
    return [(text, where) for text, where in made if text is not None]


def _add_achievement(paper: Paper, sheet: Sheet, token: str) -> None:
    build = build_of(sheet.record)
    assert build is not None
    line = f" You had {phrase_of(token, build)}."
    listed = paper.listed("achievements")
    if "not earned any" in paper.lines[listed[0]]:
        if listed[0] in _replaced(paper):
            paper.add(listed[0], line)
        else:
            paper.rewrite(listed[0], line)
            _replaced(paper).add(listed[0])
        return
    paper.add(listed[0], line)


def _replaced(paper: Paper) -> set[int]:
    """The lines that say that there is nothing, and do so no more."""
    found: set[int] = paper.__dict__.setdefault("replaced", set())
    return found


def add_event(paper: Paper, text: str) -> None:
    """Write an event into the diary, above the end of the game if it has one."""
    events = [at for at in paper.body("events") if paper.lines[at].strip()[:1].isdigit()]
    last = events[-1]
    turn = paper.lines[last].partition(":")[0]
    above = len(events) > 1
    paper.add(last, f"{turn}: {text}", above=above)


def add_kill(paper: Paper, *names: str) -> None:
    """Write creatures among those that were vanquished, and count them."""
    section = paper.sections.last("vanquished")
    assert section is not None
    kills = [f"    {name}" for name in names]
    if paper.lines[section.start].startswith("No creatures"):
        total = [f"{len(kills)} creatures vanquished."] if len(kills) > 1 else []
        paper.open(section.start, "Vanquished creatures:", [*kills, *total])
        return
    listed = paper.listed("vanquished")
    for line in kills:
        paper.add(listed[0], line, above=True)
    total_at = next((at for at in listed if paper.lines[at].endswith(" vanquished.")), None)
    if total_at is not None:
        said = paper.lines[total_at].split()[0]
        paper.replace(total_at, said, str(int(said) + len(kills)))


# -------------------------------------------------------------------------------- conducts

CHALLENGES = (
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
"""The sentences of the conducts, in their order."""

_DIETS = ("foodless", "vegan", "vegetarian")
_COUNTED = {
    "genocideless": "You genocided ",
    "wishless": "You used ",
    "artiwishless": "",
    "petless": "You had ",
    "boneless": "You found ",
}
_IMPLIED = {
    "foodless": ("vegan", "vegetarian"),
    "vegan": ("vegetarian",),
    "wishless": ("artiwishless",),
}


def more_kept(record: Record, chance: random.Random) -> Sequence[Tokens]:
    """One conduct more, the one that pays best, and all of them; of a game that ascended."""
    build, kept = build_of(record), record.value("kept")
    if build is None or kept is None or not record.value("won"):
        return []
    worth = {row.token: row.points for row in conducts.conducts(build)}
    sentences = dict(CHALLENGES)
    broken = [token for token in CONDUCTS if token not in kept and worth.get(token) and token in sentences]
    if not broken:
        return []
    wanted = [(chance.choice(broken),), (max(broken, key=worth.__getitem__),), tuple(broken)]
    return list(dict.fromkeys(_with_implied({*kept, *more}) for more in wanted))


def _with_implied(tokens: set[str]) -> Tokens:
    tokens = tokens.union(*(_IMPLIED.get(token, ()) for token in tokens))
    return tuple(sorted(tokens, key=CONDUCTS.index))


def _sentences(tokens: Tokens) -> Iterator[tuple[str, str]]:
    """The sentences that stand for conducts: of the diets the strictest alone."""
    diet = next((token for token in _DIETS if token in tokens), "")
    for token, sentence in CHALLENGES:
        if token in tokens and (token not in _DIETS or token == diet):
            if _HIDDEN_BY.get(token) in tokens:
                continue
            yield token, sentence


def everything_kept(sheet: Sheet, tokens: Tokens) -> str | None:
    """The dump with more conducts: in their list, in the diary, and among the species genocided."""
    new = set(tokens) - set(sheet.record.value("kept", ()))

    def edit(paper: Paper) -> None:
        _rewrite_challenges(paper, tokens)
        if "wishless" in new:
            paper.drop_all([at for at in paper.body("events") if _is_wish(paper.lines[at])])
        if "genocideless" in new:
            paper.drop_all([at for at in paper.body("events") if "genocide" in paper.lines[at]])
            section = paper.sections.last("genocided")
            if section is not None and not paper.lines[section.start].startswith("No species"):
                paper.drop_all(paper.listed("genocided"))
                paper.rewrite(section.start, "No species were genocided or became extinct.")

    return edited(sheet, edit)


def somewhere_kept(sheet: Sheet, tokens: Tokens) -> Sequence[tuple[str, str]]:
    """The dump with the new sentences alone, what counts the contrary left."""

    def edit(paper: Paper) -> None:
        listed = paper.listed("challenges")
        first = next(at for at in listed if paper.lines[at].startswith(" "))
        for token, sentence in CHALLENGES:
            if token in tokens and token not in sheet.record.value("kept", ()):
                paper.add(first, f" {sentence}")

    text = edited(sheet, edit)
    return [] if text is None else [(text, "in the list alone")]


def _is_wish(line: str) -> bool:
    said = line.partition(": ")[2]
    return said.startswith("wished for ") or (said.startswith("made ") and " wish - " in said)


def _rewrite_challenges(paper: Paper, tokens: Tokens) -> None:
    """Put the sentences of conducts in place of those that stand there, and of counts of the contrary."""
    listed = [at for at in paper.listed("challenges") if paper.lines[at].startswith(" ")]
    known = {sentence for _, sentence in CHALLENGES}
    counts = [beginning for token, beginning in _COUNTED.items() if token in tokens and beginning]
    here = [paper.lines[at].strip() for at in listed]
    kept = [
        line
        for line in here
        if line not in known and not any(line.startswith(beginning) for beginning in counts)
    ]
    wanted = [sentence for _, sentence in _sentences(tokens)]
    for line in kept:
        wanted.insert(_place_of(line, wanted), line)
    first, rest = listed[0], listed[1:]
    for line in reversed(wanted[1:]):
        paper.add(first, f" {line}")
    paper.drop_all(rest)
    paper.rewrite(first, f" {wanted[0]}")


def _place_of(line: str, wanted: list[str]) -> int:
    """Where a sentence that counts stands: behind those that come before it in the game's order."""
    order = [sentence for _, sentence in CHALLENGES]
    token = next(
        (token for token, beginning in _COUNTED.items() if beginning and line.startswith(beginning)), ""
    )
    rank = next((at for at, (each, _) in enumerate(CHALLENGES) if each == token), len(order))
    return sum(sentence in order and order.index(sentence) < rank for sentence in wanted)
