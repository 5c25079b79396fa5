"""What the real dumps beside the project say, read by two patterns: the tests' own reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "hengband"

_ROW = re.compile(
    r"(?:腕力|知能|賢さ|器用|耐久|魅力|STR|INT|WIS|DEX|CON|CHR|Str|Int|Wis|Dex|Con|Chr) ?[x!]?:?"
    r" *(?P<base>(?:18/)?\d+)(?P<parts>(?: *-?\d+){4}) +(?P<actual>(?:18/)?[\d*]+)"
)
_NUMBERS = {
    "level": r"(?:レベル {2}|Level {2}) +(\d+)",
    "exp": r"(?:経験値|強化度|Experience) +(\d+)",
    "next": r"(?:次レベル|Exp to Adv) +(\d+|\*+)",
    "max_hp": r"(?:ＨＰ|Hit point) +-?\d+/ *(\d+)",
}


@dataclass(frozen=True)
class Dump:
    name: str
    text: str

    @property
    def indices(self) -> tuple[int, int, int]:
        """Race, class and personality by number, as the file's name says."""
        match = re.search(r"_r(\d+)_c(\d+)_p(\d+)", self.name)
        assert match is not None
        return int(match[1]), int(match[2]), int(match[3])

    @property
    def version(self) -> str:
        match = re.match(r"  \[(?:変愚蛮怒|Hengband) (\S+) ", self.text)
        assert match is not None
        return match[1]

    def number(self, what: str) -> int | None:
        match = re.search(_NUMBERS[what], self.text)
        assert match is not None, (self.name, what)
        return int(match[1]) if match[1].isdecimal() else None

    def stats(self) -> list[tuple[str, list[int], str]]:
        """Of each stat the base, the four columns, and the actual value."""
        rows = [
            (match["base"], [int(part) for part in re.findall(r"-?\d+", match["parts"])], match["actual"])
            for match in _ROW.finditer(self.text)
        ]
        assert len(rows) == 6, self.name
        return rows


def dumps() -> Iterator[Dump]:
    """The dumps whose names say who the hero is."""
    for path in sorted(FOLDER.glob("*_r[0-9]*.txt")):
        content = path.read_bytes()
        yield Dump(path.stem, content.decode("euc-jp" if b"\xca\xd1\xb6\xf2" in content else "cp932"))
