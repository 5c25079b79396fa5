"""C: treasures, character and ending on one log line that cannot stand side by side.

Each check compares plain values first and says more only where they do not fit: a log has
millions of lines. What a build of DCSS proper cannot write is an error; a line of a fork
is none of its business.
"""

from __future__ import annotations

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import GEMS_SINCE, version_of
from necropsy.games.dcss.layout import foreign_fields
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES, MOST_RUNES_IN_A_SPRINT
from necropsy.games.dcss.line import NEVER_NEGATIVE, CrawlLine
from necropsy.games.dcss.line_reckon import variant_of_line
from necropsy.games.dcss.rules.book import RUNES_ARE_FLAGS, before, from_on, rule
from necropsy.games.dcss.rules.line_reports import NONE, Reports, found_in, more
from necropsy.games.dcss.version import Version, is_release
from necropsy.rules import Report, Severity, difference


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
        return NONE
    equal = from_on(line, RUNES_ARE_FLAGS)
    if kinds is None or items is None:
        lacking = "urune" if kinds is None else "nrune"
        if not equal or lacking in line.fields or lacking in line.repeated:
            return NONE
        said = items if kinds is None else kinds
        message = f"runes: the line says {said} and has no {lacking}"
        return found_in(line, message, "runes", "rune_items", expected=said)
    if kinds < items and not equal:
        return NONE
    message = f"runes: the line says {items} of {kinds} kinds {difference(kinds, items, countable=True)}"
    return found_in(line, message, "runes", "rune_items", expected=items, found=kinds)


@rule("C171", "A log line with more runes than a dungeon holds", since=RUNES_ARE_FLAGS, part="line")
def runes_have_a_limit(line: CrawlLine) -> Reports:
    """One dungeon holds 15 runes (one branch of each pair is left out), a sprint at most all 19 kinds.

    Honest exceptions: wizard mode, which makes any.
    """
    runes = line.facts.get("rune_items") or line.facts.get("runes")
    if not runes or runes <= MOST_RUNES or _marked(line):
        return NONE
    most = MOST_RUNES_IN_A_SPRINT if line.facts.get("game_type") == "sprint" else MOST_RUNES
    if runes <= most:
        return NONE
    message = f"runes: the line says {runes:,}, a dungeon holds {most} {more(runes, most)}"
    return found_in(line, message, "runes", "rune_items", expected=most, found=runes)


@rule("C172", "Gems of a log line that there cannot be", part="line")
def gems_have_a_limit(line: CrawlLine) -> Reports:
    """A gem that is intact (``igem``) was found (``fgem``), and a dungeon holds 11 (12 in early 0.31-a0).

    There are none before 0.31-a0-1239. Sprints and Descent have none either, which warns
    only: not all of their maps were searched. Honest exceptions: wizard mode makes gems.
    """
    facts = line.facts
    found, intact = facts.get("gems") or 0, facts.get("gems_intact") or 0
    if (not found and not intact) or ("fgem" in line.fields and facts.get("gems") is None):
        return NONE
    if before(line, GEMS_SINCE):
        message = f"gems: the line says {max(found, intact)}, version {facts['version']} has none"
        return found_in(line, message, "gems", "gems_intact", expected=0, found=max(found, intact))
    if intact > found and "fgem" not in line.repeated:
        message = f"gems: the line says {found} found and {intact} intact {more(intact, found)}"
        return found_in(line, message, "gems", "gems_intact", expected=found, found=intact)
    return NONE if _marked(line) else _too_many_gems(line, found)


def _too_many_gems(line: CrawlLine, found: int) -> Reports:
    kind = line.facts.get("game_type")
    most = MOST_GEMS - from_on(line, "0.31-a0-1282")
    if found > most:
        message = f"gems: the line says {found:,}, a dungeon holds {most} {more(found, most)}"
        return found_in(line, message, "gems", expected=most, found=found)
    if kind in ("sprint", "descent"):
        message = f"gems: the line says {found}, a game of {kind} has none"
        return found_in(line, message, "gems", expected=0, found=found, severity=Severity.WARNING)
    return NONE


# ---------------------------------------------------------------------------- character


@rule("C173", "A level of experience or skill that does not exist", part="line")
def levels_exist(line: CrawlLine) -> Reports:
    """Experience levels go from 1 to 27, skill levels from 0 to 27. Honest exceptions: none."""
    level, skill = line.facts.get("xl", 1), line.facts.get("best_skill_level", 0)
    if 1 <= level <= 27 and 0 <= skill <= 27:
        return NONE
    if not 1 <= level <= 27:
        message = f"level: the line says {level:,}, levels go from 1 to 27"
        return found_in(line, message, "xl", expected=[1, 27], found=level)
    message = f"skill: the line says level {skill:,}, levels go from 0 to 27"
    return found_in(line, message, "best_skill_level", expected=[0, 27], found=skill)


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
            message = f"hit points: the line says {low} of {high} {more(low, high)}"
            return found_in(line, message, "hp", "max_hp", "max_hp_unrotted", expected=high, found=low)
    if most_mp is None or mp <= most_mp:
        return NONE
    message = f"magic points: the line says {mp} of {most_mp} {more(mp, most_mp)}"
    return found_in(line, message, "mp", "max_mp", expected=most_mp, found=mp)


@rule("C175", "A number below 0 that only counts up", part="line")
def counts_are_natural(line: CrawlLine) -> Reports:
    """Turns, time, kills, treasures, scrolls and potions are counted from 0 up.

    Honest exceptions: the time played is the sum of what a clock showed, so a clock that
    was set back can make it negative; that warns.
    """
    if not line.negative:
        return NONE
    reports: list[Report] = []
    for key in line.negative:
        if key in NEVER_NEGATIVE:
            value = int(line.fields[key])
            severity = Severity.WARNING if key == "dur" else None
            message = f"{key}: the line says {value:,}, it counts from 0 up ({-value:,} too little)"
            reports += found_in(line, message, expected=0, found=value, severity=severity)
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
        return NONE
    lacking = set(most.split(",") if most else ()) - set(high.split(",") if high else ())
    if lacking:
        message = f"skills: maxskills names {', '.join(sorted(lacking))}, fifteenskills does not"
        return found_in(line, message)
    for key, named, least in (("fifteenskills", high, 15), ("maxskills", most, 27)):
        if (named is not None) != (level >= least) and key not in line.repeated:
            said = f"names {named}" if named is not None else "is missing"
            return found_in(line, f"skills: the best is at {level}, {key} (from {least} on) {said}")
    return NONE


# ------------------------------------------------------------------------- version, ending


@rule("C178", "The short and the long version of a log line differ", part="line")
def versions_agree(line: CrawlLine) -> Reports:
    """The long version (``vlong``) is the short one (``v``) and, in a trunk build, the commits since.

    Honest exceptions: none.
    """
    short, long = line.fields.get("v"), line.fields.get("vlong")
    if short is None or long is None or long == short or long.startswith(f"{short}-"):
        return NONE
    return found_in(
        line, f"version: the line says v={short} and vlong={long}", "version", expected=short, found=long
    )


@rule("C179", "The ending and the message of the end differ", part="line")
def message_fits_ending(line: CrawlLine) -> Reports:
    """The message (``tmsg``) begins with "escaped" if the game was won (``ktyp=winning``), and only then.

    Honest exceptions: none.
    """
    message = line.fields.get("tmsg")
    if message is None:
        return NONE
    won = line.facts.get("won")
    if won is None or won == message.startswith("escaped"):
        return NONE
    ending = line.fields["ktyp"]
    return found_in(
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
        return NONE
    branch, level = facts.get("branch", "D"), facts.get("level", 0)
    if branch == "D" and level == 0:
        return NONE
    message = f"place: the line says ktyp={line.fields['ktyp']} and level {level} of {branch}"
    return found_in(line, message, "ending", "branch", "level", expected="D:0", found=f"{branch}:{level}")


@rule("C181", "Level and depth of a log line differ", Severity.WARNING, part="line")
def depth_fits_level(line: CrawlLine) -> Reports:
    """In the Dungeon the depth (``absdepth``) is the level (``lvl``).

    Honest exceptions: sprints, Zot Defence and Descent count otherwise and are left out, and
    up to 0.10 so is a portal (``ltyp``), where the level is the one that was left.
    """
    facts = line.facts
    depth, level = facts.get("depth"), facts.get("level")
    if depth == level or facts.get("branch") != "D" or depth is None or level is None:
        return NONE
    inside = facts.get("ending") in ("quit", "death") and line.fields.get("ltyp", "D") == "D"
    if not inside or facts.get("game_type") in ("sprint", "zotdef", "descent"):
        return NONE
    message = f"depth: the line says {depth} on level {level} of the Dungeon {difference(depth, level)}"
    return found_in(line, message, "depth", "level", expected=level, found=depth)


@rule("C190", "A field that the version does not write", part="line")
def fields_fit_version(line: CrawlLine) -> Reports:
    """Fields came and went with the versions (hiscores.cc), and the version stands on the line.

    The version decides on the formula, so it is worth a change. Within a trunk cycle both are
    right. Honest exceptions, reported as warnings: a server's build with commits of its own since
    a release (only the long version tells, so one without it is never a proof), and a scoreboard
    that gave older lines a long version.
    """
    text: str = line.facts.get("version") or ""
    foreign = foreign_fields(text)
    if line.fields.keys().isdisjoint(foreign) or variant_of_line(line) is not None:
        return NONE
    found = sorted(line.fields.keys() & foreign)
    sure = "vlong" in line.fields and found != ["vlong"] and is_release(Version.parse(text))
    message = f"fields: version {text} does not write {', '.join(found[:_SHOWN])}"
    return found_in(line, message, "version", found=found, severity=None if sure else Severity.WARNING)


_SHOWN = 8


@rule("C191", "The short form of the character and its species or background differ", part="line")
def short_form_fits(line: CrawlLine) -> Reports:
    """``char=HuFi`` is made of the short names of ``race`` and ``cls`` (hiscores.cc).

    The species scales what a level needs. Names that the tables do not know are left out. Honest
    exceptions: short names that a trunk had for some days, so anything but a release warns.
    """
    short, facts = line.fields.get("char"), line.facts
    if short is None or names.short_form_can_be(short, facts.get("species"), facts.get("background")):
        return NONE
    said = f"{facts['species']} {facts['background']}"
    message = f"character: the line says {said}, and char={short[:20]}"
    version = version_of(line)
    sure = "vlong" in line.fields and version is not None and is_release(version)
    severity = None if sure else Severity.WARNING
    return found_in(line, message, "species", "background", expected=said, found=short, severity=severity)


# -------------------------------------------------------------------------------- notes


@rule("C187", "More gold in hand or spent than found", Severity.HINT, since="0.14-a0-450", part="line")
def gold_wasfound_in(line: CrawlLine) -> Reports:
    """From 0.14-a0-450 on (c9b3623f) nobody starts with gold, so all of it was found.

    Honest exceptions: gold that wizard mode made.
    """
    get = line.facts.get
    found, hand, spent = get("gold_collected"), get("gold", 0), get("gold_spent", 0)
    if found is None or (hand <= found and spent <= found):
        return NONE
    what, much = ("in hand", hand) if hand > found else ("spent", spent)
    message = f"gold: the line says {much:,} {what} of {found:,} found {difference(much, found)}"
    return found_in(line, message, "gold", "gold_spent", "gold_collected", expected=found, found=much)


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
        return NONE
    deepest = line.facts.get("zig_deepest", 0)
    message = f"ziggurats: the line says {completed} completed, and level {deepest} the deepest"
    return found_in(line, message, "zigs_completed", "zig_deepest", expected=27, found=deepest)


@rule("C189", "A killer of somebody who quit", Severity.HINT, part="line")
def who_quits_has_no_killer(line: CrawlLine) -> Reports:
    """A game that was quit names no killer: there is none."""
    if line.facts.get("ending") != "quit" or "killer" not in line.fields:
        return NONE
    killer = line.fields["killer"]
    return found_in(
        line, f"killer: the line says ktyp=quitting and names {killer[:80]!r}", "ending", "killer"
    )
