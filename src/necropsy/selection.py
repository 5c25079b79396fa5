"""Which rules run, and on what: checked once, for the command line and the API alike."""

from __future__ import annotations

from collections.abc import Iterable

from necropsy.engine import Plan
from necropsy.games import games
from necropsy.rules import selected
from necropsy.sources import Limits

__all__ = ["plan_of"]


def plan_of(
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
    *,
    pair: bool | None = None,
    expect_files: bool = False,
    logs: Iterable[str] = (),
    limits: Limits | None = None,
) -> Plan:
    """The plan of a run, with rule codes in capitals.

    Args:
        select: codes or their beginnings to run; all where it is empty.
        ignore: codes or their beginnings to leave out.
        game: short name of the game, to look for no other.
        pair: whether dumps wait for their log lines; ``None`` is from the first log on.
        expect_files: whether a line without its dump is a fault.
        logs: files that are given as logs.
        limits: how much of the files is read; the usual ones where it is ``None``.

    Raises:
        KeyError: if ``game`` is not known.
        ValueError: if no rule begins with a code, or no rule is left.
    """
    plan = Plan(
        _codes(select),
        _codes(ignore),
        game,
        limits=limits or Limits(),
        pair=pair,
        expect_files=expect_files,
        logs=frozenset(logs),
    )
    if not plan.select and not plan.ignore:
        return plan
    every = [(each.name, rule.code) for each in games() for rule in each.rulebook]
    for option, codes in (("select", plan.select), ("ignore", plan.ignore)):
        for code in codes:
            if not any(known.startswith(code) for _, known in every):
                raise ValueError(f"{option} {code}: no rule begins so; `necropsy rules` lists them")
    if not any(selected(code, plan.select, plan.ignore) for name, code in every if game in (None, name)):
        raise ValueError("select and ignore leave no rule to run")
    return plan


def _codes(codes: Iterable[str]) -> tuple[str, ...]:
    several = [codes] if isinstance(codes, str) else codes
    return tuple(code.strip().upper() for code in several if code.strip())
