"""What became of forgeries: kind by kind, what was caught, by which rules, and why the rest was not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.reports.terminal import Page
from necropsy.tamper import KINDS, Outcome, Tallies, Tally

__all__ = ["write_forgeries", "write_forgeries_markdown"]

_RULES = 4
"""So many rules are named; the others are a number."""


def write_forgeries(tallies: Tallies, stream: TextIO, *, width: int | None = None) -> None:
    """A table for each game, for the terminal."""
    page = Page(stream, width)
    for game in tallies.games:
        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        table.add_column(game, no_wrap=True)
        for heading in ("made", "caught", "noted", "missed"):
            table.add_column(heading, justify="right")
        table.add_column("by")
        for kind, tally in _rows(tallies, game):
            counts = (tally.made, *(tally.outcomes[outcome] for outcome in Outcome))
            table.add_row(kind, *(f"{count:,}" for count in counts), _by(tally))
        page.put(table)
        page.put()
    for line in (*_twice(tallies), *_limits(tallies)):
        page.put(Text(line, style="dim"))


def write_forgeries_markdown(tallies: Tallies, stream: TextIO) -> None:
    """One table of all games, for a manual: the share that is caught, and of how many."""
    games = tallies.games
    stream.write(f"| kind of edit | {' | '.join(games)} |\n|---|{'---|' * len(games)}\n")
    for name, kind in KINDS.items():
        cells = [_cell(tallies.of(name, game)) for game in games]
        if any(cells):
            stream.write(f"| `{name}`: {kind.title} | {' | '.join(cell or '–' for cell in cells)} |\n")


def _rows(tallies: Tallies, game: str) -> Iterator[tuple[str, Tally]]:
    for kind in KINDS:
        tally = tallies.of(kind, game)
        if tally.made:
            yield kind, tally


def _by(tally: Tally) -> str:
    named = [rule for rule, _ in tally.rules.most_common(_RULES)]
    more = len(tally.rules) - len(named)
    return " ".join(named) + (f" +{more}" if more else "")


def _twice(tallies: Tallies) -> Iterator[str]:
    """How many edits of one place are caught of facts that stand in several."""
    for game in tallies.games:
        found = tallies.of("one-place", game).twice + tallies.of("score-one-place", game).twice
        if found:
            caught, made = found[Outcome.CAUGHT], found.total()
            yield (
                f"{game}: of facts that a match states twice or more, {caught:,} of {made:,} edits of"
                f" one place are caught ({_percent(caught, made)})"
            )


def _limits(tallies: Tallies) -> Iterator[str]:
    """Why forgeries can go unseen, for the kinds of which some did."""
    for name, kind in KINDS.items():
        facts = sorted({fact for game in tallies.games for fact in tallies.of(name, game).missed})
        if facts:
            yield f"{name} missed ({', '.join(facts)}): {kind.limit or 'nothing excuses it'}"


def _cell(tally: Tally) -> str:
    if not tally.made:
        return ""
    noted = tally.outcomes[Outcome.NOTED]
    share = f"{_percent(tally.caught, tally.made)} of {tally.made:,}"
    return share + (f", {_percent(noted, tally.made)} noted" if noted else "")


def _percent(part: int, whole: int) -> str:
    """A share that says 100 % of all alone, and 0 % of none alone."""
    tenths = part * 1000 // whole
    if part > 0 and tenths == 0:
        tenths = 1
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths / 10:.1f} %"
