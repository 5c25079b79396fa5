"""The terms of a score as bars, in the characters of a terminal.

    experience  ██████████░░░  250,000 … 315,309

A bar is solid to the least that a term gives and light to the most. Factors have no bar, as they
would dwarf the points that they multiply: they are written out.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from necropsy.breakdown import Breakdown
from necropsy.reports.visible import visible
from necropsy.steps import Kind, Step, factor_text, steps_of

__all__ = ["bars"]

WIDEST = 80
_LEAST = 8
"""A bar of fewer columns says nothing."""
_GAP = 2


class _Pen(NamedTuple):
    """The characters of a chart."""

    full: str
    light: str
    axis: str
    rightwards: str
    leftwards: str
    to: str


_BLOCKS = _Pen("█", "░", "│", "→", "←", "…")
_ASCII = _Pen("#", "-", "|", ">", "<", "to")


def bars(breakdown: Breakdown, width: int, *, ascii_only: bool = False) -> list[Text]:
    """A line for each term that changes the score; none where a chart would say nothing.

    Args:
        breakdown: the score.
        width: columns; a chart has at most 80.
        ascii_only: whether the encoding of the terminal has no block characters.
    """
    steps = [step for step in steps_of(breakdown) if not step.idle]
    if len(steps) < 2:
        return []
    pen = _ASCII if ascii_only else _BLOCKS
    names = [visible(step.term.name) for step in steps]
    points = [_points(step).replace("…", pen.to) for step in steps]
    name_width, number_width = (max(map(cell_len, texts)) for texts in (names, points))
    room = min(width, WIDEST) - name_width - number_width - 2 * _GAP
    if room < _LEAST:
        # The points stand beside the terms below; the bars do not.
        points, number_width, room = [""] * len(points), 0, min(width, WIDEST) - name_width - _GAP
    scale = _Scale.of(steps, max(room, _LEAST), pen)
    gap = " " * _GAP
    after = gap if number_width else ""
    return [
        Text.assemble(f"{name:<{name_width}}{gap}", *scale.drawn(step), after, f"{said:>{number_width}}")
        for name, step, said in zip(names, steps, points, strict=True)
    ]


def _points(step: Step) -> str:
    return str(step.term.span) if step.kind is Kind.ADDS else f"= {step.after}"


_Pieces = list[tuple[str, str]]
"""Characters and their style, from zero outwards."""


class _Scale(NamedTuple):
    """How many points a column stands for.

    Attributes:
        points: the points from the left end of the chart to its right end.
        left: columns left of zero, where points are taken off; 0 where there are none.
        right: columns right of zero.
        pen: the characters.
    """

    points: int
    left: int
    right: int
    pen: _Pen

    @classmethod
    def of(cls, steps: list[Step], columns: int, pen: _Pen) -> _Scale:
        """The scale on which the largest term fills the chart."""
        spans = [step.term.span for step in steps if step.kind is not Kind.MULTIPLIES]
        ends = [end for span in spans for end in (span.low, span.high) if end is not None]
        above, below = max([0, *ends]), -min([0, *ends])
        points = max(above + below, 1)
        if not below:
            return cls(points, 0, columns, pen)
        columns -= len(pen.axis)
        left = min(max(round(columns * below / points), 1), columns - 1)
        return cls(points, left, columns - left, pen)

    def drawn(self, step: Step) -> _Pieces:
        """The bar of a step, padded to the chart's width; a factor is written in its place."""
        axis = [(self.pen.axis, "dim")] if self.left else []
        if step.term.factor is not None:
            said = f"x {factor_text(step.term.factor)}".replace("…", self.pen.to)
            return [(" " * self.left, ""), *axis, (f"{said:<{self.right}.{self.right}}", "magenta")]
        low, high = step.term.span.low, step.term.span.high
        taken = self._bar(high and -high, low and -low, self.left, self.pen.leftwards, "red")
        added = self._bar(low, high, self.right, self.pen.rightwards, "cyan")
        # What is taken off grows to the left: the same bar read backwards.
        return [*reversed(taken), *axis, *added]

    def _bar(self, low: int | None, high: int | None, room: int, endless: str, style: str) -> _Pieces:
        """What lies beyond zero of a span, in so many columns; an open end fills them."""
        solid = self._columns(low or 0, room)
        whole = max(self._columns(high or 0, room), solid) if high is not None else room
        light = self.pen.light * (whole - solid)
        if high is None and room:
            solid = min(solid, room - 1)
            light = self.pen.light * (room - solid - 1) + endless
        light = light[::-1] if endless == self.pen.leftwards else light
        rest = " " * (room - solid - len(light))
        return [(self.pen.full * solid, style), (light, f"{style} dim"), (rest, "")]

    def _columns(self, points: int, room: int) -> int:
        """The columns of so many points: at least one for what is more than none."""
        if points <= 0:
            return 0
        return min(max(round(points * (self.left + self.right) / self.points), 1), room)
