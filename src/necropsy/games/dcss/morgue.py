"""A DCSS morgue as a :class:`~necropsy.record.Record`: which reader states which fact."""

from __future__ import annotations

import re
from functools import cached_property

from necropsy.games.dcss import facts, grammar, names
from necropsy.games.dcss.calendar import file_moment
from necropsy.games.dcss.diary import Diary, diary_of, gemless
from necropsy.games.dcss.glimpse import Glimpse
from necropsy.games.dcss.head import Head, head_of
from necropsy.games.dcss.header import read_header
from necropsy.games.dcss.inventory import read_inventory
from necropsy.games.dcss.kills import read_kills
from necropsy.games.dcss.layout import read_foreign_look, read_layout
from necropsy.games.dcss.misc_block import read_misc
from necropsy.games.dcss.mutations import read_inexperience
from necropsy.games.dcss.note_table import Notes, notes_of
from necropsy.games.dcss.notes import TELLING, read_gem_notes, read_notes, read_rune_notes
from necropsy.games.dcss.overview import read_lists, read_pips, read_stats, read_title_line
from necropsy.games.dcss.score_block import read_score_block, read_score_line
from necropsy.games.dcss.sections import Sections, cut
from necropsy.games.dcss.skills import read_actions, read_skill_gains, read_skills
from necropsy.games.dcss.travels import read_travels
from necropsy.games.dcss.vaults import read_vaults
from necropsy.games.dcss.worn import read_worn
from necropsy.games.dcss.xp_table import read_xp_by_level
from necropsy.record import Readers, Record, Standing

__all__ = ["Morgue", "end_lacking", "is_morgue", "read_morgue"]


class Morgue:
    """The text of a morgue, cut into lines and sections when they are first needed.

    Attributes:
        text: the text, with line feeds.
        glimpse: what a quick look has told of the game, where the score alone is asked for.
        whole: whether all of it was cut at once, as everything is asked for.
    """

    __slots__ = ("__dict__", "_head", "_lines", "_sections", "glimpse", "text", "whole")

    def __init__(self, text: str) -> None:
        self.text = text
        self.glimpse: Glimpse | None = None
        self.whole = False
        self._lines: list[str] | None = None
        self._sections: Sections | None = None
        self._head: Head | None = None

    def cut_whole(self) -> None:
        """Cut all of it at once: no part is then looked for in the text, to be read alone."""
        self.whole = True
        self._sections = cut(self.text, self.lines())
        self._head = Head(self.lines(), self._sections)

    def lines(self) -> list[str]:
        """The lines of the file."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines

    def diary(self) -> Diary | None:
        """The notes, if there is one section of them."""
        found = diary_of(self.text) if self._sections is None else None
        if found is not None:
            return found
        section = self.sections.only("notes")
        return None if section is None else Diary(self.lines(), section.start, section.end)

    @cached_property
    def gemless(self) -> int | None:
        """The number of the line that heads the notes, if there are notes and surely none of a gem.

        It spares looking at single rows where they are not looked at anyway.
        """
        return None if self.whole else gemless(self.text)

    @cached_property
    def notes(self) -> Notes | None:
        """The notes, row by row."""
        section = self.sections.only("notes")
        if section is None:
            return None
        return notes_of(self.lines(), section.start + 1, section.end, TELLING)

    @property
    def rows_tell_finds(self) -> bool:
        """Whether gems and runes are stated with the rest of what single rows tell."""
        return self.whole and self.notes is not None and self.notes.even

    def may_have_line_over(self, length: int) -> bool:
        """Whether a line may be longer than that: it would fill half as many characters somewhere."""
        text, half = self.text, length // 2
        starts = range(0, len(text) - half + 1, half)
        return any(text.find("\n", start, start + half) < 0 for start in starts)

    @property
    def sections(self) -> Sections:
        """The sections of the file."""
        if self._sections is None:
            lines, head = self.lines(), self.head
            # Where the head does not stand by itself it was cut with the rest.
            if self._sections is None:
                self._sections = cut(self.text, lines, head.sections, head.length)
        return self._sections

    @property
    def head(self) -> Head:
        """What stands above the inventory; the whole file where the head does not stand there."""
        if self._head is None:
            self._head = head_of(self.text)
        if self._head is None:
            self._sections = cut(self.text, self.lines())
            self._head = Head(self.lines(), self._sections)
        return self._head


def read_morgue(text: str, source: str = "") -> Record:
    """The record of a morgue. Nothing is read yet: each fact is when it is asked for."""
    morgue = Morgue(_with_line_feeds(text))
    return Record("dcss", source, morgue.lines, _READERS, document=morgue)


def _with_line_feeds(text: str) -> str:
    if "\r" not in text:
        return text
    # The first is what a program leaves that turns line ends into CRLF twice.
    return text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")


def is_morgue(_name: str, text: str) -> bool:
    """Whether a text is a morgue: by its header, else by a score block, a title line, or notes."""
    at = text.find("file.")
    if at >= 0:
        end = text.find("\n", at)
        line = text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)]
        if grammar.read(grammar.HEADER, grammar.squeezed(line)):
            return True
    if not any(sign in text for sign in _SIGNS):
        return False
    text = _with_line_feeds(text)
    sections = cut(text, text.split("\n"))
    return bool(sections.headers or sections.score_lines or sections.title_lines or sections.all("notes"))


_SIGNS = ("file.", "Began", "Time:", "| Place")


# No system has longer names; in archives and on servers they can be anything.
_LONGEST_NAME = 255
_IN_A_PATH = re.compile(r"[/\\]|::")
_FILE_NAME = re.compile(r"morgue-(?P<player>.+)-(?P<moment>\d{8}-\d{4}(?:\d\d)?)\.txt(?:\.\w{2,4})?$")


def read_file_name(record: Record) -> None:
    """State the name and the moment that the game gave the file, if it still has that name."""
    # A path may be longer than any pattern should see.
    base = _IN_A_PATH.split(record.source)[-1][-_LONGEST_NAME:]
    match = _FILE_NAME.search(base)
    if match is None:
        return
    moment = file_moment(match["moment"])
    if moment is not None:
        record.state("file_player", match["player"], 0, "file name", Standing.WITNESS)
        record.state("file_moment", moment, 0, "file name", Standing.WITNESS)


def read_character(record: Record) -> None:
    """State species and background, from the two places that print them in full."""
    for fact in ("character", "character_shown"):
        for statement in record.statements(fact):
            pair = names.split_character(statement.value)
            if pair is not None:
                record.state("species", pair[0], statement.line, statement.place)
                record.state("background", pair[1], statement.line, statement.place)


_STRUCTURE = ("header_lines", "score_lines", "title_lines")


def read_structure(record: Record) -> None:
    """State where the lines stand that the game writes once, and which sections appear again."""
    sections = record.document.sections
    for fact, found in zip(_STRUCTURE, sections.structure, strict=True):
        if found:
            numbers = tuple([index + 1 for index in found])
            record.state(fact, numbers, numbers[0], "structure", Standing.WITNESS)
    again = tuple((section.kind, section.start + 1) for section in sections.repeated())
    if again:
        record.state("sections_repeated", again, again[0][1], "structure", Standing.WITNESS)


_READERS = Readers(
    {
        **dict.fromkeys(
            ("version", "game_name", "game_type", "build", "seed", "seed_custom"), (read_header,)
        ),
        **dict.fromkeys(("score", "wizard", "explore"), (read_score_line,)),
        **dict.fromkeys(("player", "title", "who"), (read_score_line, read_title_line)),
        **dict.fromkeys(("xl", "hp", "max_hp"), (read_score_line, read_stats)),
        **dict.fromkeys(
            (
                "character",
                "started",
                "end_dated",
                "piety_rank",
                "penance",
                "ending",
                "won",
                "cause",
                "damage",
                "map_title",
                "rune_items",
                "duration_s",
            ),
            (read_score_block,),
        ),
        "ended": (read_score_block, facts.derive_ended),
        "turns": (read_score_block, read_title_line),
        "god": (read_score_block, read_stats, read_misc),
        "place": (read_score_block, read_misc),
        "runes": (read_score_block, read_lists),
        **dict.fromkeys(("character_shown", "time_shown_s"), (read_title_line,)),
        **dict.fromkeys(
            ("next_pct", "xp", "xp_needed", "gold", "deaths", "stars", "piety_in_numbers"),
            (read_stats,),
        ),
        **dict.fromkeys(
            ("orb_shown", "mutations", "statuses", "rune_names", "runes_obtainable"), (read_lists,)
        ),
        **dict.fromkeys(
            (
                "escaped",
                "alive",
                "branches",
                "levels_seen",
                "gold_collected",
                "gold_spent",
                "gold_donated",
                "gold_paid",
                "gold_used",
            ),
            (read_misc,),
        ),
        **dict.fromkeys(("inventory_listed", "orb_item", "rune_item"), (read_inventory,)),
        "layout": (read_layout,),
        "foreign_look": (read_foreign_look,),
        "dungeon_levels": (read_travels,),
        "will_pips": (read_pips,),
        "will_item": (read_worn,),
        **dict.fromkeys(("kills", "kills_listed", "kills_in_all"), (read_kills,)),
        "skill": (read_skills,),
        "skill_gained": (read_skill_gains,),
        "action_columns": (read_actions,),
        **dict.fromkeys(("generation_marks", "sprint_vault"), (read_vaults,)),
        **dict.fromkeys(("gem_notes", "gem_noted"), (read_gem_notes,)),
        "rune_noted": (read_gem_notes, read_notes, read_rune_notes),
        **dict.fromkeys(
            (
                "notes",
                "level_noted",
                "rune_bought",
                "end_noted",
                "orb_noted",
                "god_noted",
                "wizard_noted",
                "explore_noted",
                "arena_points",
                "axe_of_woe",
                "character_noted",
                "quest_noted",
            ),
            (read_notes,),
        ),
        **dict.fromkeys((*_STRUCTURE, "sections_repeated"), (read_structure,)),
        **dict.fromkeys(("file_player", "file_moment"), (read_file_name,)),
        **dict.fromkeys(("species", "background"), (read_character,)),
        "gems": (read_score_block, facts.derive_gems),
        "map": (facts.derive_map,),
        "mode": (facts.derive_mode,),
        "orb": (facts.derive_orb,),
        "xp_by_level": (read_xp_by_level,),
        "xp_span": (facts.derive_xp_span,),
        "inexperienced": (facts.derive_inexperience,),
        "inexperience_told": (read_inexperience,),
    }
)


def end_lacking(text: str) -> str | None:
    """Why a morgue may have lost its end; ``None`` where it has it.

    Args:
        text: the whole file; of an empty one nothing is said.
    """
    if text and not text[-4:].replace("\r", "").endswith("\n\n"):
        return "the morgue does not end as the game ends it, with a blank line: it may be cut off"
    return None
