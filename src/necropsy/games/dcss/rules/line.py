"""C and F: fields of one log line that cannot stand side by side, or cannot be read.

Each check compares plain values first and says more only where they do not fit: a log has
millions of lines. What a build of DCSS proper cannot write is an error; a line of a fork
is none of its business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from necropsy.games.dcss.facts import GEMS_SINCE
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES, MOST_RUNES_IN_A_SPRINT
from necropsy.games.dcss.line import KNOWN, NEVER_NEGATIVE, CrawlLine
from necropsy.games.dcss.line_reckon import variant_of_line
from necropsy.games.dcss.rules.book import RUNES_ARE_FLAGS, before, from_on, rule
from necropsy.games.dcss.rules.dates import tagged
from necropsy.games.dcss.version import Version
from necropsy.record import Evidence
from necropsy.rules import Report, Severity, difference

Reports = Iterable[Report]

_NONE: tuple[Report, ...] = ()


def _found(
    line: CrawlLine,
    message: str,
    *facts: str,
    expected: object = None,
    found: object = None,
    severity: Severity | None = None,
) -> Reports:
    """One report, with the fields that the facts rest on; nothing on a fork's line."""
    if variant_of_line(line) is not None:
        return _NONE
    evidence = line.evidence(*map(line.first, facts)) or tuple(line.evidence_at(line.line))
    return (Report(message, expected, found, evidence, severity),)


def _marked(line: CrawlLine) -> bool:
    """Whether the game was in wizard or explore mode, where facts can be set at will."""
    return bool(line.facts.get("wizard") or line.facts.get("explore"))


# ---------------------------------------------------------------------------- treasures


@rule("C170", "Runes and kinds of runes of a log line do not fit", part="line")
def kinds_fit_runes(line: CrawlLine) -> Reports:
    """There are no more kinds of runes (``urune``) than runes (``nrune``).

    From 0.9-a1-579 on no rune can be held twice, so the two are equal. Up to 0.4.1 builds
    wrote no ``urune``. A sprint that scores itself writes neither (0.12 to 0.31-a0-1238).
    """
    kinds, items = line.facts.get("runes"), line.facts.get("rune_items")
    if kinds == items:
        return _NONE
    equal = from_on(line, RUNES_ARE_FLAGS)
    if kinds is None or items is None:
        lacking = "urune" if kinds is None else "nrune"
        if not equal or lacking in line.fields or lacking in line.repeated:
            return _NONE
        said = items if kinds is None else kinds
        message = f"runes: the line says {said} and has no {lacking}"
        return _found(line, message, "runes", "rune_items", expected=said)
    if kinds < items and not equal:
        return _NONE
    message = f"runes: the line says {items} of {kinds} kinds {difference(kinds, items, countable=True)}"
    return _found(line, message, "runes", "rune_items", expected=items, found=kinds)


@rule("C171", "A log line with more runes than a dungeon holds", since=RUNES_ARE_FLAGS, part="line")
def runes_have_a_limit(line: CrawlLine) -> Reports:
    """One dungeon holds 15 runes (one branch of each pair is left out), a sprint at most all 19 kinds.

    Honest exceptions: wizard mode, which makes any.
    """
    runes = line.facts.get("rune_items") or line.facts.get("runes")
    if not runes or runes <= MOST_RUNES or _marked(line):
        return _NONE
    most = MOST_RUNES_IN_A_SPRINT if line.facts.get("game_type") == "sprint" else MOST_RUNES
    if runes <= most:
        return _NONE
    message = f"runes: the line says {runes:,}, a dungeon holds {most} {_more(runes, most)}"
    return _found(line, message, "runes", "rune_items", expected=most, found=runes)


@rule("C172", "Gems of a log line that there cannot be", part="line")
def gems_have_a_limit(line: CrawlLine) -> Reports:
    """A gem that is intact (``igem``) was found (``fgem``), and a dungeon holds 11 (12 in early 0.31-a0).

    There are none before 0.31-a0-1239. Sprints and Descent have none either, which warns
    only: not all of their maps were searched. Honest exceptions: wizard mode makes gems.
    """
    facts = line.facts
    found, intact = facts.get("gems") or 0, facts.get("gems_intact") or 0
    if (not found and not intact) or ("fgem" in line.fields and facts.get("gems") is None):
        return _NONE
    if before(line, GEMS_SINCE):
        message = f"gems: the line says {max(found, intact)}, version {facts['version']} has none"
        return _found(line, message, "gems", "gems_intact", expected=0, found=max(found, intact))
    if intact > found and "fgem" not in line.repeated:
        message = f"gems: the line says {found} found and {intact} intact {_more(intact, found)}"
        return _found(line, message, "gems", "gems_intact", expected=found, found=intact)
    return _NONE if _marked(line) else _too_many_gems(line, found)


def _too_many_gems(line: CrawlLine, found: int) -> Reports:
    kind = line.facts.get("game_type")
    most = MOST_GEMS - from_on(line, "0.31-a0-1282")
    if found > most:
        message = f"gems: the line says {found:,}, a dungeon holds {most} {_more(found, most)}"
        return _found(line, message, "gems", expected=most, found=found)
    if kind in ("sprint", "descent"):
        message = f"gems: the line says {found}, a game of {kind} has none"
        return _found(line, message, "gems", expected=0, found=found, severity=Severity.WARNING)
    return _NONE


def _more(found: int, most: int) -> str:
    return difference(found, most, countable=True)


# ---------------------------------------------------------------------------- character


@rule("C173", "A level of experience or skill that does not exist", part="line")
def levels_exist(line: CrawlLine) -> Reports:
    """Experience levels go from 1 to 27, skill levels from 0 to 27. Honest exceptions: none."""
    level, skill = line.facts.get("xl", 1), line.facts.get("best_skill_level", 0)
    if 1 <= level <= 27 and 0 <= skill <= 27:
        return _NONE
    if not 1 <= level <= 27:
        message = f"level: the line says {level:,}, levels go from 1 to 27"
        return _found(line, message, "xl", expected=[1, 27], found=level)
    message = f"skill: the line says level {skill:,}, levels go from 0 to 27"
    return _found(line, message, "best_skill_level", expected=[0, 27], found=skill)


@rule("C174", "Hit points or magic points above their maximum", Severity.WARNING, part="line")
def points_fit_their_maximum(line: CrawlLine) -> Reports:
    """Hit points are at most ``mhp``, that at most ``mmhp``; magic points at most ``mmp``.

    Honest exceptions: none is known, but not all code that sets them was read.
    """
    get = line.facts.get
    hp, most = get("hp"), get("max_hp")
    mp, most_mp = get("mp", 0), get("max_mp")
    if hp is not None and most is not None:
        whole = get("max_hp_unrotted", most)
        if not hp <= most <= whole:
            low, high = (hp, most) if hp > most else (most, whole)
            message = f"hit points: the line says {low} of {high} {_more(low, high)}"
            return _found(line, message, "hp", "max_hp", "max_hp_unrotted", expected=high, found=low)
    if most_mp is None or mp <= most_mp:
        return _NONE
    message = f"magic points: the line says {mp} of {most_mp} {_more(mp, most_mp)}"
    return _found(line, message, "mp", "max_mp", expected=most_mp, found=mp)


@rule("C175", "A number below 0 that only counts up", part="line")
def counts_are_natural(line: CrawlLine) -> Reports:
    """Turns, time, kills, treasures, scrolls and potions are counted from 0 up.

    Honest exceptions: the time played is the sum of what a clock showed, so a clock that
    was set back can make it negative; that warns.
    """
    if not line.negative:
        return _NONE
    reports: list[Report] = []
    for key in line.negative:
        if key in NEVER_NEGATIVE:
            value = int(line.fields[key])
            severity = Severity.WARNING if key == "dur" else None
            message = f"{key}: the line says {value:,}, it counts from 0 up ({-value:,} too little)"
            reports += _found(line, message, expected=0, found=value, severity=severity)
    return reports


@rule(
    "C182",
    "Skills of a log line do not fit its best skill",
    Severity.WARNING,
    since="0.9-a1-802",
    part="line",
)
def skills_fit_the_best(line: CrawlLine) -> Reports:
    """``fifteenskills`` names what is at 15 or more, ``maxskills`` what is at 27, ``sklev`` the best.

    So the first has a skill if and only if the best is at 15, the second at 27, and what is
    in the second is in the first. Honest exceptions: none is known, but the code was not
    proved, and wizard mode sets skills.
    """
    fields, level = line.fields, line.facts.get("best_skill_level")
    high, most = fields.get("fifteenskills"), fields.get("maxskills")
    if level is None or (level < 15 and high is None and most is None) or _marked(line):
        return _NONE
    lacking = set(most.split(",") if most else ()) - set(high.split(",") if high else ())
    if lacking:
        message = f"skills: maxskills names {', '.join(sorted(lacking))}, fifteenskills does not"
        return _found(line, message)
    for key, named, least in (("fifteenskills", high, 15), ("maxskills", most, 27)):
        if (named is not None) != (level >= least) and key not in line.repeated:
            said = f"names {named}" if named is not None else "is missing"
            return _found(line, f"skills: the best is at {level}, {key} (from {least} on) {said}")
    return _NONE


# ------------------------------------------------------------------------- version, ending


@rule("C178", "The short and the long version of a log line differ", part="line")
def versions_agree(line: CrawlLine) -> Reports:
    """The long version (``vlong``) is the short one (``v``) and, in a trunk build, the commits since.

    Honest exceptions: none.
    """
    short, long = line.fields.get("v"), line.fields.get("vlong")
    if short is None or long is None or long == short or long.startswith(f"{short}-"):
        return _NONE
    return _found(
        line, f"version: the line says v={short} and vlong={long}", "version", expected=short, found=long
    )


@rule("C179", "The ending and the message of the end differ", part="line")
def message_fits_ending(line: CrawlLine) -> Reports:
    """The message (``tmsg``) begins with "escaped" if the game was won (``ktyp=winning``), and only then.

    Honest exceptions: none.
    """
    message = line.fields.get("tmsg")
    if message is None:
        return _NONE
    won = line.facts.get("won")
    if won is None or won == message.startswith("escaped"):
        return _NONE
    ending = line.fields["ktyp"]
    return _found(
        line, f"ending: the line says ktyp={ending}, its message {message[:80]!r}", "ending", "cause"
    )


@rule("C180", "Left the dungeon and is in it", Severity.WARNING, part="line")
def who_left_is_outside(line: CrawlLine) -> Reports:
    """Who won or left is at the top of the dungeon: ``br=D:lvl=0``.

    Honest exceptions: Zot Defence, whose only branch is Zot, is left out, and so is
    Descent, of which no such line was seen.
    """
    facts = line.facts
    if facts.get("ending") not in ("win", "left") or facts.get("game_type") in ("zotdef", "descent"):
        return _NONE
    branch, level = facts.get("branch", "D"), facts.get("level", 0)
    if branch == "D" and level == 0:
        return _NONE
    message = f"place: the line says ktyp={line.fields['ktyp']} and level {level} of {branch}"
    return _found(line, message, "ending", "branch", "level", expected="D:0", found=f"{branch}:{level}")


@rule("C181", "Level and depth of a log line differ", Severity.WARNING, part="line")
def depth_fits_level(line: CrawlLine) -> Reports:
    """In the Dungeon the depth (``absdepth``) is the level (``lvl``).

    Honest exceptions: sprints, Zot Defence and Descent count otherwise and are left out, and
    up to 0.10 so is a portal (``ltyp``), where the level is the one that was left.
    """
    facts = line.facts
    depth, level = facts.get("depth"), facts.get("level")
    if depth == level or facts.get("branch") != "D" or depth is None or level is None:
        return _NONE
    inside = facts.get("ending") in ("quit", "death") and line.fields.get("ltyp", "D") == "D"
    if not inside or facts.get("game_type") in ("sprint", "zotdef", "descent"):
        return _NONE
    message = f"depth: the line says {depth} on level {level} of the Dungeon {difference(depth, level)}"
    return _found(line, message, "depth", "level", expected=level, found=depth)


# -------------------------------------------------------------------------------- clock


@rule("C176", "A date that the game does not write", part="line")
def dates_are_dates(line: CrawlLine) -> Reports:
    """A date is year, month, day, hour, minute and second in 14 digits, and S or D.

    The month is counted from 0, so it is at most 11. Honest exceptions: none.
    """
    facts = line.facts
    if facts["start_s"] is not None and facts["end_s"] is not None:
        return _NONE
    reports: list[Report] = []
    for key, fact in (("start", "start_s"), ("end", "end_s")):
        text = line.fields.get(key)
        if text is not None and facts[fact] is None:
            message = f"{key}: {text[:40]!r} is no date of the game's (14 digits, month 00 to 11, S or D)"
            reports += _found(line, message, found=text[:40])
    return reports


@rule("C177", "A game that ended before it began", Severity.WARNING, part="line")
def the_end_comes_last(line: CrawlLine) -> Reports:
    """The end is not before the start. An hour may be missing where summer time began or ended.

    Honest exceptions: a clock that was set back.
    """
    start, end = line.facts["start_s"], line.facts["end_s"]
    if start is None or end is None or start <= end or start <= end + _change_of_time(line):
        return _NONE
    message = f"dates: the game ended {start - end:,} s before it began"
    return _found(line, message, "start_s", "end_s", expected=start, found=end)


@rule("C183", "Time played is longer than the time that went by", Severity.WARNING, part="line")
def time_went_by(line: CrawlLine) -> Reports:
    """From start to end there is room for the time played (``dur``); a minute is allowed.

    Honest exceptions: a clock that was set back while the game was saved or played.
    """
    facts = line.facts
    start, end, played = facts["start_s"], facts["end_s"], facts.get("duration_s")
    if start is None or end is None or played is None or played <= end - start + 60:
        return _NONE
    between = end - start + _change_of_time(line)
    if between < 0 or played <= between + 60:
        return _NONE
    message = f"time played: the line says {played:,} s, {between:,} s went by {difference(played, between)}"
    return _found(line, message, "duration_s", "start_s", "end_s", expected=between, found=played)


def _change_of_time(line: CrawlLine) -> int:
    """The hour that local time gains or loses where one date is in summer time and the other not."""
    return 3600 if line.fields["start"][-1:] != line.fields["end"][-1:] else 0


@rule("C184", "A line of a game that ended before its version existed", Severity.WARNING, part="line")
def version_was_out(line: CrawlLine) -> Reports:
    """A version's tag is older than each game that it finished; a day is allowed for time zones.

    Honest exceptions: a clock that was wrong. Up to 0.5 builds of a branch carried the
    number before it was tagged, so sixty days are allowed there.
    """
    version, end = line.facts["version"], line.facts["end_s"]
    if version is None or end is None:
        return _NONE
    out = out_since(version)
    if out is None or end >= out[0]:
        return _NONE
    ended = line.value("ended")
    message = f"dates: the game ended on {ended}, version {version} was tagged on {out[1]}"
    return _found(line, message, "version", "ended", expected=out[1], found=ended)


@lru_cache(maxsize=4096)
def out_since(text: str) -> tuple[int, str] | None:
    """The second before which no game of a version can have ended, and the day of its tag."""
    try:
        version = Version.parse(text)
    except ValueError:
        return None
    day = tagged(version)
    if day is None:
        return None
    allowed = 60 if version.before("0.6") else 1
    days = date.fromisoformat(day).toordinal() - date(1970, 1, 1).toordinal() - allowed
    return days * 86_400, day


_MANY_TURNS, _TURNS_A_SECOND = 5000, 100


@rule("C185", "More turns than anybody plays in the time", Severity.HINT, part="line")
def turns_take_time(line: CrawlLine) -> Reports:
    """A hundred turns a second over a whole game are more than a person's keys give.

    Honest exceptions: bots, and games that mostly rested or travelled, which one key can
    ask for.
    """
    turns, played = line.facts.get("turns"), line.facts.get("duration_s")
    if turns is None or turns < _MANY_TURNS or played is None or turns <= _TURNS_A_SECOND * max(played, 1):
        return _NONE
    message = f"time played: {turns:,} turns in {played:,} s are more than {_TURNS_A_SECOND} a second"
    return _found(line, message, "turns", "duration_s", found=turns)


@rule("C186", "More turns than time in the game", Severity.HINT, since="0.12-a0-2785", part="line")
def turns_fit_game_time(line: CrawlLine) -> Reports:
    """Time in the game (``aut``) is ten to a turn of normal speed; no turn was seen to take less than one.

    Honest exceptions: a turn may take no time, in principle.
    """
    turns, aut = line.facts.get("turns"), line.facts.get("aut")
    if turns is None or aut is None or turns <= aut:
        return _NONE
    message = f"turns: the line says {turns:,} turns in {aut:,} aut {_more(turns, aut)}"
    return _found(line, message, "turns", "aut", expected=aut, found=turns)


# -------------------------------------------------------------------------------- notes


@rule("C187", "More gold in hand or spent than found", Severity.HINT, since="0.14-a0-450", part="line")
def gold_was_found(line: CrawlLine) -> Reports:
    """From 0.14-a0-450 on (c9b3623f) nobody starts with gold, so all of it was found.

    Honest exceptions: gold that wizard mode made.
    """
    get = line.facts.get
    found, hand, spent = get("gold_collected"), get("gold", 0), get("gold_spent", 0)
    if found is None or (hand <= found and spent <= found):
        return _NONE
    what, much = ("in hand", hand) if hand > found else ("spent", spent)
    message = f"gold: the line says {much:,} {what} of {found:,} found {difference(much, found)}"
    return _found(line, message, "gold", "gold_spent", "gold_collected", expected=found, found=much)


@rule(
    "C188",
    "A ziggurat completed and not seen to its end",
    Severity.HINT,
    needs="zigs_completed",
    part="line",
)
def ziggurats_end_deep(line: CrawlLine) -> Reports:
    """Who completed a ziggurat (``zigscompleted``) has seen its level 27 (``zigdeepest``)."""
    completed = line.facts.get("zigs_completed")
    if not completed or line.facts.get("zig_deepest") == 27:
        return _NONE
    deepest = line.facts.get("zig_deepest", 0)
    message = f"ziggurats: the line says {completed} completed, and level {deepest} the deepest"
    return _found(line, message, "zigs_completed", "zig_deepest", expected=27, found=deepest)


@rule("C189", "A killer of somebody who quit", Severity.HINT, part="line")
def who_quits_has_no_killer(line: CrawlLine) -> Reports:
    """A game that was quit names no killer: there is none."""
    if line.facts.get("ending") != "quit" or "killer" not in line.fields:
        return _NONE
    killer = line.fields["killer"]
    return _found(line, f"killer: the line says ktyp=quitting and names {killer[:80]!r}", "ending", "killer")


# --------------------------------------------------------------------------------- form

_SHOWN, _LONGEST = 5, 400


@rule("F130", "A field of a log line that cannot be read", Severity.WARNING, part="line")
def fields_unreadable(line: CrawlLine) -> Reports:
    """A number that is none, or a part of the line without a key; it is left out of account."""
    if not line.flaws and not line.broken:
        return _NONE
    said = [flaw.message for flaw in line.flaws]
    said += [f"a part of the line has no key: {part[:40]!r}" for part in line.broken]
    evidence = tuple(line.evidence_at(line.line))
    return [Report(f"fields: {message}", evidence=evidence) for message in said[:_SHOWN]]


@rule("F131", "A key that stands twice in a log line", Severity.WARNING, part="line")
def keys_stand_once(line: CrawlLine) -> Reports:
    """The game writes each key once; nothing is taken from one that stands twice with two values.

    One scoreboard takes the first value and another the last, so the same line would be two
    games. Honest exceptions: a scoreboard that put a column of its own beside the game's.
    """
    if not line.repeated:
        return _NONE
    keys = ", ".join(key[:40] for key in line.repeated[:_SHOWN])
    message = f"keys: {keys} {'stand' if len(line.repeated) > 1 else 'stands'} twice with different values"
    return (Report(message, found=list(line.repeated[:_SHOWN]), evidence=tuple(line.evidence_at(line.line))),)


@rule("F132", "A key that no log line of the game has", Severity.HINT, part="line")
def keys_are_known(line: CrawlLine) -> Reports:
    """Every field of 0.4 to the trunk of 0.35 is known, and what scoreboards add to them.

    A newer build, a fork or a scoreboard may have others; nothing is read from them.
    """
    if line.fields.keys() <= KNOWN:
        return _NONE
    unknown = sorted(line.fields.keys() - KNOWN)[:_SHOWN]
    keys = ", ".join(repr(key[:40]) for key in unknown)
    shown = " ".join(f"{key}={line.fields[key]}" for key in unknown)[:_LONGEST]
    evidence = (Evidence(line.source, line.line, shown),)
    return (Report(f"keys: no version writes {keys}", found=unknown, evidence=evidence),)


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@rule("F133", "A control character in a log line", Severity.WARNING, part="line")
def no_control_characters(line: CrawlLine) -> Reports:
    """The game writes text alone; a control character can hide a line's content on a terminal.

    Honest exceptions: a line end of another system, and damage to the file.
    """
    if line.text.isprintable():
        return _NONE
    match = _CONTROL.search(line.text.rstrip("\r"))
    if match is None:
        return _NONE
    message = f"characters: U+{ord(match[0]):04X} stands at column {match.start() + 1}"
    return (Report(message, found=ord(match[0]), evidence=tuple(line.evidence_at(line.line))),)
