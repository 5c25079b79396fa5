"""A run that is guided by what the program does: inputs that reach new code are kept and harmed further.

    python tests/fuzz/guided.py GAME --minutes 10 --seed 1

It needs ``atheris`` (``pip install atheris``: wheels for Linux and CPython 3.11 to 3.13; it belongs to
no extra). It starts from the engines' files, in a directory of its own that goes with it. What breaks a
promise is kept as ``run.py`` keeps it, but not made small.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.subjects import FOLDER, names, subject, subjects_of

CHILD = FOLDER / "guided_child.py"


def guided(name: str, minutes: float, first: int, home: Path) -> dict[str, object]:
    """Fuzz one kind of files; what it came to, as plain data."""
    samples = subject(name).originals()
    with tempfile.TemporaryDirectory(prefix="guided-") as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for number, sample in enumerate(samples):
            (corpus / f"{number}").write_bytes(sample.data)
        command = [
            sys.executable,
            str(CHILD),
            f"--subject={name}",
            f"--keep={home}",
            f"--folder={folder}",
            str(corpus),
            f"-artifact_prefix={folder}/",
            f"-max_total_time={int(minutes * 60)}",
            f"-seed={first % 2**31 or 1}",
            "-max_len=16000",
            "-timeout=60",
            "-rss_limit_mb=3000",
            "-print_final_stats=1",
        ]
        done = subprocess.run(command, capture_output=True, check=False)
        said = done.stderr.decode("utf-8", "replace") + done.stdout.decode("utf-8", "replace")
        inputs = re.search(r"stat::number_of_executed_units:\s*(\d+)", said)
        grown = len(list(corpus.iterdir())) - len(samples)
        kept = sorted(set(re.findall(r"^kept (.*)$", said, re.MULTILINE)))
        if done.returncode and not kept:
            kept = [said[-2000:]]
    return {
        "subject": name,
        "guided": True,
        "seed": first,
        "minutes": minutes,
        "inputs": int(inputs[1]) if inputs else 0,
        "new_paths": grown,
        "broken": kept,
    }


def main(arguments: list[str]) -> int:
    """Run; 1 if a promise was broken, 2 if there is no atheris."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help=f"a game or one of {', '.join(names())}")
    parser.add_argument("--minutes", type=float, default=1.0, help="for each kind of its files")
    parser.add_argument("--seed", type=int, default=None, help="another one each time where it is not given")
    parser.add_argument("--keep", type=Path, default=FOLDER / "crashers")
    asked = parser.parse_args(arguments)
    if asked.seed is None:
        asked.seed = random.SystemRandom().randrange(1, 2**31)
    try:
        chosen = subjects_of(asked.game)
    except KeyError as error:
        parser.error(str(error.args[0]))
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("atheris is not installed: nothing was run", file=sys.stderr)
        return 2
    broken = False
    for what in chosen:
        result = guided(what.name, asked.minutes, asked.seed, asked.keep)
        line = json.dumps(result)
        print(line, flush=True)
        (asked.keep / what.game).mkdir(parents=True, exist_ok=True)
        with open(asked.keep / what.game / "runs.jsonl", "a", encoding="utf-8") as stream:
            stream.write(line + "\n")
        broken |= bool(result["broken"])
    return int(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
