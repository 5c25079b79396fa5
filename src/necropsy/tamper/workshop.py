"""The bench at which one game is forged: the honest sheets, what its forger knows, and a source of chance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from necropsy.record import Record
from necropsy.span import Span
from necropsy.tamper.forger import Aim, Forger
from necropsy.tamper.forgery import Forgery
from necropsy.tamper.original import Original, Sheet
from necropsy.tamper.places import rewritten_everywhere
from necropsy.tamper.places import stated as statements

__all__ = ["Change", "Workshop"]


@dataclass(frozen=True)
class Change:
    """A sheet in which a fact has another value in every place.

    Attributes:
        sheet: the edited sheet.
        aim: the fact.
        value: its value.
        what: the change in words.
    """

    sheet: Sheet
    aim: Aim
    value: Any
    what: str

    @property
    def fact(self) -> str:
        """The fact's name."""
        return self.aim.fact


@dataclass(frozen=True)
class Workshop:
    """What the makers of all kinds share.

    Attributes:
        original: the honest game.
        forger: what its game knows.
        kind: the kind that is made.
        chance: a source of chance of its own.
    """

    original: Original
    forger: Forger
    kind: str
    chance: random.Random

    @property
    def dump(self) -> Sheet:
        """The honest dump, of kinds that need one."""
        assert self.original.dump is not None
        return self.original.dump

    @property
    def line(self) -> Sheet:
        """The honest line, of kinds that need one."""
        assert self.original.line is not None
        return self.original.line

    @property
    def twin(self) -> Sheet:
        """The other form of the honest dump, of kinds that need one."""
        assert self.original.other_form is not None
        return self.original.other_form

    @property
    def player(self) -> str:
        """The player's name, as the dump has it."""
        return str(self.dump.record.value("player", ""))

    def values(self, aim: Aim, sheet: Sheet) -> Sequence[Any]:
        """What a forger may put in place of a fact."""
        return [
            value for value in aim.values(sheet.record, self.chance) if value != sheet.record.value(aim.fact)
        ]

    def changes(self, sheet: Sheet, aims: Sequence[Aim] | None = None) -> Iterator[Change]:
        """The sheet with each fact changed in every place that states it."""
        for aim in self.forger.aims if aims is None else aims:
            for value in self.values(aim, sheet):
                edited = self.changed(sheet, aim, value)
                if edited is not None and edited.text != sheet.text:
                    yield Change(edited, aim, value, self.change(sheet, aim, value))

    def changed(self, sheet: Sheet, aim: Aim, value: Any) -> Sheet | None:
        """The sheet with another value of a fact in every place; ``None`` if that cannot be made."""
        own = aim.in_line if sheet.line else aim.everywhere
        if aim.fact == "score" and not sheet.line:
            own = own or self.forger.scored
        if own is None:
            return rewritten_everywhere(self.forger, sheet, aim.fact, value)
        text = own(sheet, value)
        return None if text is None else sheet.with_text(text)

    def fitted(self, change: Change) -> Change | None:
        """A change with the score made to fit; ``None`` if the score stays what it was, or cannot be told."""
        work_out = self.forger.fitted or self._reckoned
        score = work_out(change.sheet.record)
        if score is None or score == self.score_of(change.sheet):
            return None
        sheet = self.with_score(change.sheet, score)
        if sheet is None:
            return None
        return Change(sheet, change.aim, change.value, f"{change.what}, score {score:,}")

    def with_score(self, sheet: Sheet, score: int | None) -> Sheet | None:
        """The sheet with another score in every place."""
        if score is None or self.score_of(sheet) == score:
            return None if score is None else sheet
        if self.forger.scored is None or sheet.line:
            return rewritten_everywhere(self.forger, sheet, "score", score)
        text = self.forger.scored(sheet, score)
        return None if text is None else sheet.with_text(text)

    def _reckoned(self, record: Record) -> int | None:
        """The middle of what the game's formula gives."""
        candidates = self.original.game.reckon(record).candidates
        total = candidates[0].total if candidates else Span(None, None)
        return None if total.low is None or total.high is None else (total.low + total.high) // 2

    @staticmethod
    def score_of(sheet: Sheet) -> int | None:
        """The score that a sheet records."""
        score: int | None = sheet.record.value("score")
        return score

    @staticmethod
    def change(sheet: Sheet, aim: Aim, value: Any) -> str:
        """A change in words."""
        return f"{aim.fact} {_shown(sheet.record.value(aim.fact))} -> {_shown(value)}"

    def forged(
        self,
        fact: str,
        what: str,
        *,
        dump: Sheet | None = None,
        line: Sheet | None = None,
        beside: bool = False,
        copied: bool = False,
        twin: Sheet | None = None,
        stated: int = 0,
    ) -> Forgery:
        """The forgery that some edited sheets make up.

        Args:
            fact: what was edited.
            what: the edit in words.
            dump: the edited dump.
            line: the edited line.
            beside: whether the honest file of the other sort lies beside it.
            copied: whether the honest dump lies beside the edited one, which then has another name.
            twin: the dump's other form, edited or honest, that lies beside the edited one.
            stated: in how many places the honest file tells of it, if those are not its statements alone.
        """
        edited = [(sheet.name, _file_of(sheet)) for sheet in (dump, line) if sheet is not None]
        files = list(edited)
        if twin is not None:
            files.append((twin.name, twin.text))
            if twin is not self.twin:
                edited = list(files)
        if copied:
            files = [(f"copy-of-{name}", text) for name, text in edited]
            edited = list(files)
            files.insert(0, (self.dump.name, self.dump.text))
        if beside:
            honest = self.line if dump is not None else self.dump
            files.append((honest.name, _file_of(honest)))
        mine, other = self.original.dump, self.original.line
        if dump is None:
            mine, other = other, mine
        places = [
            *(statements(mine, fact) if mine else ()),
            *(statements(other, fact) if beside and other else ()),
        ]
        return Forgery(
            self.kind,
            fact,
            what,
            tuple(files),
            tuple(name for name, _ in edited),
            stated or max(len(places), 1),
        )


def _file_of(sheet: Sheet) -> str:
    return sheet.text + "\n" if sheet.line else sheet.text


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value)) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
