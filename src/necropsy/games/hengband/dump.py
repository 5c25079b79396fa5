"""A Hengband dump as a :class:`~necropsy.record.Record`: which reader states which fact."""

from __future__ import annotations

from necropsy.games.hengband import grammar
from necropsy.games.hengband.deeds import read_arena, read_depths, read_kills, read_options, read_quests
from necropsy.games.hengband.document import cut
from necropsy.games.hengband.ending import read_ending
from necropsy.games.hengband.possessions import read_checksum, read_items, read_mutations
from necropsy.games.hengband.self_knowledge import read_lives, read_self
from necropsy.games.hengband.sheet import read_name, read_numbers, read_shown_stats, read_title
from necropsy.games.hengband.stat_table import read_stat_table
from necropsy.games.hengband.upload import read_upload
from necropsy.record import Readers, Record

__all__ = ["READERS", "is_dump", "is_screen", "read_dump"]

_FIRST_LINES = 60
_SIGNS = ("キャラクタ情報]", "Character Dump]")


def is_dump(text: str) -> bool:
    """Whether a text is a dump, by its title; above it may stand what a client sends to the score server."""
    head = text[:8192]
    if not any(sign in head for sign in _SIGNS):
        return False
    lines = _with_line_feeds(head).split("\n")[:_FIRST_LINES]
    at = next((at for at, line in enumerate(lines) if grammar.read(grammar.TITLE, line)), None)
    if at is None:
        return False
    above = [line for line in lines[:at] if line.strip()]
    return not above or any(grammar.read(grammar.UPLOAD_MARK, line) for line in above)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")


_SCREEN = '<body text="#ffffff" bgcolor="#000000">'


def is_screen(text: str) -> bool:
    """Whether a text is a picture of the game's screen (a tombstone, a souvenir) as the game writes it."""
    head = text[:1024].lower()
    return _SCREEN in head and "<pre>" in head


def read_dump(text: str, source: str = "", readers: Readers | None = None) -> Record:
    """The record of a dump. Nothing is read yet: each fact is when it is asked for.

    Args:
        text: the file's text.
        source: its name, for evidence.
        readers: :data:`READERS` and what somebody adds to them.
    """
    lines = _with_line_feeds(text).split("\n")
    document = cut(lines)
    record = Record("hengband", source, lines, READERS if readers is None else readers, document=document)
    for at in document.repeated:
        record.flaw("F305", f"sections: {lines[at].strip()[:60]} stands twice, so neither is read", at + 1)
    if document.other is not None:
        record.flaw(
            "F307", "file: another dump begins here; nothing from here on is read", document.other + 1
        )
    return record


READERS = Readers(
    {
        **dict.fromkeys(("version", "language"), (read_title,)),
        **dict.fromkeys(("player", "personality"), (read_name,)),
        **dict.fromkeys(
            (
                "age",
                "height",
                "weight",
                "social_class",
                "alignment",
                "realms",
                "patron",
                "xl",
                "xp",
                "exp",
                "max_exp",
                "next_exp",
                "android",
                "gold",
                "ac",
                "speed",
                "day",
                "minute",
                "duration_s",
                "skills",
            ),
            (read_numbers,),
        ),
        **dict.fromkeys(
            ("sex", "race", "class", "level", "hp", "max_hp", "mp", "max_mp"), (read_numbers, read_stat_table)
        ),
        "shown_stats": (read_shown_stats,),
        **dict.fromkeys(("stat_rows", "stats"), (read_stat_table,)),
        **dict.fromkeys(("alive", "won", "ending", "cause", "place", "depth"), (read_ending,)),
        **dict.fromkeys(("dungeons", "depths", "max_depth"), (read_depths,)),
        **dict.fromkeys(("ended_quests", "quests", "failed_quests"), (read_quests,)),
        **dict.fromkeys(("arena", "arena_wins"), (read_arena,)),
        **dict.fromkeys(("kills", "uniques", "uniques_listed", "top_uniques", "unique_names"), (read_kills,)),
        **dict.fromkeys(("options", "options_whole", "cheated"), (read_options,)),
        **dict.fromkeys(("life_rating", "stat_caps", "virtues"), (read_self,)),
        "lives": (read_lives,),
        "mutations": (read_mutations,),
        **dict.fromkeys(("equipment", "inventory", "home", "museum"), (read_items,)),
        "checksum": (read_checksum,),
        **dict.fromkeys(
            (
                "score",
                "turns",
                "claimed_level",
                "claimed_max_level",
                "claimed_depth",
                "claimed_max_depth",
                "claimed_gold",
                "claimed_name",
                "claimed_version",
                "claimed_sex",
                "claimed_race",
                "claimed_class",
                "claimed_personality",
                "claimed_killer",
            ),
            (read_upload,),
        ),
    }
)
