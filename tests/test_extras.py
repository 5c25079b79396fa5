"""What an extra brings, where it is not installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from necropsy.extras import MissingExtra, require


def test_what_is_there_is_no_matter() -> None:
    require("store", "json", "csv")


def test_what_is_missing_is_said_with_the_command_that_installs_it() -> None:
    with pytest.raises(MissingExtra, match=r"extra 'store': pip install 'necropsy\[store\]'"):
        require("store", "no_such_package")


def test_a_package_that_is_broken_is_not_called_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "broken_package":
                raise ModuleNotFoundError("no module named 'inner'", name="inner")

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(ModuleNotFoundError, match="inner") as raised:
        require("store", "broken_package")
    assert not isinstance(raised.value, MissingExtra)


def test_a_command_that_needs_what_is_missing_says_so(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['duckdb'] = None\n"
        "from necropsy.cli import main\n"
        f"sys.argv = {['necropsy', 'audit', str(tmp_path), '--store', str(tmp_path / 'a')]!r}\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "necropsy: this needs the extra 'store': pip install 'necropsy[store]'\n"


def test_a_package_that_is_left_out_is_missing_meanwhile() -> None:
    code = (
        "from necropsy.extras import left_out\n"
        "with left_out('pandas'):\n"
        "    import pyarrow\n"
        "    pyarrow.array(['a'])\n"
        "    try:\n"
        "        import pandas\n"
        "    except ModuleNotFoundError as error:\n"
        "        print(error)\n"
        "import pandas\n"
        "print(pyarrow.table({'a': ['b']}).to_pandas().a[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["No module named 'pandas'", "b"], done.stderr


def test_a_package_that_is_needed_later_must_be_there() -> None:
    require("store", "json", later=["csv"])
    with pytest.raises(MissingExtra, match="extra 'store'"):
        require("store", "json", later=["no_such_package"])


def test_a_run_that_finds_nothing_new_loads_no_arrow(tmp_path: Path) -> None:
    game = next((Path(__file__).parents[1] / "sample_morgues" / "hengband").glob("dump-*.txt"))
    code = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from necropsy.cli import app\n"
        f"call = {['audit', str(game), '--format', 'jsonl', '--store', str(tmp_path / 'store'), '-q']!r}\n"
        "assert CliRunner().invoke(app, call).exit_code == 0\n"
        "print(*({'pyarrow', 'numpy', 'pandas'} & sys.modules.keys()))"
    )
    for expected in (True, False):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert ("pyarrow" in done.stdout) == expected
