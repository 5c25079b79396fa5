"""The score of DCSS: every formula from 0.1 to the trunk of 0.35, term by term.

The formulas stand in ``hiscores.cc`` (``scorefile_entry::init``; in 0.1.0 to 0.1.2 in
``ouch.cc``). Which builds follow which one is data, in ``tables/regimes.csv``; a
:class:`Regime` is one row of it. Here is what the rows mean.

>>> modern = regimes(Version.parse("0.29.1"))[0]
>>> xp, runes, turns = (Span.exactly(number) for number in (2_036_695, 15, 7022))
>>> str(breakdown(modern, Game(xp, "win", runes, turns)).total)
'201,606,281'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from necropsy.breakdown import Breakdown, Term, widest
from necropsy.games.dcss import names
from necropsy.games.dcss.experience import experience_points, flat_points, tiered_points
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.span import Span

__all__ = ["NEWEST_READ", "Game", "Regime", "breakdown", "breakdown_of_any", "regimes", "total"]

NEWEST_READ = "0.35-a0-870"
"""The newest build whose source was read; later ones may count otherwise."""

NOTHING = Span.exactly(0)


@dataclass(frozen=True, slots=True)
class Regime:
    """One way of putting the score together (a row of ``tables/regimes.csv``)."""

    formula: str
    builds: VersionRange
    experience: str
    gold: str
    inventory: str
    runes: str
    orb: int
    turns: str
    zotdef: int
    gem: int
    gem_won: int
    cap: int | None
    custom: bool

    @property
    def title(self) -> str:
        """The formula with the builds that follow it."""
        since, until = self.builds.since or "0.1", self.builds.until
        return f"formula {self.formula} ({since} to {until})"


@dataclass(frozen=True, slots=True)
class Game:
    """What goes into a score.

    Attributes:
        xp: experience points.
        ending: ``win``, ``left``, ``quit`` or ``death``.
        runes: different runes that count.
        turns: player turns at the end.
        gems: gems ever picked up.
        gold: gold pieces in hand.
        rune_items: runes in the pack with duplicates (they are worth something to 0.8).
        inventory: value of the pack, where it is known.
        zotdef: whether this is Zot Defence.
        own_score: how the sprint's map scores (``"turns"``, ``"arena points"`` or "").
        arena_points: Thunderdome's style points.
        xp_from: what the experience was read from, in words, if it is no printed number.
    """

    xp: Span
    ending: str
    runes: Span = NOTHING
    turns: Span = NOTHING
    gems: Span = NOTHING
    gold: Span = NOTHING
    rune_items: Span | None = None
    inventory: Span | None = None
    zotdef: bool = False
    own_score: str = ""
    arena_points: Span = NOTHING
    xp_from: str = ""

    @property
    def won(self) -> bool:
        """Whether the Orb was carried out."""
        return self.ending == "win"


@lru_cache(maxsize=1)
def _all_regimes() -> tuple[Regime, ...]:
    return tuple(
        Regime(
            formula=row["formula"],
            builds=VersionRange(row["since"], row["until"]),
            experience=row["experience"],
            gold=row["gold"],
            inventory=row["inventory"],
            runes=row["runes"],
            orb=int(row["orb"]),
            turns=row["turns"],
            zotdef=int(row["zotdef"]),
            gem=int(row["gem"]),
            gem_won=int(row["gem_won"]),
            cap=None if row["cap"] == "none" else int(row["cap"]),
            custom=row["custom"] == "yes",
        )
        for row in names.rows("regimes")
    )


@lru_cache(maxsize=1024)
def regimes(version: Version) -> tuple[Regime, ...]:
    """Every formula that the version may follow: one, or several where its build cannot be placed."""
    return tuple(regime for regime in _all_regimes() if regime.builds.overlaps(version))


def breakdown(regime: Regime, game: Game, note: str = "") -> Breakdown:
    """The score of a game under one formula; its terms are made when somebody asks for them."""
    return Breakdown(regime.formula, regime.title, _Steps((regime,), game), total(regime, game), note)


def breakdown_of_any(candidates: tuple[Regime, ...], game: Game, note: str = "") -> Breakdown:
    """The hull over the formulas that an unplaced build may follow (at least one)."""
    if len(candidates) == 1:
        return breakdown(candidates[0], game, note)
    kept = total(candidates[0], game)
    for regime in candidates[1:]:
        kept = kept | total(regime, game)
    formulas, titles = (
        " or ".join(names) for names in zip(*((r.formula, r.title) for r in candidates), strict=True)
    )
    return Breakdown(formulas, titles, _Steps(candidates, game), kept, note)


@dataclass(frozen=True, slots=True)
class _Steps:
    """The terms of a game under the formulas that it may follow, made when they are asked for."""

    candidates: tuple[Regime, ...]
    game: Game

    def __call__(self) -> tuple[Term, ...]:
        return widest([self._under(regime) for regime in self.candidates]).terms

    def _under(self, regime: Regime) -> Breakdown:
        kept = total(regime, self.game)
        return Breakdown(regime.formula, regime.title, tuple(_terms(regime, self.game, kept)), kept)


def _terms(regime: Regime, game: Game, kept: Span) -> Iterator[Term]:
    """The terms, and what cap or wrap took off their sum if they took anything."""
    summed = NOTHING
    for term in _own_terms(regime, game) if game.own_score and regime.custom else _added(regime, game):
        summed = summed + term.span
        yield term
    if kept != summed:
        taken, why = _taken(regime, game, summed)
        yield _term(regime, "wrap", taken, why, ())


def _added(regime: Regime, game: Game) -> Iterator[Term]:
    yield _experience(regime, game)
    if regime.gold != "none":
        yield _gold(regime, game)
    if regime.inventory != "none":
        yield _inventory(regime, game)
    if regime.runes != "none":
        yield _runes(regime, game)
    if regime.orb:
        yield _orb(regime, game)
    if regime.turns != "none":
        yield _turns(regime, game)
    if regime.gem:
        yield _gems(regime, game)


# ------------------------------------------------------------------------------ total


def total(regime: Regime, game: Game) -> Span:
    """The score alone, without its terms (a test holds the two together).

    Everything rises with experience, gold, runes and gems and falls with the turns, so each
    end of the sum is made of ends.
    """
    if game.own_score and regime.custom:
        return _wrapped(_own_points(game))
    summed = Span(_least(regime, game), _most(regime, game))
    return _wrapped(summed) if regime.cap is None else summed.clamped(high=regime.cap)


def _least(regime: Regime, game: Game) -> int | None:
    xp, gold, runes, gems = game.xp.low, game.gold.low, game.runes.low, game.gems.low
    # What does not count may be open.
    gold, gems = gold if regime.gold != "none" else 0, gems if regime.gem else 0
    if xp is None or gold is None or runes is None or gems is None:
        return None
    inventory = _pack(regime, game).low or 0
    bonus = 0 if game.turns.high is None else _turn_bonus(regime, game, runes, game.turns.high)
    if regime.turns == "real":
        bonus = max(bonus - 1, 0)
    return inventory + bonus + _steady(regime, game, (xp, gold, runes, gems))


def _most(regime: Regime, game: Game) -> int | None:
    xp, gold, runes, gems = game.xp.high, game.gold.high, game.runes.high, game.gems.high
    gold = 0 if regime.gold == "none" else _A_MILLION if gold is None and regime.gold == "million" else gold
    gems = gems if regime.gem else 0
    runes = runes if game.won or regime.runes == "all" or _leaves_paid(regime, game) else 0
    inventory = _pack(regime, game).high
    if xp is None or gold is None or runes is None or gems is None or inventory is None:
        return None
    bonus = _turn_bonus(regime, game, runes, game.turns.low or 0)
    # The game multiplied in floating point and truncated: 1 more or less.
    bonus += bonus > 0 and regime.turns == "real"
    return inventory + bonus + _steady(regime, game, (xp, gold, runes, gems))


def _steady(regime: Regime, game: Game, counts: tuple[int, int, int, int]) -> int:
    """What experience, gold, runes, the Orb and gems add, each a known number."""
    xp, gold, runes, gems = counts
    points = (flat_points if regime.experience == "flat" else tiered_points)(xp)
    if regime.gold != "none":
        points += min(gold, _A_MILLION) if regime.gold == "million" else gold
    if game.won and regime.orb:
        points += regime.orb + 2000 * runes
    if gems:
        points += (regime.gem_won if game.won else regime.gem) * gems
    return points + (_rune_pay(regime, game, runes) if runes else 0)


def _rune_pay(regime: Regime, game: Game, runes: int) -> int:
    if regime.runes == "square":
        return (runes + 2) ** 2 * 1000 if runes >= 3 and _leaves_paid(regime, game) else 0
    paid = regime.runes == "all" or (regime.runes == "winner" and game.won)
    return 12_000 * runes + 1000 * runes * runes if paid else 0


def _turn_bonus(regime: Regime, game: Game, runes: int, turns: int) -> int:
    if not game.won or regime.turns == "none":
        return 0
    if regime.turns != "exact":
        return _BONUSES[regime.turns](runes, turns)
    return 6_250_000_000 * runes * runes // (1 + turns) // (regime.zotdef if game.zotdef else 1)


def _pack(regime: Regime, game: Game) -> Span:
    """The value of the pack, which no file states: at least the Orb and 10,000 a rune."""
    if regime.inventory == "none" or not _leaves_paid(regime, game):
        return NOTHING
    if game.inventory is not None:
        return game.inventory
    items = game.runes if game.rune_items is None else game.rune_items
    return Span.at_least((250_000 if game.won else 0) + 10_000 * (items.low or 0))


_A_MILLION = 1_000_000

# ------------------------------------------------------------------------------ terms


def _experience(regime: Regime, game: Game) -> Term:
    """0.7 a point; from 0.4-a0-1350 on 0.7, 0.4, 0.2, 0.1 in four bands, each floored."""
    flat = regime.experience == "flat"
    how = "each counts 7/10" if flat else " + ".join(_bands(game.xp))
    points = experience_points(game.xp, flat)
    facts = ("xp_span", "xl", "next_pct", "xp")
    return _term(regime, "experience", points, f"{_read_from(game)}{game.xp} experience points: {how}", facts)


def _read_from(game: Game) -> str:
    if not game.xp_from:
        return ""
    return f"{game.xp_from} {'stand' if ' and ' in game.xp_from else 'stands'} for "


_BANDS = ((0, "7/10"), (250_000, "4/10"), (1_000_000, "2/10"), (3_000_000, "1/10"))


def _bands(xp: Span) -> Iterator[str]:
    """What each band of the experience counts: ``7/10 of the first 250,000``."""
    tops = [*(floor for floor, _ in _BANDS[1:]), None]
    for (floor, share), top in zip(_BANDS, tops, strict=True):
        inside = (xp - floor).clamped(low=0, high=None if top is None else top - floor)
        if inside != NOTHING or not floor:
            full = top is not None and inside.exact == top - floor
            yield (
                f"{share} of the {'next' if floor else 'first'} {inside}" if full else f"{share} of {inside}"
            )


def _gold(regime: Regime, game: Game) -> Term:
    """Gold in hand, a point each; at most a million from 0.10-a0-990 on; nothing from 0.15 on."""
    if regime.gold == "million":
        gold = game.gold.clamped(high=_A_MILLION)
        return _term(regime, "gold", gold, f"{game.gold} gold, at most 1,000,000", ("gold",))
    return _term(regime, "gold", game.gold, f"{game.gold} gold", ("gold",))


def _inventory(regime: Regime, game: Game) -> Term:
    """The shop value of the pack, which no file states: at least the Orb and 10,000 a rune."""
    if not _leaves_paid(regime, game):
        return _term(
            regime,
            "inventory",
            NOTHING,
            "nothing unless the dungeon is left with the Orb",
            ("ending",),
        )
    pack = _pack(regime, game)
    if game.inventory is not None:
        return _term(regime, "inventory", pack, "value of the pack", ())
    orb, items = 250_000 if game.won else 0, game.runes if game.rune_items is None else game.rune_items
    formula = f"value of the pack, unknown; at least {orb:,} for the Orb and 10,000 for each of {items} runes"
    return _term(regime, "inventory", pack, formula, ("rune_items", "runes"))


def _leaves_paid(regime: Regime, game: Game) -> bool:
    return game.won or (game.ending == "left" and regime.inventory == "left")


def _runes(regime: Regime, game: Game) -> Term:
    r = game.runes
    if regime.runes == "square":
        if not _leaves_paid(regime, game):
            return _term(
                regime,
                "runes",
                NOTHING,
                "nothing unless the dungeon is left with the Orb",
                ("ending",),
            )
        pay = r.increasing(lambda d: (d + 2) ** 2 * 1000 if d >= 3 else 0)
        return _term(regime, "runes", pay, f"({r} + 2)^2 x 1,000 from 3 different runes on", ("runes",))
    if regime.runes == "winner" and not game.won:
        return _term(regime, "runes", NOTHING, "nothing unless the game is won", ("ending",))
    if r == NOTHING:
        return _term(regime, "runes", NOTHING, "no runes", ())
    pay = 12_000 * r + 1000 * r**2
    return _term(regime, "runes", pay, f"12,000 x {r} + 1,000 x {r}^2", ("runes",))


def _orb(regime: Regime, game: Game) -> Term:
    """254,000 for winning, and 2,000 for each rune."""
    if not game.won:
        return _term(regime, "orb", NOTHING, "nothing unless the game is won", ("ending",))
    if game.runes == NOTHING:
        return _term(regime, "orb", Span.exactly(regime.orb), f"{regime.orb:,} for the Orb", ("ending",))
    pay = regime.orb + 2000 * game.runes
    return _term(
        regime,
        "orb",
        pay,
        f"{regime.orb:,} for the Orb + 2,000 x {game.runes}",
        ("ending", "runes"),
    )


def _turns(regime: Regime, game: Game) -> Term:
    """The bonus for a quick win; from 0.9-a1-579 on one exact division, floored once."""
    if not game.won:
        return _term(regime, "turns", NOTHING, "nothing unless the game is won", ("ending",))
    r, t = game.runes, game.turns
    if regime.turns == "exact":
        bonus = (6_250_000_000 * r**2) // (1 + t)
        formula = f"6,250,000,000 x {r}^2 / (1 + {t} turns)"
        if game.zotdef and regime.zotdef != 1:
            bonus = bonus // regime.zotdef
            formula += f" / {regime.zotdef}"
        return _term(regime, "turns", bonus, formula, ("turns", *_counted("runes", r)))
    formula = {
        "old": f"250,000 x {r} x (25,000 / ({t} turns / {r})), each division floored",
        "whole": f"250,000 x {r} x floor(25,000 x {r} / (1 + {t} turns))",
        "real": f"250,000 x {r} x 25,000 x {r} / (1 + {t} turns)",
    }[regime.turns]
    bonus = _bonus(_BONUSES[regime.turns], r, t)
    if regime.turns == "real" and bonus != NOTHING:
        # The game multiplied in floating point and truncated: 1 more or less.
        bonus = (bonus + Span(-1, 1)).clamped(low=0)
    return _term(regime, "turns", bonus, formula, ("turns", *_counted("runes", r)))


def _counted(fact: str, count: Span) -> tuple[str, ...]:
    """The fact, if there is any: no line of a file says that there is none."""
    return () if count == NOTHING else (fact,)


def _bonus(bonus_of: Callable[[int, int], int], runes: Span, turns: Span) -> Span:
    """The image under a bonus that never falls with more runes and never rises with more turns."""
    low = 0 if turns.high is None else bonus_of(runes.low or 0, turns.high)
    high = None if runes.high is None else bonus_of(runes.high, turns.low or 0)
    return Span(low, high)


def _turns_old(d: int, t: int) -> int:
    """0.4-a0-1350 to 1742. With no rune, or fewer turns than runes, a win crashed the game."""
    return 250_000 * d * (25_000 // (max(t, d) // d)) if d else 0


def _turns_whole(d: int, t: int) -> int:
    """0.4-a0-1743 to 0.5-a0-355, 0.4.1 to 0.4.3: nothing from 25,000 turns a rune on."""
    return 250_000 * d * (25_000 * d // (1 + t))


def _turns_real(d: int, t: int) -> int:
    """0.5-a0-356 to 0.9-a1-578, 0.4.4 and 0.4.5 (b3834a6f: 25,000 became 25,000.0)."""
    return 250_000 * d * 25_000 * d // (1 + t)


_BONUSES = {"old": _turns_old, "whole": _turns_whole, "real": _turns_real}


def _gems(regime: Regime, game: Game) -> Term:
    """10,000 for each gem ever picked up, 100,000 for a winner from 0.31-a0-1265 on."""
    if game.gems == NOTHING:
        return _term(regime, "gems", NOTHING, "no gems", ())
    pay = regime.gem_won if game.won else regime.gem
    return _term(regime, "gems", pay * game.gems, f"{pay:,} x {game.gems}", ("gems",))


def _own_points(game: Game) -> Span:
    """What a sprint map counts in its own way; nothing else is added (0.12 to 0.33)."""
    if game.own_score == "turns":
        return (200_000 if game.won else 100_000) * game.turns
    if game.won and game.runes != NOTHING:
        return game.arena_points * game.runes.clamped(low=1)
    return game.arena_points


def _own_terms(regime: Regime, game: Game) -> Iterator[Term]:
    if game.own_score == "turns":
        each = 200_000 if game.won else 100_000
        formula = f"{each:,} x {game.turns} turns (Arena of Blood)"
        facts: tuple[str, ...] = ("turns", "ending", "map")
    else:
        formula = f"{game.arena_points} arena points (Thunderdome)"
        if game.won and game.runes != NOTHING:
            formula += f" x {game.runes} runes"
        facts = ("arena_points", "runes", "map")
    yield _term(regime, "custom", _own_points(game), formula, facts)


def _taken(regime: Regime, game: Game, summed: Span) -> tuple[Span, str]:
    """What the cap took off a sum; without one it is kept in a signed 32-bit integer and wraps."""
    cap = None if game.own_score and regime.custom else regime.cap
    if cap is None:
        return summed.decreasing(lambda value: _int32(value) - value), "the sum kept in 32 bits"
    return summed.decreasing(lambda value: min(value, cap) - value), f"a score ends at {cap:,}"


def _wrapped(total: Span) -> Span:
    """The 32-bit numbers that a sum can become; all of them where the span passes their end."""
    if total.low is None or total.high is None:
        return Span(-(2**31), 2**31 - 1)
    low, high = _int32(total.low), _int32(total.high)
    if high - low != total.high - total.low:
        return Span(-(2**31), 2**31 - 1)
    return Span(low, high)


def _int32(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def _term(regime: Regime, name: str, span: Span, formula: str, facts: tuple[str, ...]) -> Term:
    builds = regime.builds
    source = f"hiscores.cc, {builds.since or '0.1'} to {builds.until}"
    return Term(name, span, formula, source, facts)
