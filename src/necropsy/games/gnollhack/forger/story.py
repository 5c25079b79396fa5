"""How a game went, as a forger tells it: depth, turns, deaths, mode, difficulty, ending, score."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from necropsy.games.gnollhack import words
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.forger.paper import Paper, edited
from necropsy.games.gnollhack.wording import damage_of
from necropsy.record import Record
from necropsy.tamper.original import Sheet

__all__ = [
    "ascended_everywhere",
    "deaths_everywhere",
    "deeper_everywhere",
    "difficulty_everywhere",
    "fewer_deaths",
    "harder",
    "mode_everywhere",
    "more_depth",
    "ordinary",
    "other_endings",
    "other_turns",
    "score_everywhere",
    "told_dead",
    "told_survived",
    "turns_everywhere",
]


def score_everywhere(sheet: Sheet, score: int) -> str | None:
    """The dump with another score: closing block, attributes, tombstone, and status line."""
    old = {
        said.value
        for fact in ("score", "score_unsettled", "score_shown")
        for said in sheet.record.statements(fact)
    }
    text = sheet.text
    for value in old:
        text = re.sub(
            rf"(?<= with ){value}(?= points?,(?: and|<|$))"
            rf"|(?<=Your game score was ){value}(?=\.)|(?<= S:){value}(?=[ \n<])|(?<=>){value}(?= points?<)",
            str(score),
            text,
            flags=re.M,
        )
    text = (
        re.sub(r"\b1 points\b", "1 point", text) if score == 1 else re.sub(r" 1 point\b", " 1 points", text)
    )
    edited_sheet = sheet.with_text(text)
    values = {
        said.value for fact in ("score", "score_unsettled") for said in edited_sheet.record.statements(fact)
    }
    return text if values == {score} else None


# ---------------------------------------------------------------------------------- depth


def more_depth(record: Record, _: random.Random) -> Sequence[int]:
    """A level deeper, five, and as deep as the dungeon goes."""
    depth = record.value("max_depth") or record.value("max_level")
    return [] if depth is None or depth >= 45 else [depth + 1, depth + 5, 50]


def deeper_everywhere(sheet: Sheet, depth: int) -> str | None:
    """The dump with a deeper level: in its branch's range and among the levels below it."""
    branches = [branch for branch in sheet.record.value("branches") or () if branch.name in _DOWNWARD]
    if not branches:
        return None
    deepest = max(branches, key=lambda branch: branch.last)
    if sheet.record.value("max_depth") not in (None, deepest.last):
        return None

    def edit(paper: Paper) -> None:
        at = paper.at(deepest.line)
        title = paper.lines[at].rstrip().partition(":")[0]
        first = deepest.first if deepest.first < depth else depth
        paper.rewrite(at, f"{title}: Levels {first} to {depth}")
        levels = [at for at in range(at + 1, len(paper.lines)) if paper.lines[at].startswith("   Level ")]
        last = next(at for at in levels if paper.lines[at].startswith(f"   Level {max(deepest.listed)}:"))
        end = last
        while paper.lines[end + 1].startswith("      "):
            end += 1
        if end == last:
            paper.add(last, f"   Level {depth}:")
        else:
            # The features of a level stand in a list of their own on a page.
            paper.add(last, f"   Level {depth}:", above=True)

    return edited(sheet, edit)


_DOWNWARD = ("The Dungeons of Doom", "Gehennom", "The Gnomish Mines")

# ---------------------------------------------------------------------------------- turns


def other_turns(record: Record, _: random.Random) -> Sequence[int]:
    """A turn less, half of them, and as few as pay best."""
    turns = record.value("turns")
    return [] if not turns or turns < 4 else [turns - 1, turns // 2, max(turns // 10, 2)]


def turns_everywhere(sheet: Sheet, turns: int) -> str | None:
    """The dump with other turns: closing block, attributes, status line; no event comes later."""

    def edit(paper: Paper) -> None:
        old = sheet.record.value("turns")
        for at in paper.find(rf"after {old} moves?\.$"):
            paper.replace(at, f"after {old} ", f"after {turns} ")
        for at in paper.find(rf"^ You entered the dungeon {old} turns? ago\.$"):
            paper.replace(at, f" {old} ", f" {turns} ")
        for at in paper.body("events"):
            match = re.match(r" *(\d+): ", paper.lines[at])
            if match and int(match[1]) > turns:
                line = paper.lines[at]
                paper.rewrite(at, f"{turns:>5}: {line.partition(': ')[2]}")

    text = edited(sheet, edit)
    return None if text is None else re.sub(r" T:\d+\b", f" T:{turns}", text)


# --------------------------------------------------------------------------------- deaths


def fewer_deaths(record: Record, _: random.Random) -> Sequence[int]:
    """A death less, or none; of a game in which they count."""
    deaths = record.value("umortality")
    if not deaths or not record.value("modern"):
        return []
    least = 1 if record.value("ending") == "death" else 0
    return list(dict.fromkeys(max(n, least) for n in (deaths - 1, deaths // 2, 0)))


def told_survived(deaths: int) -> str:
    """What the attributes say of a hero who lives, after so many deaths."""
    times = {0: "", 1: " after being killed once", 2: " after being killed twice"}
    times[3] = " after being killed thrice"
    return f" You survived{times.get(deaths, f' after being killed {deaths} times')}."


def told_dead(deaths: int) -> str:
    """What the attributes say of a hero who died for the n-th time."""
    if deaths < 2:
        return " You are dead."
    ending = "th" if 10 < deaths % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(deaths % 10, "th")
    return f" You are dead ({deaths}{ending} time!)."


def deaths_everywhere(sheet: Sheet, deaths: int) -> str | None:
    """The dump with other deaths; those averted that are too many go from the diary."""

    def edit(paper: Paper) -> None:
        at = next(at for at in paper.body("attributes") if _TELLS_DEATHS.match(paper.lines[at]))
        paper.rewrite(
            at, (told_dead if paper.lines[at].startswith(" You are dead") else told_survived)(deaths)
        )
        averted = [at for at in paper.body("events") if ": averted death (" in paper.lines[at]]
        paper.drop_all(averted[deaths:])

    return edited(sheet, edit)


_TELLS_DEATHS = re.compile(r" You (?:survived|are dead)\b")

# ------------------------------------------------------------------------- mode, difficulty


def ordinary(record: Record, _: random.Random) -> Sequence[str]:
    """Classic mode in place of one that divides the score or counts for nothing."""
    said = record.value("mode_words")
    if said is None or record.value("fields"):
        return []
    if said in ("classic", "tournament"):
        return []
    return ["classic", "modern"] if said != "modern" else ["classic"]


_MODES = {
    "classic": " (traditional mode with permanent death)",
    "modern": " (revival and score reduction upon death)",
}


def mode_everywhere(sheet: Sheet, mode: str) -> str | None:
    """The dump with another mode: closing block, attributes with their remark, message, and diary."""

    def edit(paper: Paper) -> None:
        for at in paper.find(r"^You played on .* in .* mode"):
            _put_mode(paper, at, mode)
        for at in paper.find(
            r"^ You were playing on .* in .* mode\.$|: .* has entered the dungeon on .* mode$"
        ):
            _put_mode(paper, at, mode)
        for at in paper.find(r"^ You were playing in .* mode(?: \(|\.$)"):
            line = paper.lines[at]
            remark = _MODES.get(mode, "") if "(" in line else ""
            paper.rewrite(at, f" You were playing in {mode} mode{remark}.")

    return edited(sheet, edit)


def _put_mode(paper: Paper, at: int, mode: str) -> None:
    paper.rewrite(at, re.sub(r" difficulty in [a-z -]+ mode", f" difficulty in {mode} mode", paper.lines[at]))


def harder(record: Record, _: random.Random) -> Sequence[str]:
    """A difficulty more, and the hardest."""
    level = words.level_of_difficulty(record.value("difficulty") or "")
    if level is None or level >= 2:
        return []
    return list(dict.fromkeys((words.DIFFICULTIES[level + 5], words.DIFFICULTIES[-1])))


def difficulty_everywhere(sheet: Sheet, difficulty: str) -> str | None:
    """The dump with another difficulty in every place, and the percentages that go with it."""
    old, build = sheet.record.value("difficulty"), build_of(sheet.record)

    def edit(paper: Paper) -> None:
        for at in paper.find(rf" on {old} difficulty\b"):
            paper.replace(at, f" on {old} difficulty", f" on {difficulty} difficulty")
        for at in paper.find(rf"^ Your game difficulty was {old}\b"):
            line = paper.lines[at].replace(f"was {old}", f"was {difficulty}", 1)
            damage = None if build is None else damage_of(difficulty, build)
            if damage is not None:
                line = re.sub(
                    r"\d+% damage by monsters, \d+%", f"{damage[0]}% damage by monsters, {damage[1]}%", line
                )
            paper.rewrite(at, line)

    return edited(sheet, edit)


# ---------------------------------------------------------------------------------- ending


def other_endings(record: Record, _: random.Random) -> Sequence[str]:
    """Ascended, in place of any other end."""
    return [] if record.value("ending") in (None, "ascended") else ["ascended"]


def ascended_everywhere(sheet: Sheet, _ending: str) -> str | None:
    """The dump of a game that ascended: closing block, attributes, achievements, diary, and overview."""

    def edit(paper: Paper) -> None:
        closing = paper.sections.closing
        # Up to 4.1.2-4 the points stand on a line of their own, perhaps below the companions.
        at = next(at for at in (closing, closing - 1) if re.search(r" with -?\d+ points?,", paper.lines[at]))
        line = paper.lines[at]
        hero = "You " if line.startswith("You ") else ""
        paper.rewrite(at, re.sub(r"^.*? with (?=-?\d+ points?,)", f"{hero}went to your reward with ", line))
        for at in paper.find(r"^You were level .* when you [a-z ]+\.$"):
            paper.rewrite(at, re.sub(r"when you [a-z ]+\.$", "when you ascended.", paper.lines[at]))
        at = paper.sections.farewell
        paper.rewrite(at, re.sub(r" the [A-Z][a-z]+\.\.\.$", " the Demigod...", paper.lines[at]))
        for at in paper.body("attributes"):
            if _TELLS_DEATHS.match(paper.lines[at]):
                paper.rewrite(at, told_survived(max((sheet.record.value("umortality") or 0) - 1, 0)))
        for at in paper.find(r"^   Level .* <- You (?:were|left from) here\.$"):
            paper.rewrite(at, re.sub(r"<- You (?:were|left from) here", "<- You are here", paper.lines[at]))
        for at in paper.find(r"^      Final resting place for you, "):
            paper.drop(at)
        listed = paper.listed("achievements")
        paper.add(listed[0], " You had ascended to demigodhood.", above=True)
        if "not earned any" in paper.lines[listed[0]]:
            paper.rewrite(listed[0], " You had found the Amulet of Yendor.")
        events = [at for at in paper.body("events") if paper.lines[at].strip()[:1].isdigit()]
        if len(events) > 1:
            turn = paper.lines[events[-1]].partition(":")[0]
            paper.rewrite(events[-1], f"{turn}: ascended to demigodhood")

    return edited(sheet, edit)
