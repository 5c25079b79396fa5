"""All files of the engines and of public repositories, where they lie beside this repository.

They are not part of it: the tests say so and skip where the folder is absent. A
representative part is in ``engine_truth/``.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from gnollhack_truth import Terms, terms_below

import necropsy
from necropsy.games.dcss.bearer import told_of
from necropsy.games.dcss.experience import tiered_points
from necropsy.games.dcss.score import Game, breakdown, regimes
from necropsy.games.dcss.version import Version
from necropsy.games.dcss.will import pips_of, will_of
from necropsy.games.gnollhack.version import place
from necropsy.joint import JointRecord
from necropsy.rules import Severity
from necropsy.span import Span
from necropsy.verdict import Audit

SHARED = Path(__file__).parents[2] / "shared"
ENGINES = SHARED / "data" / "dcss"
CORPUS = SHARED / "corpus" / "dcss_morgue"
GNOLLHACK = SHARED / "data" / "gnollhack"
GNOLLHACK_CORPUS = SHARED / "corpus" / "gnollhack"
HENGBAND = SHARED / "data" / "hengband"
HENGBAND_CORPUS = SHARED / "corpus" / "hengband"

needs_engines = pytest.mark.skipif(
    not ENGINES.is_dir(), reason=f"the files of the engines are not beside this repository ({ENGINES})"
)
needs_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(), reason=f"the public morgues are not beside this repository ({CORPUS})"
)

needs_gnollhack = pytest.mark.skipif(
    not GNOLLHACK.is_dir(), reason=f"the files of GnollHack are not beside this repository ({GNOLLHACK})"
)

BEYOND_THE_LIMIT = ("Plunene79", "Psolamu80")
"""More experience than a character can have."""

BEYOND_THE_DUNGEON = ("Platazi75", "Pfineve76")
"""17 runes and 13 gems: only their terms count."""

ENGINE_TERMS = {
    "experience": ("modified_xp",),
    "runes": ("t_rune10k", "t_rune_quad"),
    "orb": ("t_orb", "t_win_rune"),
    "turns": ("t_speed",),
    "gems": ("t_gems",),
}


@lru_cache(maxsize=4)
def audits(folder: Path, *, pair: bool = True) -> dict[str, Audit]:
    """The audit of every game below a folder, by the path of its dump or line there."""
    found = necropsy.audit_paths([folder], pair=pair)
    return {str(Path(a.source).relative_to(folder)): a for a in found if a.verdict != "skipped"}


@lru_cache(maxsize=1)
def morgues() -> dict[str, Audit]:
    """The audit of every morgue of the engines, each for itself."""
    return {name: audit for name, audit in audits(ENGINES, pair=False).items() if ":" not in name}


def errors(audit: Audit) -> set[str]:
    return {finding.rule for finding in audit.findings if finding.severity is Severity.ERROR}


def is_any(name: str, players: tuple[str, ...]) -> bool:
    return any(f"-{player}-" in name for player in players)


def shown(name: str, audit: Audit) -> str:
    return f"{name}: {audit.verdict} {audit.reasons} {[(f.rule, f.message) for f in audit.findings]}"


# -------------------------------------------------------------------- the engines' files


@needs_engines
def test_there_are_hundreds_of_them() -> None:
    assert len(morgues()) > 680


@needs_engines
def test_the_two_impossible_scores_are_all_the_mismatches() -> None:
    found = {name for name, audit in morgues().items() if audit.verdict == "mismatch"}
    assert found == {name for name in morgues() if is_any(name, BEYOND_THE_LIMIT)}
    assert len(found) == 2
    assert all(name.startswith("patched/0.34.1/") for name in found)


@needs_engines
def test_exactly_the_old_games_with_a_hidden_mark_are_tampered() -> None:
    old = {n: a for n, a in morgues().items() if n.startswith("old/") and a.verdict == "tampered"}
    assert len(old) == 53
    for name, audit in old.items():
        assert {"C133"} <= errors(audit) <= {"C133", "C150"}, shown(name, audit)
        assert name.split("/")[2] in ("patched", "arena", "sprint", "zotdef"), name
    for name in morgues():
        if name.startswith("old/") and name.split("/")[2] in ("patched", "arena"):
            assert name in old, name


@needs_engines
def test_files_without_header_and_score_block_are_undecided_and_say_what_is_missing() -> None:
    undecided = {n: a for n, a in morgues().items() if a.verdict == "undecided"}
    assert len(undecided) == 17
    for name, audit in undecided.items():
        assert name.startswith("honest/"), name
        assert audit.breakdown is None
        assert any("header" in reason for reason in audit.reasons), shown(name, audit)
        assert any("score block" in reason for reason in audit.reasons), shown(name, audit)
        assert not errors(audit), shown(name, audit)


@needs_engines
def test_dumps_of_running_games_are_unfinished() -> None:
    unfinished = {name for name, audit in morgues().items() if audit.verdict == "unfinished"}
    assert len(unfinished) == 4
    assert all(name.startswith("old/0.31.0/inprogress/") for name in unfinished)


@needs_engines
def test_every_other_file_is_clean() -> None:
    left = 0
    for name, audit in morgues().items():
        if audit.verdict in ("mismatch", "undecided", "unfinished") or is_any(name, BEYOND_THE_DUNGEON):
            continue
        if name.startswith("old/") and audit.verdict == "tampered":
            continue
        left += 1
        assert not errors(audit), shown(name, audit)
        marked = audit.fact("wizard") or audit.fact("explore")
        assert audit.verdict == ("ineligible" if marked else "match"), shown(name, audit)
    assert left > 600


def oracles() -> Iterator[tuple[str, dict[str, Any]]]:
    """The engine's own account of each game of 0.34.1, by the file's path."""
    for path in sorted(ENGINES.rglob("oracle.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            game = json.loads(line)
            yield str((path.parent / game["file"]).relative_to(ENGINES)), game


@needs_engines
def test_term_by_term() -> None:
    compared = 0
    for name, engine in oracles():
        audit = morgues()[name]
        if audit.breakdown is None:
            assert audit.verdict == "undecided", name
            continue
        assert audit.recorded == engine["points"], name
        total = sum(engine[part] for parts in ENGINE_TERMS.values() for part in parts)
        assert (audit.recorded - total) % 2**32 == 0, name
        for term_name, parts in ENGINE_TERMS.items():
            if term_name == "experience" and is_any(name, BEYOND_THE_LIMIT):
                continue
            term = audit.breakdown.term(term_name)
            assert term is not None, name
            amount = sum(engine[part] for part in parts)
            assert amount in term.span, (name, term)
            assert term.span.width != 0 or term.span.exact == amount, (name, term)
            compared += 1
    assert compared > 1000


def wills(folder: Path) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Of each finished morgue that tells enough: its path, the pips shown, and those recomputed."""
    for name, audit in audits(folder, pair=False).items():
        if ":" in name or audit.record is None or audit.verdict == "unfinished":
            continue
        told, shown_pips = told_of(audit.record), audit.fact("will_pips")
        if told is not None and shown_pips is not None:
            yield name, shown_pips, pips_of(will_of(told.bearer, told.version), told.version)


@needs_engines
def test_the_pips_of_every_engine_are_those_recomputed() -> None:
    compared = list(wills(ENGINES))
    assert len(compared) > 550
    assert not [(name, pips, can_be) for name, pips, can_be in compared if pips not in can_be]
    assert sum(len(can_be) > 1 for _, _, can_be in compared) <= 1


@needs_corpus
def test_the_pips_of_every_public_morgue_are_those_recomputed() -> None:
    compared = list(wills(CORPUS))
    assert len(compared) > 250
    assert not [(name, pips, can_be) for name, pips, can_be in compared if pips not in can_be]
    assert sum(len(can_be) > 1 for _, _, can_be in compared) < 5


@needs_engines
@needs_corpus
def test_what_the_build_rules_say_of_every_file() -> None:
    """Of a thousand files one contradicts its title: an excerpt whose best skills were left out."""
    found = {
        (Path(name).name.partition("__")[2] or name, finding.rule)
        for folder in (ENGINES, CORPUS)
        for name, audit in audits(folder, pair=False).items()
        for finding in audit.findings
        if finding.rule.startswith("B")
    }
    assert found == {("poltergeist-aux-armour.txt", "B104")}


@needs_engines
def test_the_older_engines_to_the_point() -> None:
    """With the experience that the engine printed, each recorded score is what the formula gives."""
    compared = 0
    for row in csv.DictReader((ENGINES / "old" / "index.csv").read_text("utf-8").splitlines()):
        audit = morgues()[f"old/{row['file']}"]
        if not row["xp"]:
            continue
        assert audit.recorded == int(row["score"]), row["file"]
        assert int(row["xp"]) in audit.fact("xp_span"), row["file"]
        assert _exactly(audit, int(row["xp"]), row["sprint_map"]) == audit.recorded, row["file"]
        assert audit.breakdown is not None
        term = audit.breakdown.term("experience")
        assert term is None or tiered_points(int(row["xp"])) in term.span, row["file"]
        compared += 1
    assert compared >= 230


def _exactly(audit: Audit, xp: int, sprint_map: str) -> int | None:
    """The score by the file's facts and a known experience."""
    assert audit.record is not None
    own_score = {"meatsprint": "turns", "arena_sprint": "arena points"}.get(sprint_map, "")
    points = audit.record.statements("arena_points")
    (regime,) = regimes(Version.parse(audit.fact("version")))
    game = Game(
        xp=Span.exactly(xp),
        ending=audit.fact("ending"),
        runes=Span.exactly(audit.fact("runes") or 0),
        turns=Span.exactly(audit.fact("turns")),
        gems=Span.exactly(audit.fact("gems") or 0),
        gold=Span.exactly(audit.fact("gold") or 0),
        zotdef=audit.fact("game_type") == "zotdef",
        own_score=own_score,
        arena_points=Span.exactly(points[-1].value if points else 0),
    )
    return breakdown(regime, game).total.exact


# ----------------------------------------------------------- the engines' logs, and both together


def logs() -> Iterator[tuple[str, dict[str, str]]]:
    """The fields of every game line of the engines' logs, read in the plainest way, by path and line."""
    for path in sorted(ENGINES.rglob("logfile*")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            parts = line.replace("::", "\0").split(":")
            fields = dict(part.replace("\0", ":").split("=", 1) for part in parts)
            yield f"{path.relative_to(ENGINES)}:{number}", fields


def is_end(fields: dict[str, str]) -> bool:
    return fields["ktyp"] not in ("wizmode", "exploremode")


@needs_engines
def test_every_line_lies_in_its_span_but_for_the_impossible_games() -> None:
    found = audits(ENGINES, pair=False)
    odd = {*BEYOND_THE_LIMIT, *BEYOND_THE_DUNGEON}
    ends = 0
    for name, fields in logs():
        audit = found[name]
        if not is_end(fields):
            assert audit.verdict == "unfinished", shown(name, audit)
            continue
        ends += 1
        assert audit.recorded == int(fields["sc"]), name
        if fields["name"] in odd:
            expected = {"S101"} if fields["name"] in BEYOND_THE_LIMIT else {"C171", "C172"}
            assert errors(audit) == expected, shown(name, audit)
            continue
        assert not errors(audit), shown(name, audit)
        thunderdome = any("Thunderdome" in reason for reason in audit.reasons)
        assert audit.verdict in (("undecided",) if thunderdome else ("match", "ineligible")), shown(
            name, audit
        )
    assert ends > 550
    assert not any("milestones" in name for name in found)


def moment_of_end(fields: dict[str, str]) -> str:
    """The end as the name of a morgue has it: months are counted from 0 in a line."""
    digits = fields["end"][:14]
    return f"{digits[:4]}{int(digits[4:6]) + 1:02}{digits[6:8]}-{digits[8:]}"


@needs_engines
def test_every_morgue_that_has_a_line_finds_it_and_no_pair_is_accused() -> None:
    alone, together = morgues(), audits(ENGINES)
    ends = {(_named(f["name"]), moment_of_end(f)): name for name, f in logs() if is_end(f)}
    pairs = 0
    for name, audit in together.items():
        record = audit.record
        if record is None or ":" in name or audit.verdict == "unfinished":
            continue
        stem = Path(name).name.removeprefix("morgue-").removesuffix(".txt")
        player, day, clock = stem.rsplit("-", 2)
        line = ends.get((player, f"{day}-{clock}"))
        there = [str(Path(f"{source}:{at}").relative_to(ENGINES)) for source, at in record.places if at]
        between = {f.rule for f in audit.findings if f.rule.startswith("X")}
        if line is None:
            assert between == {"X154"}, shown(name, audit)
            continue
        pairs += 1
        assert line in there, name
        assert not between, shown(name, audit)
        assert errors(audit) <= errors(alone[name]) | {"C171", "C172"}, shown(name, audit)
        assert audit.verdict == alone[name].verdict or alone[name].verdict == "undecided", shown(name, audit)
        assert audit.verdict != "undecided", shown(name, audit)
    assert pairs > 540


def _named(player: str) -> str:
    return "".join(letter for letter in player if letter not in " .&`\"'|;{}()[]<>*%$#@!~?")


@needs_engines
def test_a_line_without_a_file_says_so() -> None:
    lonely = {n: a for n, a in audits(ENGINES).items() if ":" in n and a.verdict != "unfinished"}
    assert 0 < len(lonely) < 20
    for name, audit in lonely.items():
        assert {f.rule for f in audit.findings if f.rule.startswith("X")} == {"X155"}, shown(name, audit)


LOGS = SHARED / "corpus" / "dcss_log"
needs_logs = pytest.mark.skipif(
    not LOGS.is_dir(), reason=f"the public logs are not beside this repository ({LOGS})"
)


@needs_logs
def test_every_public_line_is_read() -> None:
    told = 0
    for path in sorted(LOGS.iterdir()):
        if path.name == "PROVENANCE.csv":
            continue
        lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
        milestones = sum("milestone=" in line for line in lines)
        found = [a for a in necropsy.audit_paths([path]) if a.record is not None or a.rejected is not None]
        assert len(found) in (len(lines) - milestones, 0), path
        told += len(found)
        for audit in found:
            assert not errors(audit), shown(audit.source, audit)
            assert audit.verdict != "mismatch", shown(audit.source, audit)
    assert told > 480


# -------------------------------------------------------------------- the public morgues


@needs_corpus
def test_no_public_morgue_is_accused() -> None:
    table = csv.DictReader((CORPUS / "PROVENANCE.csv").read_text("utf-8").splitlines())
    edited = {row["file"] for row in table if "FIXTURE" in row["note"]}
    found = audits(CORPUS)
    assert len(found) >= 390
    assert edited <= set(found)
    for name, audit in found.items():
        assert audit.verdict != "mismatch", shown(name, audit)
        if name not in edited:
            assert audit.verdict not in ("tampered", "unreadable"), shown(name, audit)
            assert not errors(audit), shown(name, audit)
    assert sum(audit.verdict == "match" for audit in found.values()) > 150


# ------------------------------------------------------------------------ GnollHack


def is_joint(audit: Audit) -> bool:
    """Whether a dump and a line tell of the game."""
    record = audit.record
    return isinstance(record, JointRecord) and any(part.has("fields") for part in record.parts)


@needs_gnollhack
def test_the_files_of_each_game_are_one_audit() -> None:
    found = audits(GNOLLHACK)
    assert len(found) == len(terms_below(GNOLLHACK)) > 390
    assert sum(map(is_joint, found.values())) > 380


@needs_gnollhack
def test_no_game_of_the_engines_is_accused() -> None:
    for name, audit in audits(GNOLLHACK).items():
        assert not errors(audit), shown(name, audit)
        assert audit.verdict in ("match", "ineligible"), shown(name, audit)


@needs_gnollhack
def test_no_file_of_the_engines_is_accused_alone() -> None:
    for path in sorted(GNOLLHACK.rglob("gnollhack.*")):
        if path.suffix in (".txt", ".html"):
            audit = necropsy.audit(path)
            assert audit.verdict in ("match", "ineligible"), shown(path.name, audit)
            assert not errors(audit), shown(path.name, audit)
    for log in sorted(GNOLLHACK.rglob("xlogfile")):
        for audit in necropsy.audit_paths([log]):
            open_ended = audit.slack is None
            assert audit.verdict in ("undecided" if open_ended else "match", "ineligible"), shown(
                log.name, audit
            )
            assert not errors(audit), shown(audit.source, audit)


def audit_of(game: Terms) -> Audit:
    return audits(GNOLLHACK)[str(game.text.relative_to(GNOLLHACK))]


@needs_gnollhack
def test_gnollhack_term_by_term() -> None:
    compared = 0
    for game in terms_below(GNOLLHACK):
        audit = audit_of(game)
        assert audit.recorded == game.points, game.name
        assert audit.recomputed is not None, game.name
        assert game.points in audit.recomputed, game.name
        if game.zeroed:
            assert audit.recomputed.exact == 0, game.name
            continue
        if not is_joint(audit) and audit.slack:
            continue
        assert audit.breakdown is not None
        for term_name, amount in game.amounts.items():
            term = audit.breakdown.term(term_name)
            if term is None:
                assert amount == 0, (game.name, term_name)
                continue
            assert amount in term.span, (game.name, term)
            assert term.span.width != 0 or term.span.exact == amount, (game.name, term)
            compared += 1
        for factor_name, value in game.factors.items():
            term = audit.breakdown.term(factor_name)
            assert term is not None, (game.name, factor_name)
            assert term.factor is not None, (game.name, factor_name)
            assert term.factor[0] * (1 - 1e-12) <= value <= term.factor[1] * (1 + 1e-12), (game.name, term)
    assert compared > 2400


@needs_gnollhack
@pytest.mark.parametrize(("since", "until", "least"), [("4.1.3-45", "", 0.95), ("", "4.1.3-44", 0.80)])
def test_dump_and_line_pin_the_score_to_the_point(since: str, until: str, least: float) -> None:
    slacks = []
    for audit in audits(GNOLLHACK).values():
        if not is_joint(audit):
            continue
        build = place(audit.fact("version")) if "-" in audit.fact("version") else place("4.1.2")
        if (not since or build >= place(since)) and (not until or build <= place(until)):
            slacks.append(audit.slack)
    assert len(slacks) > 100
    assert slacks.count(0) / len(slacks) >= least


@needs_gnollhack
def test_the_public_files_of_gnollhack() -> None:
    found = {Path(a.source).name: a for a in necropsy.audit_paths([GNOLLHACK_CORPUS])}
    accused = {name: audit for name, audit in found.items() if errors(audit)}
    assert not accused, [shown(name, audit) for name, audit in accused.items()]
    assert any(audit.game == "gnollhack" and audit.verdict == "match" for audit in found.values())
    for name in ("xieguaiwu~My_NetHack__xlogfile", "beebop-Wiz~nethack-server__xlogfile"):
        assert found[name].game is None, "lines of NetHack"


@pytest.mark.skipif(
    not HENGBAND.is_dir(), reason=f"the dumps of Hengband are not beside this repository ({HENGBAND})"
)
def test_every_hengband_dump_is_read_and_holds() -> None:
    audits = [audit for audit in necropsy.audit_paths([HENGBAND, HENGBAND_CORPUS]) if audit.game]
    assert len(audits) >= 350
    assert {audit.game for audit in audits} == {"hengband"}
    marked = [audit for audit in audits if audit.verdict.value == "ineligible"]
    # Debug commands were used for these, and the game says so.
    assert len(marked) == 12
    assert all("wiz" in audit.source or "mut" in audit.source for audit in marked)
    assert {audit.verdict.value for audit in audits} == {"match", "ineligible"}
    assert {finding.rule for audit in audits for finding in audit.findings} == {"E301"}
    for audit in audits:
        assert audit.record is not None
        audit.record.read_all()
        assert audit.record.flaws == []
