"""The recipe of a forger: change one place of a real file, and some rule must see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

import necropsy
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parents[2] / "engine_truth" / "dcss"

Edit = Callable[[re.Match[str]], str]


def _raise(name: str, by: int) -> Edit:
    def edit(match: re.Match[str]) -> str:
        start, end = (at - match.start() for at in match.span(name))
        return f"{match[0][:start]}{int(match[name]) + by}{match[0][end:]}"

    return edit


def _put(name: str, text: str) -> Edit:
    def edit(match: re.Match[str]) -> str:
        start, end = (at - match.start() for at in match.span(name))
        return match[0][:start] + text + match[0][end:]

    return edit


# What is changed: the line, the edit, and the rules of which one at least must see it.
EDITS: dict[str, tuple[str, Edit, set[str]]] = {
    "score": (r"^(?P<n>-?\d+) .+ \(level \d+, .*HPs\)$", _raise("n", 2_000_000), {"S101"}),
    "turns in the score block": (r"^ +The game lasted .*\((?P<n>\d+) turns\)\.$", _raise("n", 1), {"C101"}),
    "turns in the title line": (r"\) +Turns: (?P<n>\d+), Time: [\d:]+$", _raise("n", 1), {"C101"}),
    "turn of the last note": (
        r"^ *(?P<n>\d+) ?\| .*\| (?:Quit|Slain|Killed|Escaped|Got out|Safely|Died).*$(?=\n\n)",
        _raise("n", 1),
        {"C107"},
    ),
    "level in the score line": (r"^-?\d+ .+ \(level (?P<n>\d+), .*HPs\)$", _raise("n", 1), {"C101", "C129"}),
    "level in the overview": (r"\bXL: +(?P<n>\d+)", _raise("n", 1), {"C101"}),
    "hit points in the score line": (r"\(level \d+, (?P<n>-?\d+)/.*HPs\)$", _raise("n", 1), {"C101"}),
    "maximum in the score line": (r"\(level \d+, -?\d+/(?P<n>\d+).*HPs\)$", _raise("n", 30), {"C101"}),
    "species in the score block": (r"^ +Began as an? (?P<n>\S+) \S+ on .*$", _put("n", "Human"), {"C101"}),
    "place in the score block": (r"^ +\.\.\. on [Ll]evel (?P<n>\d+) of .*$", _raise("n", 1), {"C101"}),
    "ending": (r"^ +(?P<n>Quit the game .*)$", _put("n", "Escaped with the Orb!"), {"C116", "C119", "C122"}),
    "runes in the score block": (r"^ +\.\.\. (?:and|with) (?P<n>\d+) runes?", _raise("n", 1), {"C112"}),
    "gems in the score block": (r"^ +\.\.\. (?:and|with) (?P<n>\d+) gems?!$", _raise("n", 1), {"C121"}),
    "count of the rune line": (r"^\}: (?P<n>\d+)/\d+ runes?:", _raise("n", 1), {"C110"}),
    "a rune in the notes": (r"Got an? (?P<n>[a-z]+) rune of Zot$", _put("n", "mossy"), {"C111"}),
    "god in the score block": (r"^ +Was .* of (?P<n>\w+)\.$", _put("n", "Jiyva"), {"C113"}),
    "rank under the god": (r"^ +Was (?P<n>a Follower) of \w+\.$", _put("n", "the Champion"), {"C114"}),
    "gold in hand": (r"^Gold:? +(?P<n>\d+) (?=(?s:.*)\nYou collected \d)", _raise("n", 7777), {"C150"}),
    "a skill": (r"^ [-+*O ] Level (?P<n>\d+)\.\d (?:Fighting|Dodging)$", _raise("n", 1), {"C162"}),
    "a level in the notes": (r"\| Reached XP level (?P<n>\d+)\.", _raise("n", 2), {"C109"}),
    "pips of Will": (r"^(?:MR|Will) +(?P<n>[+.]{5})", _put("n", "+++++"), {"B101"}),
    "kind of game": (r"^ Dungeon (?P<n>Sprint DCSS) version", _put("n", "Crawl Stone Soup"), {"C135"}),
}

# Files in which a place stands alone or a section is missing, so that nothing contradicts the edit.
BLIND = {
    "kind of game": "a sprint that was left or quit names its map nowhere",
    "pips of Will": "who carries nothing has no inventory in the file",
    "a skill": "skills that were not raised in play are in no table",
    "gold in hand": "before 0.14 characters began with gold, so it is a warning there",
}


@lru_cache(maxsize=1)
def _honest() -> dict[str, str]:
    """The files without any error finding and with all their sections, by name."""
    texts = {}
    for path in sorted(SAMPLES.glob("**/morgue-*.txt")):
        text = path.read_text("utf-8")
        audit = necropsy.audit(text)
        whole = all(audit.record and audit.record.has(fact) for fact in ("notes", "title_lines", "escaped"))
        if audit.verdict is Verdict.MATCH and whole:
            texts[path.name] = text
    return texts


def _errors(audit: Audit) -> set[str]:
    return {finding.rule for finding in audit.findings if finding.severity is Severity.ERROR}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_of_one_place_is_seen(what: str) -> None:
    pattern, edit, rules = EDITS[what]
    edited, unseen = 0, []
    for name, text in _honest().items():
        new = re.sub(pattern, edit, text, count=1, flags=re.M)
        if new == text:
            continue
        edited += 1
        audit = necropsy.audit(new)
        if not _errors(audit) & rules:
            unseen.append(name)
        else:
            assert audit.verdict is not Verdict.MATCH
    assert edited, "a sample has such a place"
    if what not in BLIND:
        assert not unseen
    else:
        assert len(unseen) < edited, BLIND[what]


def test_the_honest_files_are_many() -> None:
    assert len(_honest()) >= 30
