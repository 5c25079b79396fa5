"""The process that ``guided.py`` starts: the program, instrumented, with bytes for files."""

from __future__ import annotations

import logging
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import atheris

# What texts begin and end with decides where the program goes. The hook for regular expressions
# is left out: its patterns lack the arguments that pyparsing gives them.
atheris.enabled_hooks.add("str")
logging.disable(logging.CRITICAL)
with atheris.instrument_imports(include=["necropsy"]):
    # The games are imported when they are asked for; they, too, are to be instrumented.
    from necropsy.games import games

    list(games())
    from fuzz.crashers import keep
    from fuzz.invariants import Sample, Violation, check_any, check_once
    from fuzz.subjects import subject

_KNOWN: set[str] = set()


def main(arguments: list[str]) -> None:
    """Fuzz until libFuzzer's time is up; every kind of broken promise is kept once."""
    options = dict(each[2:].split("=", 1) for each in arguments if each.startswith("--"))
    rest = [each for each in arguments if not each.startswith("--")]
    what = subject(options["subject"])
    first, folder = what.originals()[0], options["folder"]
    with atheris.instrument_imports(include=["necropsy"]):
        # What is imported only when it is needed.
        check_any(first, folder)

    def one(data: bytes) -> None:
        sample = Sample(first.name, data)
        try:
            # Reports of one file in eight: they cost ten times what the audit does.
            (check_once if zlib.crc32(data) % 8 else check_any)(sample, folder)
        except Violation as broken:
            if broken.signature not in _KNOWN:
                _KNOWN.add(broken.signature)
                place = keep(
                    what.game,
                    sample,
                    str(broken)[:600],
                    original=None,
                    honest=False,
                    home=Path(options["keep"]),
                )
                print(f"kept {place.name} {broken.signature}", flush=True)

    atheris.Setup([sys.argv[0], *rest], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
