"""What a backtracking matcher can do with a pattern, decided from the pattern's parse tree.

A pattern becomes an automaton whose states are the characters of the pattern, each a set of letters.
The time that :mod:`re` takes grows faster than the text if, and only if, a text can be split between
the pattern's repeats in ever more ways: where a loop comes back to itself in two ways over one word
(exponential), or where a word leads around one loop, around a later loop, and from the first to the
second (polynomial; A. Weideman et al., "Analyzing matching time behavior of backtracking regular
expression matchers", 2016). Both are searched for, with the start of a search as the first loop.

It errs on the safe side: what looks around over more than a character, word boundaries and what
was matched before are taken to match anything.
"""

from __future__ import annotations

import functools
import operator
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

__all__ = ["Ambiguity", "Automaton"]

LONG = 1000
"""A repeat that may be so long counts as endless."""

_SET = (_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN)
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)

# One letter of each kind that patterns tell apart; the letters of a pattern are added to them.
_KINDS = "aqzAQZ059_ \t\n\r\x0b\x00\x1f\x7f\x85\xa0-~éÉß中あ٣²…\ufffd\U0001f600"


@dataclass(frozen=True)
class Ambiguity:
    """A word that can be read in ever more ways.

    Attributes:
        kind: ``exponential`` or ``polynomial``.
        before: a text that leads into the loop.
        pump: the word.
    """

    kind: str
    before: str
    pump: str


@dataclass
class _Leaf:
    letters: int
    after: int
    groups: tuple[int, ...]


@dataclass(frozen=True)
class _Edge:
    """From the end of one character of the pattern to another."""

    to: int
    previous: int
    """The letters that may stand before (those of a lookbehind, a line's start)."""
    letters: int
    bounded: bool
    """Whether the way leads around a repeat that has a bound."""
    ways: int

    def overlaps(self, other: _Edge) -> bool:
        """Whether another edge leads to the same place over the same letter."""
        same = self.to == other.to and self.letters & other.letters and self.previous & other.previous
        return bool(same) and self is not other


@dataclass
class _Step:
    to: int
    previous: int = -1
    following: int = -1
    at_start: bool = False
    bounded: bool = False
    is_condition: bool = False


@dataclass
class Automaton:
    """The automaton of a pattern.

    Args:
        pattern: the pattern.
        flags: its flags.
        use: ``match``, ``fullmatch`` or ``search`` (which is also what finds, splits and substitutes).
        long: a repeat with at least so many rounds counts as endless.
    """

    pattern: str
    flags: int
    use: str = "search"
    long: int = LONG
    _steps: list[list[_Step]] = field(default_factory=list)
    _leaves: dict[int, _Leaf] = field(default_factory=dict)
    _texts: dict[int, int] = field(default_factory=dict)
    _groups: int = 0

    def __post_init__(self) -> None:
        self.tree = _parser.parse(self.pattern, self.flags)
        self.flags |= self.tree.state.flags
        self._sets: dict[str, set[str]] = {}
        self._alphabet()
        self.start = self._node()
        self.accept = self._add(self.tree, self.start, (), self.flags)
        self.search = -1
        if self.use == "search":
            self.search = self._node()
            self._leaves[self.search] = _Leaf(-1 & self.all, self._node(), ())
            self._steps[self._leaves[self.search].after] = [_Step(self.start), _Step(self.search)]

    # ------------------------------------------------------------------ letters

    def _alphabet(self) -> None:
        leaves = list(_leaves(self.tree, self.flags))
        letters = dict.fromkeys(_KINDS)
        for node, _ in leaves:
            for letter in _letters_of(node):
                letters.update(dict.fromkeys((letter, letter.lower()[:1], letter.upper()[:1])))
        signs: dict[tuple[bool, ...], str] = {}
        tests = [_tester(self.tree, node, flags) for node, flags in leaves]
        for letter in letters:
            sign = (letter == "\n", *(test.fullmatch(letter) is not None for test in tests))
            signs.setdefault(sign, letter)
        self.letters = list(signs.values())
        self.all = (1 << len(self.letters)) - 1
        self.newline = 1 << self.letters.index("\n")
        self._known = {
            (str(node), flags): self._mask(test) for (node, flags), test in zip(leaves, tests, strict=True)
        }

    def _mask(self, test: re.Pattern[str]) -> int:
        return sum(1 << at for at, letter in enumerate(self.letters) if test.fullmatch(letter))

    # -------------------------------------------------------------- construction

    def _node(self) -> int:
        self._steps.append([])
        return len(self._steps) - 1

    def _add(self, nodes: Iterable[Any], at: int, groups: tuple[int, ...], flags: int) -> int:
        for node in nodes:
            at = self._add_one(node, at, groups, flags)
        return at

    def _add_one(self, node: Any, at: int, groups: tuple[int, ...], flags: int) -> int:  # noqa: C901
        kind, value = node
        if kind in _SET:
            leaf, after = self._node(), self._node()
            self._steps[at].append(_Step(leaf))
            self._leaves[leaf] = _Leaf(self._known[str(node), flags], after, groups)
            return after
        if kind is _constants.SUBPATTERN:
            number, added, removed, inner = value
            known = set(self._leaves)
            end = self._add(inner, at, groups, (flags | added) & ~removed)
            letters = (leaf.letters for place, leaf in self._leaves.items() if place not in known)
            self._texts[number] = functools.reduce(operator.or_, letters, 0)
            return end
        if kind is _constants.BRANCH:
            return self._join(self._add(each, self._after(at), groups, flags) for each in value[1])
        if kind is _constants.ATOMIC_GROUP:
            return self._add(value, at, self._atomic(groups), flags)
        if kind in _REPEATS:
            if kind is _constants.POSSESSIVE_REPEAT:
                groups = self._atomic(groups)
            return self._add_repeat(*value, at, groups, flags)
        if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
            return self._add_look(kind is _constants.ASSERT, *value, at, groups, flags)
        if kind is _constants.AT:
            return self._after(at, **self._place(value, flags))
        if kind is _constants.GROUPREF:
            leaf, end, leave = self._node(), self._node(), self._node()
            self._steps[at] += [_Step(leaf), _Step(leave)]
            self._leaves[leaf] = _Leaf(self._texts[value], end, groups)
            self._steps[end] += [_Step(leaf, bounded=True), _Step(leave)]
            return leave
        if kind is _constants.GROUPREF_EXISTS:
            branches = (value[1], value[2] or ())
            return self._join(self._add(each, self._after(at), groups, flags) for each in branches)
        raise NotImplementedError(str(kind))

    def _atomic(self, groups: tuple[int, ...]) -> tuple[int, ...]:
        self._groups += 1
        return (*groups, self._groups)

    def _after(self, at: int, **guards: Any) -> int:
        node = self._node()
        self._steps[at].append(_Step(node, **guards))
        return node

    def _join(self, ends: Iterable[int]) -> int:
        node = self._node()
        for end in list(ends):
            self._steps[end].append(_Step(node))
        return node

    def _add_repeat(self, least: int, most: Any, inner: Any, at: int, groups: Any, flags: int) -> int:
        begin = self._after(at)
        end = self._add(inner, begin, groups, flags)
        leave = self._after(end)
        if most is _constants.MAXREPEAT or most > 1:
            endless = most is _constants.MAXREPEAT or most >= self.long
            self._steps[end].append(_Step(begin, bounded=not endless))
        if least == 0:
            self._steps[at].append(_Step(leave))
        return leave

    def _add_look(self, wanted: bool, way: int, inner: Any, at: int, groups: Any, flags: int) -> int:
        if len(inner) == 1 and inner[0][0] in _SET:
            letters = self._known[str(inner[0]), flags]
            letters = letters if wanted else self.all & ~letters
            if way > 0:
                return self._after(at, following=letters, is_condition=True)
            return self._after(at, previous=letters, is_condition=True)
        if way > 0:
            # The matcher goes there and comes back.
            self._add(inner, self._after(at), self._atomic(groups), flags)
        return self._after(at, is_condition=True)

    def _place(self, place: Any, flags: int) -> dict[str, Any]:
        if place in (_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING):
            if flags & re.MULTILINE and place is _constants.AT_BEGINNING:
                return {"previous": self.newline, "is_condition": True}
            return {"at_start": True, "is_condition": True}
        if place is _constants.AT_END_STRING:
            return {"following": 0, "is_condition": True}
        if place is _constants.AT_END:
            return {"following": self.newline, "is_condition": True}
        return {"is_condition": True}

    # --------------------------------------------------------------------- edges

    def _edges_from(self, node: int) -> list[_Edge]:
        """The characters that can come next, each with the number of ways to it (2 are as many as more)."""
        at_start = node == self.start
        found: dict[tuple[int, int, int, bool], int] = {}

        def go(at: int, previous: int, following: int, bounded: bool, on_way: frozenset[int]) -> None:
            leaf = self._leaves.get(at)
            if leaf is not None:
                key = at, previous, following & leaf.letters, bounded
                found[key] = found.get(key, 0) + 1
                return
            for step in self._steps[at]:
                if step.to in on_way or (step.at_start and not at_start):
                    continue
                before = previous if at_start else previous & step.previous
                go(step.to, before, following & step.following, bounded or step.bounded, on_way | {step.to})

        go(node, self.all, self.all, False, frozenset((node,)))
        return [_Edge(to, before, letters, b, n) for (to, before, letters, b), n in found.items() if letters]

    @cached_property
    def edges(self) -> dict[int, list[_Edge]]:
        """The edges from each character of the pattern."""
        return {
            at: [edge for edge in self._edges_from(leaf.after) if leaf.letters & edge.previous]
            for at, leaf in self._leaves.items()
        }

    @cached_property
    def _accepting(self) -> set[int]:
        """The characters behind which the pattern has matched, whatever follows."""
        if self.use == "fullmatch":
            return set()
        done = set()
        for at, leaf in self._leaves.items():
            seen, waiting = {leaf.after}, [leaf.after]
            while waiting:
                node = waiting.pop()
                if node == self.accept:
                    done.add(at)
                    break
                for step in self._steps[node]:
                    if not step.is_condition and step.to not in seen and step.to not in self._leaves:
                        seen.add(step.to)
                        waiting.append(step.to)
        return done

    @cached_property
    def _loops(self) -> dict[int, int]:
        """The loop that each character is in, of those that are in an endless one."""
        graph = {at: {e.to for e in edges if not e.bounded} for at, edges in self.edges.items()}
        reach = {at: _reached(graph, at) for at in graph}
        return {
            at: min(other for other in reach[at] if at in reach[other]) for at in graph if at in reach[at]
        }

    def loops(self) -> Iterator[tuple[str, str]]:
        """A text that leads into each endless loop, and a word that leads around it."""
        for loop in sorted(set(self._loops.values())):
            members = {at for at, its in self._loops.items() if its == loop}
            for at in sorted(members):
                yield self._way_to(at), self._around(at, members)

    # -------------------------------------------------------------------- search

    def ambiguities(self) -> Iterator[Ambiguity]:
        """The words that can be read in ever more ways, one for each two loops."""
        for loop in sorted(set(self._loops.values())):
            members = {at for at, its in self._loops.items() if its == loop}
            found = self._exponential(members)
            if found:
                yield found
        told = set()
        reach = {
            at: _reached({n: {e.to for e in es} for n, es in self.edges.items()}, at) for at in self.edges
        }
        for first, its in self._loops.items():
            for second, other in self._loops.items():
                if its == other or second not in reach[first] or (its, other) in told:
                    continue
                if second in self._accepting or self._is_left_for_good(first, second):
                    continue
                word = self._polynomial(first, second, reach)
                if word is not None:
                    told.add((its, other))
                    yield Ambiguity("polynomial", self._way_to(first), word)

    def _is_left_for_good(self, first: int, second: int) -> bool:
        """Whether the first loop lies in an atomic group that the second is not in."""
        outer = self._leaves[first].groups
        loop = [self._leaves[at].groups for at, its in self._loops.items() if its == self._loops[first]]
        shared = [group for group in outer if all(group in each for each in loop)]
        return any(group not in self._leaves[second].groups for group in shared)

    def _exponential(self, members: set[int]) -> Ambiguity | None:
        for at in sorted(members):
            for edge in self.edges[at]:
                if edge.to in members and (edge.ways > 1 or any(map(edge.overlaps, self.edges[at]))):
                    return Ambiguity("exponential", self._way_to(at), self._around(at, members))
        for at in sorted(members):
            word = self._two_ways(at, members)
            if word is not None:
                return Ambiguity("exponential", self._way_to(at), word)
        return None

    def _two_ways(self, at: int, members: set[int]) -> str | None:
        # A state is two places, and whether they have parted; the letter before is kept as a mask.
        start = (at, at, False, self._leaves[at].letters if self._looks_back else -1)
        seen = {start: ""}
        waiting = deque([start])
        while waiting:
            one, two, parted, last = state = waiting.popleft()
            for a in self.edges[one]:
                if a.to not in members or not a.previous & last & self.all:
                    continue
                for b in self.edges[two]:
                    letters = a.letters & b.letters
                    if b.to not in members or not letters or not a.previous & b.previous & last & self.all:
                        continue
                    apart = parted or a.to != b.to
                    word = seen[state] + self._letter(letters)
                    if apart and a.to == b.to == at:
                        return word
                    after = (a.to, b.to, apart, letters if self._looks_back else -1)
                    if after not in seen:
                        seen[after] = word
                        waiting.append(after)
        return None

    @cached_property
    def _looks_back(self) -> bool:
        return any(edge.previous != self.all for edges in self.edges.values() for edge in edges)

    def _polynomial(self, first: int, second: int, reach: dict[int, set[int]]) -> str | None:
        loops = self._loops
        both = self._leaves[first].letters & self._leaves[second].letters
        start, goal = (first, first, second, both if self._looks_back else -1), (first, second, second)
        seen = {start: ""}
        waiting = deque([start])
        while waiting:
            one, two, three, last = state = waiting.popleft()
            last &= self.all
            for a in self.edges[one]:
                if loops.get(a.to) != loops[first] or not a.previous & last:
                    continue
                for c in self.edges[three]:
                    both = a.letters & c.letters
                    if not both or loops.get(c.to) != loops[second] or not a.previous & c.previous & last:
                        continue
                    before = a.previous & c.previous & last
                    for b in self.edges[two]:
                        letters = both & b.letters
                        is_on_way = b.to == second or second in reach[b.to]
                        if not letters or not b.previous & before or not is_on_way:
                            continue
                        word = seen[state] + self._letter(letters)
                        if (a.to, b.to, c.to) == goal:
                            return word
                        after = (a.to, b.to, c.to, letters if self._looks_back else -1)
                        if after not in seen:
                            seen[after] = word
                            waiting.append(after)
        return None

    # --------------------------------------------------------------------- words

    def _letter(self, letters: int) -> str:
        return self.letters[(letters & -letters).bit_length() - 1]

    def _way_to(self, target: int) -> str:
        """A short text that leads to a character of the pattern, that one included."""
        seen: dict[int, str] = {}
        waiting: deque[int] = deque()
        for edge in self._edges_from(self.start):
            if edge.to not in seen:
                seen[edge.to] = self._letter(edge.letters)
                waiting.append(edge.to)
        while waiting and target not in seen:
            at = waiting.popleft()
            for edge in self.edges[at]:
                if edge.to not in seen:
                    seen[edge.to] = seen[at] + self._letter(edge.letters)
                    waiting.append(edge.to)
        return seen.get(target, "")

    def _around(self, at: int, members: set[int]) -> str:
        seen: dict[int, str] = {at: ""}
        waiting = deque([at])
        while waiting:
            node = waiting.popleft()
            for edge in self.edges[node]:
                if edge.to == at:
                    return seen[node] + self._letter(edge.letters)
                if edge.to in members and edge.to not in seen:
                    seen[edge.to] = seen[node] + self._letter(edge.letters)
                    waiting.append(edge.to)
        return ""


def _reached(graph: dict[int, set[int]], start: int) -> set[int]:
    seen: set[int] = set()
    waiting = list(graph[start])
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            waiting += graph[at]
    return seen


def _leaves(nodes: Any, flags: int) -> Iterator[tuple[Any, int]]:  # noqa: C901
    """The characters of a tree, those of lookarounds included, with the flags that hold there."""
    for node in nodes:
        kind, value = node
        if kind in _SET:
            yield node, flags
        elif kind is _constants.SUBPATTERN:
            yield from _leaves(value[3], (flags | value[1]) & ~value[2])
        elif kind is _constants.BRANCH:
            for each in value[1]:
                yield from _leaves(each, flags)
        elif kind is _constants.GROUPREF_EXISTS:
            for each in value[1:]:
                yield from _leaves(each or (), flags)
        elif kind is _constants.ATOMIC_GROUP:
            yield from _leaves(value, flags)
        elif kind in _REPEATS:
            yield from _leaves(value[2], flags)
        elif kind in (_constants.ASSERT, _constants.ASSERT_NOT):
            yield from _leaves(value[1], flags)


def _letters_of(node: Any) -> Iterator[str]:
    """The letters that a set names, and those beside its ranges."""
    kind, value = node
    if kind in (_constants.LITERAL, _constants.NOT_LITERAL):
        yield chr(value)
    elif kind is _constants.IN:
        for each in value:
            yield from _letters_of(each)
    elif kind is _constants.RANGE:
        for code in (value[0] - 1, value[0], value[1], value[1] + 1):
            if 0 <= code < 0x110000:
                yield chr(code)


def _tester(tree: Any, node: Any, flags: int) -> re.Pattern[str]:
    alone = _parser.SubPattern(tree.state, [node])
    return _compiler.compile(alone, flags)  # type: ignore[no-any-return]
