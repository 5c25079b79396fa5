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
