"""Edits of honest files: each is found and its place named, unless it moves nothing that the file states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from gnollhack_truth import Terms, terms_below

import necropsy
from necropsy.rules import Severity
from necropsy.verdict import Audit

TESTS = Path(__file__).parents[2]
GAMES = [game for game in terms_below(TESTS / "engine_truth" / "gnollhack") if not game.data["wizard"]]
NAMES = [game.name for game in GAMES]
SHARED = TESTS.parents[1] / "shared" / "data" / "gnollhack"


@dataclass(frozen=True)
class Edit:
    """One place of a file changed.

    Attributes:
        kind: what was changed.
        text: the file.
        line: the line that was changed, as it now stands; "" if it was taken out.
        points: the score that the engine would have counted for such a game.
    """

    kind: str
    text: str
    line: str
    points: int


def edits_of(game: Terms) -> Iterator[Edit]:
    text = game.text.read_text("utf-8")
    for kind, change in CHANGES.items():
        for edited, line, points in change(text, game):
            assert edited != text, kind
            yield Edit(kind, edited, line, points)


Changed = Iterator[tuple[str, str, int]]


def _sub(
    text: str, pattern: str, change: Callable[[str], str], *, last: bool = True
) -> tuple[str, str] | None:
    """The text with the group of one match changed, and the line in which it stands."""
    matches = list(re.finditer(pattern, text, re.M))
    if not matches:
        return None
    match = matches[-1 if last else 0]
    edited = text[: match.start(1)] + change(match[1]) + text[match.end(1) :]
    start = text.rfind("\n", 0, match.start(1)) + 1
    return edited, edited[start : edited.index("\n", match.start(1))]


def _points(text: str, game: Terms) -> Changed:
    found = _sub(text, r" with (\d+) points?,", lambda said: str(int(said) * 2 + 1000))
    assert found is not None
    edited, line = found
    if not line.startswith("You "):
        # Up to 4.1.2-4 companions stand on a line of their own, with which the sentence begins.
        line = edited[: edited.index(line)].splitlines()[-1]
    yield edited, line, -1


def _turns(text: str, game: Terms) -> Changed:
    found = _sub(text, r"after (\d+) moves?\.$", lambda said: str(int(said) + 1))
    assert found is not None
    # The moves stand in two places, so that the edit is found whatever it moves.
    yield *found, -1


def _difficulty(text: str, _: Terms) -> Changed:
    for pattern in (
        r"^You played on (\w+(?: master)?) difficulty",
        r"^ You were playing on (\w+(?: master)?) difficulty",
    ):
        found = _sub(text, pattern, lambda said: "adept" if said != "adept" else "grand master")
        if found:
            yield *found, -1


def _mode(text: str, _: Terms) -> Changed:
    found = _sub(text, r"difficulty in ([a-z -]+) mode(?: for .*)?\.$", _other_mode)
    if found:
        yield *found, -1


def _other_mode(said: str) -> str:
    return "modern" if said != "modern" else "classic"


def _achievement(text: str, game: Terms) -> Changed:
    section = re.search(r"^Achievements:\n((?: .*\S.*\n)+)", text, re.M)
    if section is None:
        return
    for line in section[1].splitlines():
        worth = _worth(line, game)
        if worth is not None:
            yield text.replace(f"{line}\n", "", 1), "", game.points_with(**{k: -v for k, v in worth.items()})
    for line in (" You had visited a shop.", " You had defeated Medusa."):
        worth = _worth(line, game)
        if line not in section[1] and worth is not None:
            new = text[: section.start(1)] + line + "\n" + text[section.start(1) :]
            yield new, line, game.points_with(**worth)


_SMALL = (
    "consulted the Oracle",
    "read a Discworld novel",
    "descended to the Gnomish Mines",
    "visited Mine Town",
    "visited a shop",
    "visited a temple",
    "found Sokoban",
    "found the Big Room",
    "entered the Large Circular Dungeon",
    "entered the Plane of the Modron",
    "entered Hellish Pastures",
)
_NOTABLE = (
    "found the Bell of Opening",
    "entered Gehennom",
    "found the Prime Codex",
    "found the Gladstone",
    "solved Sokoban",
    "defeated Medusa",
)


def _worth(line: str, game: Terms) -> dict[str, int] | None:
    """What a line is worth; of a few that are worth the same in all versions."""
    phrase = line.strip().removeprefix("You had ").removesuffix(".")
    if phrase in _SMALL:
        return {"small_achievements": game.weights.small}
    return {"achievements": game.weights.notable} if phrase in _NOTABLE else None


_CONDUCTS = {
    " You were a pacifist.": 60,
    " You were illiterate.": 30,
    " You were an atheist.": 15,
    " You never changed form.": 2,
}


def _conduct(text: str, game: Terms) -> Changed:
    section = re.search(r"^Voluntary challenges:\n((?: .*\S.*\n)*)", text, re.M)
    assert section is not None
    for line, worth in _CONDUCTS.items():
        if f"{line}\n" in section[1]:
            yield text.replace(f"{line}\n", "", 1), "", _with_conducts(game, -worth)
        else:
            new = text[: section.start(1)] + line + "\n" + text[section.start(1) :]
            yield new, line, _with_conducts(game, worth)


def _with_conducts(game: Terms, points: int) -> int:
    """The score with so many conduct points more; they count in the role's amount, too, for some."""
    if not game.ascended:
        return game.points
    pay = game.weights
    changes = {"conducts": points * (pay.monk_conduct if game.role == "Mon" else pay.conduct)}
    shared = game.engine in ("4.1.3.43", "4.1.3.44") or (game.role == "Mon" and pay.cap is not None)
    if shared:
        changes["role_score"] = 5000 * points
    return game.points_with(**changes)


def _deaths(text: str, game: Terms) -> Changed:
    killed = game.data["umortality"]
    for pattern in (
        r"^( You survived(?: after being killed .*)?\.)$",
        r"^( You are dead(?: \(.* time!\))?\.)$",
    ):
        alive = "survived" in pattern
        more = f" You survived after being killed {killed + 5} times."
        dead = f" You are dead ({killed + 5}th time!)."
        found = _sub(text, pattern, lambda _, now=more if alive else dead: now)  # type: ignore[misc]
        if found:
            yield *found, game.points_with(deaths=game.data["utruemortality"] + 5)


def _alignment(text: str, _: Terms) -> Changed:
    found = _sub(
        text,
        r"^ You were (lawful|neutral|chaotic), .*mission",
        lambda said: "neutral" if said != "neutral" else "lawful",
    )
    assert found is not None
    yield *found, -1


_COUNTED = {
    "artifact": "Arc",
    "historic statue": "Arc",
    "melee weapon": "Bar",
    "amulets? of life saving": "Cav",
    "ranged weapon": "Ran",
    "ammo of": "Ran",
    r"\S+ (?:\S+ )?worth of valuables": "Rog",
    "Japanese non-ammo": "Sam",
    "non-ammo item": "Val",
    "new spells? ": "learner",
}


def _role_count(text: str, game: Terms) -> Changed:
    for what in _COUNTED:
        found = _sub(
            text, rf"^ ?You (?:had|have)(?: learnt)? (\d+) {what}", lambda said: str(int(said) + 40_000)
        )
        if found:
            cap = game.weights.cap
            yield *found, game.points_with(role_score=10**12) if cap is not None else -1


def _depth(text: str, game: Terms) -> Changed:
    for branch in ("The Dungeons of Doom", "Gehennom"):
        found = _sub(text, rf"^{branch}: [Ll]evels \d+ to (\d+)$", lambda said: str(int(said) + 6))
        if found:
            # The levels that are listed below say otherwise, whatever the edit moves.
            yield *found, -1


CHANGES: dict[str, Callable[[str, Terms], Changed]] = {
    "points": _points,
    "turns": _turns,
    "difficulty": _difficulty,
    "mode": _mode,
    "achievement": _achievement,
    "conduct": _conduct,
    "deaths": _deaths,
    "alignment": _alignment,
    "role count": _role_count,
    "depth": _depth,
}


def errors(audit: Audit) -> list[str]:
    return [finding.rule for finding in audit.findings if finding.severity is Severity.ERROR]


def is_found(audit: Audit) -> bool:
    return audit.verdict in ("mismatch", "tampered") and bool(errors(audit))


def names_the_place(audit: Audit, edit: Edit) -> bool:
    """Whether the evidence of an error shows the line, or the list from which it was taken."""
    shown = {
        evidence.text.strip()
        for finding in audit.findings
        if finding.severity is Severity.ERROR
        for evidence in finding.evidence
    }
    return edit.line.strip() in shown if edit.line else bool(shown)


def left_open(game: Terms, edit: Edit, honest: Audit) -> bool:
    """Whether the dump alone cannot tell: the edit moves no points, or fewer than the file leaves open."""
    if game.zeroed or edit.points == game.points:
        return True
    assert honest.breakdown is not None
    return bool(honest.slack) or honest.breakdown.note != "" or _hides_the_invocation(game)


def _hides_the_invocation(game: Terms) -> bool:
    """Up to 4.1.3-27 it has no line, and up to 4.1.3-29 a codex that is carried counts and has none."""
    return game.weights.notable == 10_000 and "4.1.3.4" not in game.engine


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_each_edit_is_found_or_moves_nothing(game: Terms) -> None:
    honest = necropsy.audit(game.text)
    for edit in edits_of(game):
        audit = necropsy.audit(edit.text)
        if is_found(audit):
            assert names_the_place(audit, edit), (edit.kind, edit.line, audit.findings)
        else:
            assert audit.verdict == honest.verdict, (edit.kind, edit.line)
            assert left_open(game, edit, honest), (edit.kind, edit.line, audit.recomputed)


def test_most_edits_are_found() -> None:
    tried, missed = Counter[str](), Counter[str]()
    for game in GAMES:
        for edit in edits_of(game):
            tried[edit.kind] += 1
            missed[edit.kind] += not is_found(necropsy.audit(edit.text))
    print(tried, missed)
    assert set(tried) == set(CHANGES)
    for kind in ("turns", "difficulty", "mode", "alignment", "depth"):
        assert not missed[kind], kind
    assert missed["points"] + missed["role count"] < 12


@pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"the files of the engines are not beside this repository ({SHARED})"
)
def test_edits_of_all_files_of_the_engines() -> None:
    tried, missed = Counter[str](), Counter[str]()
    for game in terms_below(SHARED):
        if game.data["wizard"]:
            continue
        honest = necropsy.audit(game.text)
        for edit in edits_of(game):
            audit = necropsy.audit(edit.text)
            tried[edit.kind] += 1
            missed[edit.kind] += not is_found(audit)
            if not is_found(audit):
                assert left_open(game, edit, honest), (game.name, edit.kind, edit.line, audit.recomputed)
            else:
                assert names_the_place(audit, edit), (game.name, edit.kind, edit.line)
    assert sum(tried.values()) > 4000
    for kind in ("turns", "difficulty", "mode", "alignment", "depth"):
        assert not missed[kind], kind
    assert missed["points"] < 12


# ------------------------------------------------------------------- dump and line


def line_of(game: Terms) -> str | None:
    """The game's line in the xlogfile beside it."""
    log = game.path.with_name("xlogfile")
    if not log.exists():
        return None
    start = game.path.name.split(".")[2]
    lines = log.read_text("utf-8").splitlines(keepends=True)
    return next((line for line in lines if f"\tstarttime={start}\t" in line), None)


def audited(folder: Path, game: Terms, text: str, line: str) -> Audit:
    """A dump and its line, found beside each other; servers name the dump by the start."""
    folder.mkdir(exist_ok=True)
    (folder / game.text.name).write_text(text, "utf-8")
    (folder / "xlogfile").write_text(line, "utf-8")
    (audit,) = necropsy.audit_paths([folder])
    return audit


def _field(line: str, key: str) -> str:
    return next(field for field in line.rstrip("\n").split("\t") if field.startswith(f"{key}="))


def with_field(line: str, key: str, change: Callable[[str], str]) -> str:
    old = _field(line, key)
    return line.replace(f"\t{old}", f"\t{key}={change(old.partition('=')[2])}", 1)


def _more(by: int) -> Callable[[str], str]:
    return lambda said: str(int(said) + by)


def _flip(bit: int) -> Callable[[str], str]:
    return lambda said: hex(int(said, 16) ^ 1 << bit)


def _another(*words: str) -> Callable[[str], str]:
    return lambda said: next(word for word in words if word != said)


def _without_words(line: str) -> str:
    """The line as somebody would make it who knows that the words can be left out."""
    return (
        "\t".join(f for f in line.rstrip("\n").split("\t") if not f.startswith(("achieveX", "conductX")))
        + "\n"
    )


LINE_CHANGES: dict[str, tuple[str, Callable[[str], str]]] = {
    "points": ("points", _more(1)),
    "turns": ("turns", _more(1)),
    "difficulty": ("difficulty", _another("1", "-1")),
    "mode": ("mode", _another("modern", "normal")),
    "modern": ("flags", _flip(3)),
    "shop": ("achieve", _flip(18)),
    "Medusa": ("achieve", _flip(11)),
    "pacifist": ("conduct", _flip(5)),
    "illiterate": ("conduct", _flip(6)),
    "deaths": ("deaths", _more(1)),
    "alignment": ("align", _another("Law", "Cha")),
    "original alignment": ("align0", _another("Law", "Cha")),
    "deepest level": ("maxlvl", _more(1)),
    "role": ("role", _another("Arc", "Bar")),
    "race": ("race", _another("Hum", "Elf")),
    "death": ("death", _another("escaped", "quit")),
    "place": ("deathdnum", _another("0", "2")),
    "hit points": ("maxhp", _more(5)),
    "end": ("endtime", _more(77)),
}


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_each_fact_of_the_line_is_held_against_the_dump(game: Terms, tmp_path: Path) -> None:
    text, line = game.text.read_text("utf-8"), line_of(game)
    if line is None:
        pytest.skip("the engine wrote no line for this game")
    honest = audited(tmp_path / "honest", game, text, line)
    assert not errors(honest)
    for kind, (key, change) in LINE_CHANGES.items():
        if kind == "place" and honest.fact("ending") in ("escaped", "ascended"):
            # Who is not in the dungeon any more has no place in the dump.
            continue
        edited = with_field(line, key, change)
        assert edited != line, kind
        audit = audited(tmp_path / "edited", game, text, edited)
        found = errors(audit)
        if kind == "modern" and honest.fact("mode") in ("casual", "reloadable"):
            # The dump has no other word for it; the word of the line itself differs.
            assert found == ["C211"] or audit.fact("version") == "4.1.0"
            continue
        assert any(rule[0] == "X" for rule in found), (kind, audit.verdict, audit.findings)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_careful_edit_of_the_line_is_found(game: Terms, tmp_path: Path) -> None:
    """Bits that were changed in a line whose words were taken out."""
    text, line = game.text.read_text("utf-8"), line_of(game)
    if line is None or "achieveX" not in line or "edit=" not in line:
        pytest.skip("no line, or one that needs its words to be placed")
    for bit, key in ((18, "achieve"), (5, "conduct")):
        audit = audited(tmp_path / "game", game, text, with_field(_without_words(line), key, _flip(bit)))
        assert errors(audit), (key, audit.verdict)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_each_fact_of_the_dump_is_held_against_the_line(game: Terms, tmp_path: Path) -> None:
    """What moves nothing in a dump alone contradicts the line, except for what no line has."""
    line = line_of(game)
    if line is None:
        pytest.skip("the engine wrote no line for this game")
    for edit in edits_of(game):
        if edit.kind == "role count":
            continue
        audit = audited(tmp_path / "game", game, edit.text, line)
        assert audit.verdict in ("mismatch", "tampered"), (edit.kind, edit.line)
