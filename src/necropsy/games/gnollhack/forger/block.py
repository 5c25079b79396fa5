"""The role score that a forger makes better: what it counts, whom it lists, its percentage, its quest."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from necropsy.games.gnollhack import earnings, roles
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.forger.deeds import add_event, add_kill
from necropsy.games.gnollhack.forger.paper import Paper, edited
from necropsy.games.gnollhack.kills import Kill
from necropsy.games.gnollhack.role_block import RoleCount
from necropsy.record import Record
from necropsy.tamper.original import Sheet

__all__ = [
    "counted_everywhere",
    "counted_somewhere",
    "done_everywhere",
    "done_somewhere",
    "listed_everywhere",
    "listed_somewhere",
    "more_counted",
    "more_done",
    "more_selfies",
    "more_slain",
]

Counts = tuple[RoleCount, ...]
Kills = tuple[Kill, ...]

_SUMS = ("valuables", "art", "points")


def more_counted(record: Record, chance: random.Random) -> Sequence[Counts]:
    """One thing more, five more, and as many as the cap pays for; of a sum, more points."""
    counts: Counts = record.value("role_counts") or ()
    if not counts:
        return []
    at = chance.randrange(len(counts))
    wanted = []
    for more in (1, 5, 60):
        amount = counts[at].amount + more * (2000 if counts[at].what in _SUMS else 1)
        wanted.append((*counts[:at], counts[at]._replace(amount=amount), *counts[at + 1 :]))
    return wanted


def _change(sheet: Sheet, counts: Counts, paper: Paper) -> None:
    for old, new in zip(sheet.record.value("role_counts"), counts, strict=True):
        if old.amount != new.amount:
            at = _at(paper, old)
            line = paper.lines[at].replace(f" {old.amount} ", f" {new.amount} ", 1)
            paper.rewrite(at, _in_number(line, new.amount))


def _at(paper: Paper, count: RoleCount) -> int:
    beginning = f"You had {count.amount} ", f"You had learnt {count.amount} ", f"You have {count.amount} "
    return next(
        at
        for at in range(paper.at(count.line), len(paper.lines))
        if paper.lines[at].strip().startswith(beginning)
    )


_SINGULAR = (
    ("amulet", "amulets"),
    ("artifact", "artifacts"),
    ("weapon", "weapons"),
    ("statue", "statues"),
    ("wrapping", "wrappings"),
    ("sarcophagus", "sarcophagi"),
    ("item", "items"),
    ("spell", "spells"),
)


def _in_number(line: str, amount: int) -> str:
    """The line in the number that goes with its amount."""
    if " worth of " in line or "ammo of" in line or "Japanese ammo" in line:
        return line
    for one, many in _SINGULAR:
        line = re.sub(rf"\b(?:{one}|{many})\b", one if amount == 1 else many, line, count=1)
    return line


def counted_somewhere(sheet: Sheet, counts: Counts) -> Sequence[tuple[str, str]]:
    """The dump with another count, the percentage left."""
    text = edited(sheet, lambda paper: _change(sheet, counts, paper))
    return [] if text is None else [(text, "in the block's line")]


def counted_everywhere(sheet: Sheet, counts: Counts) -> str | None:
    """The dump with another count, and the percentage made to fit."""
    text = counted_somewhere(sheet, counts)
    return _with_percentage(sheet.with_text(text[0][0])) if text else None


def _with_percentage(sheet: Sheet) -> str:
    """The dump with the percentage that its counts come to."""
    record = sheet.record
    build, role, said = build_of(record), record.value("role"), record.value("role_percent")
    if build is None or role is None or said is None:
        return sheet.text
    bonus = earnings.role_quest(record, build, role)
    own, _ = next(earnings.role_scores(record, build, role, bonus, by_percentage=False))
    total = own + bonus
    if role == "Arc":
        left_out = sum(
            (
                roles.worth(role, count.what, build) * count.amount
                for count in record.value("role_counts") or ()
                if count.what in roles.NOT_IN_PERCENTAGE
            ),
            start=roles.NOTHING,
        )
        total = bonus + max((own.low or 0) - (left_out.low or 0), 0)
    percent = max(roles.percent(total.low or 0), 0)

    def edit(paper: Paper) -> None:
        at = next(iter(paper.find(r" gained \d+% of your maximum role score\.$")))
        paper.replace(at, f"{said}%", f"{percent}%")

    return edited(sheet, edit) or sheet.text


# ---------------------------------------------------------------------------- creatures


def more_slain(record: Record, _: random.Random) -> Sequence[Kills]:
    """A demon more, or an angel: one, a lord, and many."""
    if record.value("role") != "Kni" or not record.has("slain"):
        return []
    slain: Kills = record.value("slain")
    lawful = record.value("alignment") == "Law"
    one, lord = ("an imp", "Orcus") if lawful else ("an Angel", "a solar")
    many = "12 balrogs" if lawful else "12 Angels"
    return [(*slain, _kill(line)) for line in (one, lord, many) if _kill(line).name not in _names(slain)]


def more_selfies(record: Record, _: random.Random) -> Sequence[Kills]:
    """A picture more: of a small creature, of a dragon, and of a demon lord."""
    if record.value("role") != "Tou" or not record.has("selfies"):
        return []
    taken: Kills = record.value("selfies")
    return [
        (*taken, _kill(line))
        for line in ("a jackal", "a red dragon", "Orcus")
        if _kill(line).name not in _names(taken)
    ]


def _names(kills: Kills) -> set[str]:
    return {kill.name for kill in kills}


def _kill(line: str) -> Kill:
    first, _, rest = line.partition(" ")
    if first.isdigit():
        return Kill(int(first), rest, "many", 0)
    if first in ("a", "an"):
        return Kill(1, rest, "one", 0)
    return Kill(1, line, "unique", 0)


def _line_of(kill: Kill) -> str:
    if kill.form == "many":
        return f"  {kill.times} {kill.name}"
    if kill.form == "one":
        return f"  {'an' if kill.name[0] in 'aeiouA' else 'a'} {kill.name}"
    return f"    {kill.name}"


_NOBODY = ("(None)", "(No creatures slain)", "(No selfies taken with monsters)")


def _list(paper: Paper, kills: Sequence[Kill]) -> None:
    section = paper.sections.last("slain")
    if section is not None:
        listed = paper.listed("slain")
    else:
        title = next(iter(paper.find(r"^ (?:Selfies taken with|Demons, devils.*slain|Angels.*slain):$")))
        listed = [at for at in paper.listed("role") if at > title]
    first = next(at for at in listed if paper.lines[at].startswith(" "))
    *others, last = [_line_of(kill) for kill in kills]
    if paper.lines[first].strip() in _NOBODY:
        for line in others:
            paper.add(first, line)
        paper.rewrite(first, last)
    else:
        for line in (*others, last):
            paper.add(first, line)


def _more(sheet: Sheet, kills: Kills) -> list[Kill]:
    old = _names((*(sheet.record.value("slain") or ()), *(sheet.record.value("selfies") or ())))
    return [kill for kill in kills if kill.name not in old]


def listed_somewhere(sheet: Sheet, kills: Kills) -> Sequence[tuple[str, str]]:
    """The dump with creatures in the block's list, the percentage and the creatures vanquished left."""
    text = edited(sheet, lambda paper: _list(paper, _more(sheet, kills)))
    return [] if text is None else [(text, "in the block's list")]


def listed_everywhere(sheet: Sheet, kills: Kills) -> str | None:
    """The dump with creatures in the block's list and, if slain, among the vanquished ones."""
    more = _more(sheet, kills)

    def edit(paper: Paper) -> None:
        _list(paper, more)
        if sheet.record.value("role") == "Kni":
            add_kill(paper, *(_line_of(kill).strip() for kill in more))

    text = edited(sheet, edit)
    return None if text is None else _with_percentage(sheet.with_text(text))


# ------------------------------------------------------------------------------- the quest


def more_done(record: Record, _: random.Random) -> Sequence[bool]:
    """The role's quest done, where it was not."""
    return [True] if record.value("role_quest_done") is False and record.has("achieved") else []


_DEEDS = {
    "Arc": "defeating Amonket, Ruler of Greater Mummies",
    "Bar": "finding Vorpal Blade and Cleaver",
    "Cav": "attaining the level of Grand Master in Bludgeoning Weapons",
    "Hea": "successfully casting a healing or abjuration spell of level 9 or higher",
    "Kni": "defeating Asmodeus, Ruler of Nine Hells",
    "Mon": "attaining the level of Grand Master in Martial Arts",
    "Pri": "successfully casting a spell of level 10 or higher",
    "Rog": "defeating Croesus",
    "Ran": "attaining the level of Grand Master in Bow or Crossbow",
    "Sam": "finding the Kusanagi and the Katana of Masamune",
    "Tou": "taking a selfie with Demogorgon",
    "Val": "attaining the level of Grand Master in Dual Wielding",
    "Wiz": "successfully casting a spell of level 10 or higher",
}
_KILLED = {"Arc": "Amonket", "Kni": "Asmodeus", "Rog": "Croesus"}
_VERBS = (
    ("defeating", "defeated"),
    ("finding", "found"),
    ("attaining", "attained"),
    ("successfully casting", "successfully cast"),
    ("taking", "took"),
)


def _deed(sheet: Sheet) -> str:
    """What the list of achievements says of the role's quest."""
    build, role = build_of(sheet.record), sheet.record.value("role")
    assert build is not None
    said = roles.deeds(role, build)
    return said[-1] if said else f"completed your optional quest by {_DEEDS[role]}"


def _list_deed(paper: Paper, sheet: Sheet) -> None:
    listed = paper.listed("achievements")
    line = f" You had {_deed(sheet)}."
    if "not earned any" in paper.lines[listed[0]]:
        paper.rewrite(listed[0], line)
    else:
        paper.add(listed[0], line)


def _head_block(paper: Paper) -> None:
    if paper.sections.last("role") is None:
        return
    first = next(at for at in paper.listed("role") if paper.lines[at].startswith(" "))
    paper.add(first, " You had completed your role's optional quest.", above=True)


def done_somewhere(sheet: Sheet, done: bool) -> Sequence[tuple[str, str]]:
    """The dump with the quest done among the achievements alone, and at the head of the block alone."""
    assert done
    found = [
        (edited(sheet, lambda paper: _list_deed(paper, sheet)), "among the achievements"),
        (edited(sheet, _head_block), "in the block"),
    ]
    return [(text, where) for text, where in found if text is not None]


def done_everywhere(sheet: Sheet, done: bool) -> str | None:
    """The dump with the quest done in both lists, in the diary, among the creatures, and in percent."""
    assert done
    role = sheet.record.value("role")

    def edit(paper: Paper) -> None:
        _list_deed(paper, sheet)
        _head_block(paper)
        if sheet.record.has("last_event"):
            said = _DEEDS[role]
            for present, past in _VERBS:
                said = said.replace(present, past, 1)
            if role in _KILLED:
                add_event(paper, f"{'destroyed' if role == 'Arc' else 'killed'} {_KILLED[role]}")
            add_event(paper, said)
        if role in _KILLED:
            add_kill(paper, _KILLED[role])

    text = edited(sheet, edit)
    return None if text is None else _with_percentage(sheet.with_text(text))
