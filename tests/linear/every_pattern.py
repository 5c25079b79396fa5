"""Every pattern that the program compiles, found without a list of them.

Three ways lead to a pattern: what the modules hold once they are imported, the literals in the
calls of :mod:`re`, and what a run over the samples compiles. A call that none of them explains is
told, too: :func:`unexplained`.
"""

from __future__ import annotations

import ast
import functools
import importlib
import json
import pkgutil
import re
import subprocess
import sys
import tempfile
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pyparsing as pp

import necropsy

__all__ = ["Found", "every_pattern", "unexplained"]

SOURCE = Path(necropsy.__file__).parent
SAMPLES = Path(__file__).parents[2] / "sample_morgues"

_CALLS = {"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
_ANCHORED = {"match", "fullmatch"}


@dataclass(frozen=True)
class Found:
    """A pattern of the program.

    Attributes:
        pattern: the pattern.
        flags: its flags.
        use: ``match``, ``fullmatch`` or ``search``, the widest that the source shows.
        place: the module and name that hold it, or file and line of the call.
    """

    pattern: str
    flags: int
    use: str
    place: str


@cache
def every_pattern() -> tuple[Found, ...]:
    """All patterns, each once for each way in which it is used."""
    found: dict[tuple[str, int, str], Found] = {}
    for each in (*_held(), *_literal(), *_compiled()):
        found.setdefault((each.pattern, each.flags, each.use), each)
    return tuple(sorted(found.values(), key=lambda each: (each.place, each.pattern)))


# ------------------------------------------------------------------- what the modules hold


def _forges(parts: Sequence[str]) -> bool:
    """Whether a module makes forgeries: it is given honest files by who tries it, and no audit uses it."""
    return not {"tamper", "forger", "forger.py"}.isdisjoint(parts)


@cache
def modules() -> tuple[types.ModuleType, ...]:
    """Every module of the program."""
    names = [name for _, name, _ in pkgutil.walk_packages(necropsy.__path__, "necropsy.")]
    names = [name for name in names if not _forges(name.split("."))]
    return (necropsy, *(importlib.import_module(n) for n in names if not n.endswith("__main__")))


def _held() -> Iterator[Found]:
    seen: set[int] = set()
    for module in modules():
        for name, value in vars(module).items():
            for pattern, use in _patterns_in(value, seen):
                where = f"{module.__name__}:{name}"
                yield Found(
                    pattern.pattern, pattern.flags, use or use_of(module.__name__, name, value), where
                )


def _patterns_in(value: Any, seen: set[int]) -> Iterator[tuple[re.Pattern[str], str]]:
    """The patterns that a value leads to; with their use where it is a method of one of them."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, re.Pattern):
            yield each, ""
            continue
        if isinstance(each, types.BuiltinMethodType) and isinstance(each.__self__, re.Pattern):
            yield each.__self__, each.__name__ if each.__name__ in _ANCHORED else "search"
            continue
        if id(each) in seen or isinstance(each, types.ModuleType | str | bytes | int | float):
            continue
        seen.add(id(each))
        if isinstance(each, pp.Regex):
            waiting += (each.re, *vars(each).values())
        waiting += _parts_of(each)


def _parts_of(value: Any) -> Iterator[Any]:  # noqa: C901
    if isinstance(value, pp.ParseExpression):
        yield from value.exprs
    elif isinstance(value, pp.ParseElementEnhance):
        yield value.expr
    if isinstance(value, dict | types.MappingProxyType):
        yield from value.keys()
        yield from value.values()
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value
    elif isinstance(value, functools.partial):
        yield from (value.func, value.args, value.keywords)
    elif isinstance(value, types.FunctionType):
        yield from (value.__defaults__, value.__kwdefaults__)
        yield from (cell.cell_contents for cell in value.__closure__ or () if _is_full(cell))
    elif isinstance(value, types.MethodType):
        yield value.__self__
    elif isinstance(value, staticmethod | classmethod):
        yield value.__func__
    elif hasattr(value, "__wrapped__"):
        yield value.__wrapped__
    if _is_ours(value):
        yield from list(getattr(value, "__dict__", {}).values())
        yield from (getattr(value, name, None) for name in getattr(type(value), "__slots__", ()))


def _is_ours(value: Any) -> bool:
    of = value if isinstance(value, type) else type(value)
    return str(getattr(of, "__module__", "")).startswith("necropsy")


def _is_full(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


# ----------------------------------------------------------------------- what the source says


@cache
def trees() -> dict[Path, ast.Module]:
    """The parsed files of the program."""
    paths = (path for path in sorted(SOURCE.rglob("*.py")) if not _forges(path.parts))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """The calls of :mod:`re` that take a pattern."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.func.attr in _CALLS
            ):
                yield path, node


def _literal() -> Iterator[Found]:
    for path, call in calls():
        pattern = call.args[0] if call.args else None
        if isinstance(pattern, ast.Constant) and isinstance(pattern.value, str) and not _at_top(path, call):
            flags = re.compile(pattern.value, _flags_of(call)).flags
            attr = call.func.attr  # type: ignore[attr-defined]
            use = attr if attr in ("match", "fullmatch") else "search"
            yield Found(pattern.value, flags, use, _place(path, call.lineno))


def _flags_of(call: ast.Call) -> int:
    given = [word.value for word in call.keywords if word.arg == "flags"]
    # What splits and substitutes has the number of times there.
    behind = {"compile": 1, "search": 2, "match": 2, "fullmatch": 2}.get(call.func.attr)  # type: ignore[attr-defined]
    given += call.args[behind : behind + 1] if behind else []
    names = [node.attr for each in given for node in ast.walk(each) if isinstance(node, ast.Attribute)]
    return functools.reduce(lambda all_, name: all_ | getattr(re, name), names, 0)


def _at_top(path: Path, call: ast.Call) -> bool:
    """Whether a call is made when the module is imported."""
    return not any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        and node.lineno <= call.lineno <= (node.end_lineno or 0)
        for node in ast.walk(trees()[path])
    )


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(SOURCE).as_posix()}:{line}"


@cache
def _uses() -> dict[tuple[str, str], set[str]]:
    """How the names of each module are used, there and where it is imported."""
    uses: dict[tuple[str, str], set[str]] = {}
    for path, tree in trees().items():
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        here, origins = _dotted(path), _origins(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                key = tuple(origins[node.id].rsplit(".", 1)) if node.id in origins else (here, node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                key = origins.get(node.value.id, ""), node.attr
            else:
                continue
            uses.setdefault(key, set()).add(_use(node, parents))  # type: ignore[arg-type]
    return uses


def _dotted(path: Path) -> str:
    parts = ("necropsy", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _origins(tree: ast.Module) -> dict[str, str]:
    """What each imported name of a module stands for."""
    return {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def _use(node: ast.expr, parents: dict[ast.AST, ast.AST]) -> str:
    parent = parents[node]
    if isinstance(parent, ast.Attribute) and parent.attr == "re":
        parent = parents[parent]
    if isinstance(parent, ast.Attribute):
        return parent.attr
    if isinstance(parent, ast.Call) and node in parent.args:
        name = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
        return {"read": "match", "find": "search"}.get(name, "elsewhere")
    return "elsewhere"


def use_of(module: str, name: str, value: Any = None) -> str:
    """The widest use of a pattern that a name of a module holds; what is not known is a search.

    A grammar is searched for by its name alone (:func:`nameless_searches`): elsewhere it is matched.
    """
    uses = _uses().get((module, name), {"elsewhere"}) - {"set_name", "pattern", "flags", "groupindex"}
    if _is_grammar(value):
        uses = uses - {"elsewhere"}
    if uses == {"fullmatch"}:
        return "fullmatch"
    return "match" if uses <= _ANCHORED else "search"


def _is_grammar(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(each, str | types.FunctionType) or _is_grammar(each) for each in value)
    return isinstance(value, pp.Regex)


def nameless_searches() -> list[str]:
    """Where a grammar is searched for without its name, but for the ``find`` that is given the name."""
    found = []
    for path, tree in trees().items():
        finds = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "find"]
        inside = {id(node) for find in finds for node in ast.walk(find)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or id(node) in inside:
                continue
            called = ast.unparse(node.func)
            grammar = called.partition(".re.")[0] if ".re." in called else ""
            if called == "grammar.find" and "hengband" not in path.parts:
                grammar = ast.unparse(node.args[0])
            if called.endswith((".match", ".fullmatch")) or not grammar:
                continue
            if not re.fullmatch(r"(?:grammar\.)?[A-Z_]+", grammar):
                found.append(f"{_place(path, node.lineno)}: {called}")
    return found


# -------------------------------------------------------------------------- what a run compiles

_RECORDER = """
import json, re, sys
from re import _compiler
plain, found = _compiler.compile, []
def compile(pattern, flags=0):
    compiled = plain(pattern, flags)
    frame = sys._getframe(1)
    while frame and "/re/" in frame.f_code.co_filename.replace(chr(92), "/"):
        frame = frame.f_back
    if isinstance(pattern, str) and frame and frame.f_code.co_filename.startswith(SOURCE):
        found.append((pattern, compiled.flags, frame.f_code.co_filename, frame.f_lineno))
    return compiled
_compiler.compile = compile
from necropsy.cli import app
for arguments in RUNS:
    app(arguments, standalone_mode=False)
json.dump(found, open(TARGET, "w"))
"""


@cache
def _recorded() -> tuple[tuple[str, int, str, int], ...]:
    """What a run over the samples compiles, with file and line of the call."""
    with tempfile.TemporaryDirectory() as folder:
        target = str(Path(folder, "patterns.json"))
        page = str(Path(folder, "page.html"))
        # A version that a user gives is read by another call.
        runs = [
            ["audit", "--no-config", "--jobs", "1", "--exit-zero", str(SAMPLES), "-o", page],
            ["leaderboard", "--no-config", "--rescore", "4.3.0", str(SAMPLES), "-o", page + ".csv"],
        ]
        code = f"SOURCE, RUNS, TARGET = {str(SOURCE)!r}, {runs!r}, {target!r}\n{_RECORDER}"
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        return tuple(map(tuple, json.loads(Path(target).read_text(encoding="utf-8"))))


def _compiled() -> Iterator[Found]:
    for pattern, flags, path, line in _recorded():
        at_top = any(at == line and Path(path) == where for where, at in _module_calls())
        if not at_top:
            yield Found(pattern, flags, _use_of_made(Path(path), line), _place(Path(path), line))


def _use_of_made(path: Path, line: int) -> str:
    """The use of a pattern that a function makes: that of the names in its module that the function gives."""
    makers = {
        node.name
        for node in ast.walk(trees()[path])
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    }
    names = {
        target.id
        for node in ast.walk(trees()[path])
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name) and getattr(node.value.func, "id", "") in makers
    }
    uses = {use_of(_dotted(path), name) for name in names}
    return uses.pop() if len(uses) == 1 else "search"


@cache
def _module_calls() -> frozenset[tuple[Path, int]]:
    return frozenset(
        (path, line)
        for path, call in calls()
        if _at_top(path, call)
        for line in range(call.lineno, (call.end_lineno or 0) + 1)
    )


def unexplained() -> list[str]:
    """The calls of :mod:`re` in functions whose pattern is neither a literal nor was compiled in the run."""
    ran = {(Path(path), line) for _, _, path, line in _recorded()}
    return [
        _place(path, call.lineno)
        for path, call in calls()
        if not _at_top(path, call)
        and not (call.args and isinstance(call.args[0], ast.Constant))
        and not any((path, line) in ran for line in range(call.lineno, (call.end_lineno or 0) + 1))
    ]
