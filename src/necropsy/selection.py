"""Which rules run, and on what: checked once, for the command line and the API alike."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from itertools import takewhile

from necropsy.engine import Plan
from necropsy.games import games
from necropsy.override import NO_OVERRIDES, Overrides
from necropsy.rules import selected
from necropsy.sources import Limits

__all__ = ["codes_of", "plan_of", "unknown"]


def plan_of(
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
    *,
    pair: bool | None = None,
    expect_files: bool = False,
    logs: Iterable[str] = (),
    limits: Limits | None = None,
    overrides: Overrides = NO_OVERRIDES,
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
        overrides: what was decided for some files alone.

    Raises:
        KeyError: if ``game`` is not known.
        ValueError: if no rule begins with a code, or no rule is left.
    """
    plan = Plan(
        codes_of(select),
        codes_of(ignore),
        game,
        limits=limits or Limits(),
        pair=pair,
        expect_files=expect_files,
        logs=frozenset(logs),
        overrides=overrides,
    )
    for option, codes in (("select", plan.select), ("ignore", plan.ignore)):
        for code in codes:
            wrong = unknown(code)
            if wrong:
                raise ValueError(f"{option} {code}: {wrong}")
    if not _leaves_some(plan.select, plan.ignore, game):
        raise ValueError("select and ignore leave no rule to run")
    for each in overrides.each:
        if not _leaves_some(each.select or plan.select, (*plan.ignore, *each.ignore), game):
            raise ValueError(f"{each.where or each.said}: select and ignore leave no rule to run there")
    return plan


def codes_of(codes: Iterable[str]) -> tuple[str, ...]:
    """Rule codes or their beginnings, in capitals."""
    several = [codes] if isinstance(codes, str) else codes
    return tuple(code.strip().upper() for code in several if code.strip())


def unknown(code: str) -> str:
    """What is wrong with a code that no rule begins with, and what may have been meant; "" if one does."""
    known = sorted({rule for _, rule in _rules()})
    if any(rule.startswith(code) for rule in known):
        return ""
    close = get_close_matches(code, known, n=len(known))
    # Of all that are close, the first that begins alike for longest.
    meant = f"; is {min(close, key=lambda rule: (-_alike(rule, code), rule))} meant?" if close else ""
    return f"no rule begins so{meant} (`necropsy rules` lists them)"


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _leaves_some(select: tuple[str, ...], ignore: tuple[str, ...], game: str | None) -> bool:
    if not select and not ignore:
        return True
    return any(selected(code, select, ignore) for name, code in _rules() if game in (None, name))


@lru_cache(maxsize=1)
def _rules() -> tuple[tuple[str, str], ...]:
    """Each rule's game and code."""
    return tuple((each.name, rule.code) for each in games() for rule in each.rulebook)
