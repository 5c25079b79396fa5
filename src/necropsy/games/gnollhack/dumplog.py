"""A GnollHack dumplog as a :class:`~necropsy.record.Record`: which reader states which fact."""

from __future__ import annotations

from necropsy.games.gnollhack import facts, grammar
from necropsy.games.gnollhack.abilities import read_skills, read_spells
from necropsy.games.gnollhack.attributes import read_attributes
from necropsy.games.gnollhack.deeds import read_achievements, read_challenges
from necropsy.games.gnollhack.document import Dumplog
from necropsy.games.gnollhack.dump_record import DumpReaders, DumpRecord
from necropsy.games.gnollhack.ending import read_ending, read_structure, read_tombstone
from necropsy.games.gnollhack.events import read_events
from necropsy.games.gnollhack.header import read_header, read_status, read_title
from necropsy.games.gnollhack.inventory import read_inventory
from necropsy.games.gnollhack.kills import read_genocides, read_kills
from necropsy.games.gnollhack.messages import read_messages
from necropsy.games.gnollhack.overview import read_overview
from necropsy.games.gnollhack.role_block import read_role_block
from necropsy.games.gnollhack.wording import read_remarks, read_wording
from necropsy.record import Readers, Record

__all__ = ["is_dumplog", "read_dumplog"]

_SIGN = " GnollHack Version "
_PAGE_TITLE = "<title>GnollHack "
# Head, style and the picture of the tombstone stand before the header of a page.
_FAR = 256 * 1024


def is_dumplog(_name: str, text: str) -> bool:
    """Whether a text is a dumplog, plain or HTML: by its header, else by its closing block."""
    head = _with_line_feeds(text[:_FAR])
    if _begins_with_tag(head):
        return _PAGE_TITLE in head or (_SIGN in head and "<h3>" in head)
    at = head.find(_SIGN)
    if at >= 0:
        end = head.find("\n", at)
        line = head[head.rfind("\n", 0, at) + 1 : end if end >= 0 else len(head)]
        if grammar.read_header_line(line.rstrip()):
            return True
    tail = _with_line_feeds(text[-4_096:])
    if "\nYou played on " not in tail or " on you" not in tail:
        return False
    lines = [line.rstrip() for line in tail.splitlines()]
    signs = (grammar.PLAYED, grammar.COLLAPSED, grammar.FINAL_LEVEL)
    return all(any(grammar.read(sign, line) for line in lines) for sign in signs)


def read_dumplog(text: str, source: str = "", readers: Readers | None = None) -> Record:
    """The record of a dumplog. Of a plain text nothing is read yet: each fact is when it is asked for.

    Args:
        text: the file's text.
        source: its name, for evidence.
        readers: :data:`READERS` and what somebody adds to them.
    """
    text = _with_line_feeds(text)
    readers = READERS if readers is None else readers
    if not _begins_with_tag(text):
        document = Dumplog(text.split("\n"))
        return DumpRecord(source, document.lines, readers, document)
    # The parser of pages costs a start of the program as much as everything else together.
    from necropsy.games.gnollhack.html import PageLines, read_page

    page, problem = read_page(text)
    record = DumpRecord(source, PageLines(page), readers, page)
    if problem:
        record.flaw("F204", problem)
    return record


def _begins_with_tag(text: str) -> bool:
    return text[:200].lstrip("\ufeff \t\r\n")[:1] == "<"


def _with_line_feeds(text: str) -> str:
    if "\r" not in text:
        return text
    # Where lines end in line feeds, a carriage return alone is a character of somebody's name.
    return text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")


READERS = DumpReaders(
    {
        **dict.fromkeys(
            (
                "version_shown",
                "port",
                "built",
                "commit",
                "started",
                "ended",
                "snapshot",
            ),
            (read_header,),
        ),
        **dict.fromkeys(("version", "version_number", "build"), (read_header, read_title)),
        "player": (read_header, read_ending, read_events, read_title),
        "role": (read_header, read_ending, read_attributes, read_events),
        "race": (read_header, read_attributes, read_events),
        "gender": (read_header,),
        "gender_original": (read_attributes, read_events),
        "alignment": (read_header, read_attributes),
        **dict.fromkeys(("alignment_current", "mission", "crown", "stood"), (read_attributes,)),
        "alignment_original": (read_attributes, read_events),
        "score": (read_ending, read_attributes, read_tombstone),
        "score_unsettled": (read_attributes,),
        **dict.fromkeys(("score_shown", "turns_shown"), (read_status,)),
        **dict.fromkeys(("xl", "max_hp", "turns", "duration_s"), (read_ending, read_attributes)),
        **dict.fromkeys(("xp", "hp", "gold_in_wallet", "umortality", "survived"), (read_attributes,)),
        **dict.fromkeys(
            ("closing", "alive", "gold", "verb", "place", "ending", "won", "collapses"), (read_ending,)
        ),
        "difficulty": (read_ending, read_attributes, read_messages, read_events),
        **dict.fromkeys(
            ("mode", "mode_words", "modern", "scoring", "tournament"),
            (read_ending, read_attributes, read_messages),
        ),
        **dict.fromkeys(
            (
                "events",
                "averted_death",
                "averted_deaths",
                "wishes_noted",
                "invoked",
                "last_event",
                "mode_entered",
                "entered",
            ),
            (read_events,),
        ),
        **dict.fromkeys(("vanquished", "kills"), (read_kills,)),
        **dict.fromkeys(("genocided", "extinct"), (read_genocides,)),
        **dict.fromkeys(("skills", "spell_schools"), (read_skills,)),
        "spells": (read_spells,),
        **dict.fromkeys(("achieved", "quest_completed"), (read_achievements,)),
        "role_quest_done": (read_achievements, read_role_block),
        **dict.fromkeys(
            ("kept", "wishes", "artifact_wishes", "genocides", "pets", "bones_levels"), (read_challenges,)
        ),
        **dict.fromkeys(
            (
                "role_counts",
                "slain",
                "selfies",
                "role_percent",
                "role_percent_upon_ascension",
                "role_block",
            ),
            (read_role_block,),
        ),
        **dict.fromkeys(
            (
                "branches",
                "max_level",
                "quest_levels",
                "quest_portal",
                "depth_span",
                "max_depth",
                "here",
                "grave",
            ),
            (read_overview,),
        ),
        **dict.fromkeys(("containers", "codex_carried", "held"), (read_inventory,)),
        **dict.fromkeys(("closing_lines", "sections_repeated"), (read_structure,)),
        **dict.fromkeys(("damage", "mode_remark"), (read_remarks,)),
        **dict.fromkeys(("wording", "sections", "sections_there"), (read_wording,)),
        "difficulty_level": (facts.derive_difficulty_level,),
        "true_deaths": (facts.derive_true_deaths,),
        "cause": (facts.derive_cause,),
    }
)
