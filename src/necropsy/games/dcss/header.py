"""The header: which game, which version, which seed.

 Seeded DCSS version 0.34.1 (console) character file.

Game seed: 27182818 (custom seed)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["GAME_TYPES", "HEADER", "read_header"]

HEADER = "header"

GAME_TYPES = {
    "Dungeon Crawl Stone Soup": "normal",
    "Seeded DCSS": "seeded",
    "Dungeon Sprint DCSS": "sprint",
    "Tutorial DCSS": "tutorial",
    "Arena DCSS": "arena",
    "Zot Defence DCSS": "zotdef",
    "Dungeon Descent DCSS": "descent",
    "Unknown DCSS": "unknown",
}
"""What the header calls a kind of game (from 0.8 on), and the fact's value for it."""

# What 0.1 to 0.5 print behind the number, whatever the build.
_NO_BUILD = "crawl-ref"

# The seed stands right under the header; further down it would be somebody's text.
_SEED_WITHIN = 4


def read_header(record: Record) -> None:
    """State version, kind of game, build and seed."""
    lines, sections, _ = record.document.head
    if not sections.headers:
        return
    index, match = next(iter(sections.headers.items()))
    number = index + 1
    record.state("version", match["version"], number, HEADER)
    record.state("game_name", match["game"], number, HEADER)
    record.state("game_type", GAME_TYPES.get(match["game"], "fork"), number, HEADER)
    if match["build"] and match["build"] != _NO_BUILD:
        record.state("build", match["build"], number, HEADER)
    for below in range(index + 1, min(index + 1 + _SEED_WITHIN, len(lines))):
        if not lines[below].startswith("Game"):
            continue
        if seed := grammar.read(grammar.SEED, grammar.squeezed(lines[below])):
            record.state("seed", seed["seed"], below + 1, HEADER)
            record.state("seed_custom", seed["mark"] == "custom seed", below + 1, HEADER)
        break
