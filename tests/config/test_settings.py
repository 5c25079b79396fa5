"""What a config sets, and what is said of a key or value that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from necropsy.config import NO_CONFIG, Config, ConfigError, Key, Kind, config_of, read
from necropsy.reports.preface import Note


def _positive(value: int) -> None:
    if value < 1:
        raise ValueError("at least 1")


AUDIT = [
    Key("ignore", Kind.RULES, tells=True),
    Key("select", Kind.RULES, tells=True),
    Key("fail-on", Kind.WORDS, tells=True),
    Key("since", Kind.MOMENT, tells=True),
    Key("mode", Kind.LIST, tells=True),
    Key("no-seeded", Kind.FLAG, tells=True),
    Key("jobs", Kind.INTEGER, check=_positive),
    Key("log", Kind.LIST, is_path=True),
    Key("players", Kind.TEXT, is_path=True),
    Key("max-file", Kind.SIZE),
]
BOARD = [Key("since", Kind.MOMENT, tells=True), Key("top", Kind.INTEGER), Key("settle", Kind.NUMBER)]
KEYS = {
    "audit": {key.name: key for key in AUDIT},
    "leaderboard": {key.name: key for key in BOARD},
}


def config(folder: Path, text: str) -> Config:
    path = folder / "necropsy.toml"
    path.write_text(text, "utf-8")
    return config_of(read(str(path)), KEYS, {"exec"})


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ('ignore = ["c104", "S1"]', "ignore", ["C104", "S1"]),
        ('ignore = "C104, S1"', "ignore", ["C104", "S1"]),
        ('ignore = [{ rule = "C104" }]', "ignore", ["C104"]),
        ('fail-on = "mismatch, tampered"', "fail-on", "mismatch, tampered"),
        ('fail-on = ["mismatch", "tampered"]', "fail-on", "mismatch,tampered"),
        ("since = 2026-11-01", "since", "2026-11-01"),
        ("since = 2026-11-01 20:00:00", "since", "2026-11-01 20:00:00"),
        ('since = "2026-11-01"', "since", "2026-11-01"),
        ('mode = "normal"', "mode", ["normal"]),
        ("no-seeded = true", "no-seeded", True),
        ("jobs = 2", "jobs", 2),
        ('max-file = "8MB"', "max-file", "8MB"),
        ("max-file = 5000", "max-file", "5000"),
    ],
)
def test_values_come_as_the_options_have_them(tmp_path: Path, text: str, key: str, value: Any) -> None:
    setting = config(tmp_path, text).of("audit")[key]
    assert setting.value == value
    assert setting.where == f"{tmp_path / 'necropsy.toml'}:1"
    setting.check()


def test_paths_lie_beside_the_file(tmp_path: Path) -> None:
    settings = config(tmp_path, 'log = ["a", "/b"]\nplayers = "p.txt"').of("audit")
    assert settings["log"].value == [str(tmp_path / "a"), "/b"]
    assert settings["players"].value == str(tmp_path / "p.txt")


def test_the_table_of_a_command_comes_before_what_is_general(tmp_path: Path) -> None:
    made = config(tmp_path, "since = 2026-11-01\ntop = 3\n[leaderboard]\nsince = 2026-12-01\nsettle = 1\n")
    assert made.of("audit")["since"].value == "2026-11-01"
    assert {name: each.value for name, each in made.of("leaderboard").items()} == {
        "since": "2026-12-01",
        "top": 3,
        "settle": 1,
    }
    # A general key of one command is none of the other's.
    assert "top" not in made.of("audit")
    assert NO_CONFIG.of("audit") == {}


def test_reasons_are_kept_with_their_lines(tmp_path: Path) -> None:
    where = str(tmp_path / "necropsy.toml")
    made = config(
        tmp_path,
        """\
ignore = [  # of no entry
    "C104",  # rebuilt
    { rule = "F1", why = "old" },
    { rule = "F2", why = "old" },  # the table's own word counts
    "S1",
]
select = ["C", "F", "S"]  # no builds
fail-on = "mismatch"  # the rules of the tournament
mode = [
    "normal",  # of course
    "sprint",
]
no-seeded = true  # nobody knows the map
jobs = 1  # the machine is old
""",
    )
    settings = made.of("audit")
    assert settings["ignore"].notes == (
        Note("ignore C104", "rebuilt", f"{where}:2"),
        Note("ignore F1", "old", f"{where}:3"),
        Note("ignore F2", "old", f"{where}:4"),
    )
    assert settings["select"].notes == (Note("select C, F, S", "no builds", f"{where}:7"),)
    assert settings["fail-on"].notes == (
        Note("fail-on mismatch", "the rules of the tournament", f"{where}:8"),
    )
    assert settings["mode"].notes == (Note("mode normal", "of course", f"{where}:10"),)
    assert settings["no-seeded"].notes == (Note("no-seeded", "nobody knows the map", f"{where}:13"),)
    assert settings["jobs"].notes == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 1\nignroe = []", ":1: a: no key of that name for audit or leaderboard"),
        ("\nignroe = []", ":2: ignroe: no key of that name for audit or leaderboard; is ignore meant?"),
        ("[audit]\ntop = 1", ":2: top: no key of that name for audit"),
        ("audit = 1", ":1: audit: expected a table, [audit]"),
        ('[audit]\nexec = "x"', ":2: exec: is said on the command line and nowhere else"),
        ("jobs = '4'", ":1: jobs: expected a whole number, and this is a text"),
        ("jobs = true", ":1: jobs: expected a whole number, and this is true or false"),
        ("jobs = 1.5", "and this is a number"),
        ("no-seeded = 1", ":1: no-seeded: expected true or false, and this is a whole number"),
        ("mode = [1]", ":1: mode: expected a list of texts, and this is a list"),
        ("fail-on = {}", "and this is a table"),
        ("players = 2026-11-01", "expected a text in quotes, and this is a date or a time"),
        ("max-file = 1.5", 'expected a size, such as "8MB", and this is a number'),
        ("max-file = true", 'expected a size, such as "8MB", and this is true or false'),
        ("[leaderboard]\nsettle = 'x'", ":2: settle: expected a number"),
        ("since = 2026-11-01T00:00:00Z", "one of a time zone"),
        ("since = 1", "expected a day or a moment"),
        ("ignore = 1", ":1: ignore: expected a list of rule codes"),
        ('ignore = [\n"S1",\n"Q9"]', ":3: Q9: no rule begins so"),
        ('ignore = ["C99"]', "no rule begins so"),
        ('ignore = [\n{ rule = "C104", way = "x" }]', ":2: way: a rule has the keys rule and why"),
        ('ignore = [{ why = "x" }]', ":1: expected a list of rule codes"),
        ('ignore = [{ rule = "S1", why = 1 }]', ":1: expected a list of rule codes"),
        ('ignore = [""]', ":1: a rule's code is missing"),
        ("override = 1", ":1: override: expected tables, each with the head [[override]]"),
    ],
)
def test_what_is_wrong_is_said_with_the_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError) as error:
        config(tmp_path, text)
    assert str(error.value).startswith(str(tmp_path / "necropsy.toml"))
    assert says in str(error.value)


def test_a_value_that_no_option_can_have_is_found_when_it_is_used(tmp_path: Path) -> None:
    setting = config(tmp_path, "jobs = 0").of("audit")["jobs"]
    with pytest.raises(ConfigError, match=r"necropsy.toml:1: jobs: at least 1$"):
        setting.check()
