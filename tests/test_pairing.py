"""Which files tell of one game."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import necropsy
from necropsy.engine import audit_text, examine
from necropsy.games.gnollhack import GAME
from necropsy.identity import Identity
from necropsy.loglines import lines_of_text
from necropsy.pairing import Gathering
from necropsy.record import Record
from necropsy.sources import Content, Source
from necropsy.verdict import Audit, Verdict

TRUTH = Path(__file__).parent / "engine_truth" / "gnollhack"
TEXT = TRUTH / "honest" / "gnollhack.bren01.1796032441.txt"
PAGE = TEXT.with_suffix(".html")
START = 1796032441
LINE = next(
    line
    for line in TEXT.with_name("xlogfile").read_text("utf-8").splitlines(keepends=True)
    if f"starttime={START}\t" in line
)


def lay(folder: Path, *, text: str = "", page: bool = False, line: str = "", name: str = TEXT.name) -> None:
    folder.mkdir(exist_ok=True)
    if text:
        (folder / name).write_text(text, "utf-8")
    if page:
        shutil.copy(PAGE, folder / PAGE.name)
    if line:
        (folder / "xlogfile").write_text(line, "utf-8")


def audits(folder: Path) -> list[Audit]:
    return list(necropsy.audit_paths([folder]))


def files(audit: Audit) -> list[str]:
    record = audit.record
    assert record is not None
    sources = [name for name, _ in record.places]
    return [Path(source).name for source in sources]


def moved(text: str, hours: float, days: int = 0) -> str:
    """The dump as a clock of another time zone would have dated it."""
    for moment in ("2026-11-30 09:54:01", "2026-11-30 09:54:07"):
        there = dt.datetime.fromisoformat(moment) + dt.timedelta(hours=hours, days=days)
        text = text.replace(moment, str(there))
    return text


DUMP = TEXT.read_text("utf-8")


def test_text_page_and_line_are_one_audit(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP, page=True, line=LINE)
    (audit,) = audits(tmp_path)
    assert files(audit) == [TEXT.name, PAGE.name, "xlogfile"]
    assert audit.verdict == "match"
    assert audit.slack == 0


def test_the_order_in_which_they_are_met_means_nothing(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP, page=True, line=LINE)
    (audit,) = necropsy.audit_paths([tmp_path / name for name in ("xlogfile", PAGE.name, TEXT.name)])
    assert files(audit) == [TEXT.name, PAGE.name, "xlogfile"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"text": DUMP}, [TEXT.name]),
        ({"page": True}, [PAGE.name]),
        ({"line": LINE}, ["xlogfile"]),
        ({"text": DUMP, "page": True}, [TEXT.name, PAGE.name]),
        ({"page": True, "line": LINE}, [PAGE.name, "xlogfile"]),
    ],
)
def test_what_is_missing_is_not_missed(tmp_path: Path, given: dict[str, str], expected: list[str]) -> None:
    lay(tmp_path, **given)  # type: ignore[arg-type]
    (audit,) = audits(tmp_path)
    assert files(audit) == expected
    assert audit.verdict == "match"


@pytest.mark.parametrize("hours", [2, -5, 5.75, 14, -12])
def test_a_dump_has_local_time(tmp_path: Path, hours: float) -> None:
    lay(tmp_path, text=moved(DUMP, hours), line=LINE)
    (audit,) = audits(tmp_path)
    assert files(audit) == [TEXT.name, "xlogfile"]
    assert audit.verdict == "match"


@pytest.mark.parametrize("days", [2, -3])
def test_no_time_zone_is_so_far_away(tmp_path: Path, days: int) -> None:
    lay(tmp_path, text=moved(DUMP, 0, days), line=LINE)
    assert [files(audit) for audit in audits(tmp_path)] == [["xlogfile"], [TEXT.name]]


def test_another_second_is_another_game(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP.replace("began 2026-11-30 09:54:01", "began 2026-11-30 09:54:02"), line=LINE)
    assert len(audits(tmp_path)) == 2


def test_another_hero_is_another_game(tmp_path: Path) -> None:
    lay(
        tmp_path,
        text=DUMP,
        line=LINE.replace("name=bren01", "name=other").replace("cname=bren01", "cname=other"),
    )
    assert len(audits(tmp_path)) == 2


def test_names_differ_in_their_letters_case(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP, line=LINE.replace("name=bren01", "name=BREN01"))
    (audit,) = audits(tmp_path)
    assert files(audit) == [TEXT.name, "xlogfile"]
    assert audit.verdict == "match"


def test_a_server_writes_the_name_of_the_account(tmp_path: Path) -> None:
    line = LINE.replace("\tname=bren01\t", "\tname=Some Account\t")
    lay(tmp_path, text=DUMP, line=line)
    (audit,) = audits(tmp_path)
    assert files(audit) == [TEXT.name, "xlogfile"]
    assert audit.verdict == "match"
    assert audit.fact("player") == "bren01"
    assert audit.fact("account") == "Some Account"


def test_a_line_that_stands_twice_is_one_game(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP, page=True, line=LINE + LINE)
    first, again = audits(tmp_path)
    assert files(first) == [TEXT.name, PAGE.name, "xlogfile"]
    assert (again.verdict, again.reasons) == ("skipped", (f"the same game as {tmp_path}/xlogfile:1",))


def test_two_lines_of_one_start_and_only_one_of_them_honest(tmp_path: Path) -> None:
    forged = LINE.replace("points=10000", "points=9990000")
    lay(tmp_path, text=DUMP, line=LINE + forged)
    honest, other = audits(tmp_path)
    assert (files(honest), honest.verdict) == ([TEXT.name, "xlogfile"], "match")
    assert (files(other), other.verdict) == (["xlogfile"], "mismatch")


def test_two_copies_of_a_dump_are_one_game(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP, line=LINE)
    (tmp_path / "copy").mkdir()
    shutil.copy(TEXT, tmp_path / "copy" / TEXT.name)
    first, again = audits(tmp_path)
    assert len(files(first)) == 2
    assert again.verdict == "skipped"
    assert again.reasons[0].endswith(TEXT.name)


# ---------------------------------------------------- games of one player on one day


def other_game(hours: int, *, named: bool) -> tuple[str, str, str]:
    """Another game of the same player that began whole quarters of an hour later: dump, line, name."""
    start = START + hours * 3600
    dump = moved(DUMP, hours)
    line = LINE.replace(str(START), str(start)).replace(f"endtime={START + 6}", f"endtime={start + 6}")
    return dump, line, f"gnollhack.bren01.{start}.txt" if named else "second.txt"


def test_the_name_of_a_dump_tells_two_games_apart(tmp_path: Path) -> None:
    dump, line, name = other_game(3, named=True)
    lay(tmp_path, text=DUMP, line=line + LINE)
    lay(tmp_path, text=dump, name=name)
    for audit in audits(tmp_path):
        assert len(files(audit)) == 2
        assert audit.verdict == "match", audit.findings


def test_a_line_without_its_dump_takes_no_other(tmp_path: Path) -> None:
    _, line, _ = other_game(3, named=True)
    lay(tmp_path, text=DUMP, line=line)
    assert [files(audit) for audit in audits(tmp_path)] == [["xlogfile"], [TEXT.name]]
    assert all(audit.verdict == "match" for audit in audits(tmp_path))


def test_a_dump_without_a_stamp_takes_no_line_that_has_nothing_in_common(tmp_path: Path) -> None:
    _, line, _ = other_game(3, named=False)
    line = line.replace("points=10000", "points=0").replace(
        f"endtime={START + 3 * 3600 + 6}", "endtime=1796050000"
    )
    lay(tmp_path, text=DUMP, line=line, name="mine.txt")
    assert [files(audit) for audit in audits(tmp_path)] == [["xlogfile"], ["mine.txt"]]


def test_a_dump_without_a_stamp_has_its_line_by_what_they_share(tmp_path: Path) -> None:
    for change in (("points=10000", "points=10001"), ("endtime=1796032447", "endtime=1796032999")):
        lay(tmp_path, text=DUMP, line=LINE.replace(*change), name="mine.txt")
        (audit,) = audits(tmp_path)
        assert files(audit) == ["mine.txt", "xlogfile"]
        assert audit.verdict in ("mismatch", "tampered")


# ------------------------------------------------------------------------ in memory


def test_dumps_are_read_again_when_their_turn_comes(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP, line=LINE)
    source = Source(str(tmp_path / TEXT.name))
    gathering = Gathering()
    record = GAME.read(DUMP, source.name)
    assert gathering.take(GAME, source, record, None)
    asked = []

    def read(game: object, source: Source, content: Content | None) -> Record:
        asked.append(source.name)
        assert content is None
        return GAME.read(DUMP, source.name)

    ((game, found),) = gathering.games(read, no_log)  # type: ignore[misc]
    assert game is GAME
    assert found is not record
    assert found.value("score") == 10_000
    assert asked == [source.name]


def test_a_dump_that_went_meanwhile_is_told(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP)
    found = examine(chain([Source(str(tmp_path / TEXT.name))], _removing(tmp_path / TEXT.name)))
    (audit,) = found
    assert isinstance(audit, Audit)
    assert audit.verdict == "unreadable"


def _removing(path: Path) -> Iterator[Source]:
    """No source; the file is gone when the walk has come so far."""
    path.unlink()
    yield from ()


def test_a_text_in_memory_is_not_read_again() -> None:
    (audit,) = audit_text(DUMP, "gnollhack.bren01.txt")
    assert audit.verdict == "match"
    lines = list(audit_text(LINE + LINE.replace("bren01", "bren02"), "xlogfile"))
    assert [audit.verdict for audit in lines] == ["match", "match"]


def test_a_dump_without_dates_is_alone() -> None:
    record = GAME.read(DUMP.replace("Game began", "The game began"), "a.txt")
    assert GAME.identity(record) is None
    assert not Gathering().take(GAME, Source("a.txt"), record, None)


def test_what_names_a_game() -> None:
    record = GAME.read(DUMP, "gnollhack.bren01.1796032441.txt")
    identity = GAME.identity(record)
    assert identity == Identity("bren01", "text", START, START + 6, (START,))
    assert GAME.keys(identity) == (("bren01", START % 900),)
    (line,) = GAME.read_log(lines_of_text(LINE), "xlogfile")
    assert isinstance(line, Record)
    identity = GAME.identity(line)
    assert identity is not None
    assert (identity.kind, identity.stamps) == ("line", (START, START))
    # A number that is no start of this game's day is something else.
    record = GAME.read(DUMP, "download-123456789.txt")
    identity = GAME.identity(record)
    assert identity is not None
    assert identity.stamps == ()


def test_many_turns_are_a_games_mark(tmp_path: Path) -> None:
    (path,) = (TRUTH / "honest").glob("gnollhack.hung01.*.txt")
    lines = (TRUTH / "honest" / "xlogfile").read_text("utf-8").splitlines(keepends=True)
    line = next(line for line in lines if "\tname=hung01\t" in line)
    end = next(field for field in line.split("\t") if field.startswith("endtime="))
    forged = line.replace(end, "endtime=1796044444").replace("points=0", "points=7")
    lay(tmp_path, text=path.read_text("utf-8"), line=forged, name="mine.txt")
    (audit,) = audits(tmp_path)
    assert files(audit) == ["mine.txt", "xlogfile"]
    assert audit.verdict == "tampered"


def no_log(_game: object, _source: object, _content: object) -> Iterator[Record | Audit]:
    yield from ()


def test_a_dump_that_went_before_its_line_was_read() -> None:
    gathering = Gathering()
    assert gathering.take(GAME, Source("mine.txt"), GAME.read(DUMP, "mine.txt"), None)
    gathering.take_log(GAME, Source("xlogfile"), None)
    gone = Audit("mine.txt", Verdict.UNREADABLE, reasons=("no such file or directory",))

    def read_log(_game: object, _source: object, _content: object) -> Iterator[Record | Audit]:
        for each in GAME.read_log(lines_of_text(LINE), "xlogfile"):
            assert isinstance(each, Record)
            yield each

    (line, told) = gathering.games(lambda *_: gone, read_log)
    assert isinstance(line, tuple)
    assert line[1].source == "xlogfile"
    assert told is gone


@pytest.mark.parametrize("name", ["mine.txt", TEXT.name])
def test_a_dump_that_went_before_two_lines_were_read(name: str) -> None:
    """The second line looks for dumps by the same key."""
    gathering = Gathering()
    assert gathering.take(GAME, Source(name), GAME.read(DUMP, name), None)
    gathering.take_log(GAME, Source("xlogfile"), None)
    gone = Audit(name, Verdict.UNREADABLE, reasons=("no such file or directory",))
    lines = LINE * 2

    def read_log(_game: object, _source: object, _content: object) -> Iterator[Record | Audit]:
        for each in GAME.read_log(lines_of_text(lines), "xlogfile"):
            assert isinstance(each, Record)
            yield each

    told = list(gathering.games(lambda *_: gone, read_log))
    assert told.count(gone) == 1
    assert len(told) == 3


def test_a_dump_is_read_once_for_all_lines_that_are_compared_with_it() -> None:
    """They may be as many as a player has games on a day."""
    gathering = Gathering()
    for number in range(5):
        record = GAME.read(DUMP, f"{number}.txt")
        assert gathering.take(GAME, Source(f"{number}.txt"), record, None)
    gathering.take_log(GAME, Source("xlogfile"), None)
    asked: list[str] = []

    def read(_game: object, source: Source, _content: object) -> Record:
        asked.append(source.name)
        return GAME.read(DUMP, source.name)

    def read_log(_game: object, _source: object, _content: object) -> Iterator[Record | Audit]:
        foreign = (
            LINE.replace("points=", "points=7").replace("turns=", "turns=7").replace("endtime=", "endtime=2")
        )
        for each in GAME.read_log(lines_of_text(foreign * 20), "xlogfile"):
            assert isinstance(each, Record)
            yield each

    assert len(list(gathering.games(read, read_log))) == 25
    # Once to be compared, and once when its own turn comes.
    assert sorted(asked) == sorted([f"{number}.txt" for number in range(5)] * 2)


def test_a_file_that_is_given_as_a_log_and_is_none(tmp_path: Path) -> None:
    lay(tmp_path, text=DUMP)
    (tmp_path / "notes.txt").write_text("nothing of a game", "utf-8")
    (tmp_path / "stashes.lst").write_text("Stashes", "utf-8")
    for name in ("notes.txt", "stashes.lst", TEXT.name):
        audits = list(necropsy.audit_paths([TEXT], logs=[tmp_path / name]))
        (refused,) = (audit for audit in audits if audit.source == str(tmp_path / name))
        assert refused.verdict == "unreadable"
        assert refused.reasons == ("given as a log, and no log of a game known here",)
        assert audits[-1].verdict == "match"


def test_which_logs_are_held_against_dumps_and_in_what_order() -> None:
    found = [
        Source(name, asked) for name, asked in (("a/x.rc", False), ("a/logfile", False), ("logfile", False))
    ]
    named, given = Source("notes.txt"), Source("/var/log/games", False)
    gathering = Gathering()
    assert [*map(gathering.counts, [*found, named, given])] == [False, True, True, True, False]
    gathering = Gathering(logs=frozenset({given.name}))
    assert [*map(gathering.counts, [*found, named, given])] == [False, False, False, True, True]
    for source in [*found, named, given]:
        gathering.take_log(GAME, source, None)
    read: list[str] = []
    assert not list(
        gathering.games(lambda *_: [], lambda _, source, __: iter(read.append(source.name) or []))
    )  # type: ignore[func-returns-value,arg-type,return-value]
    assert read[:2] == [given.name, named.name]
