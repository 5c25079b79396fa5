"""``necropsy calc hengband-...``: stats, experience, recall and scores of Hengband."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from necropsy.cli.calc import Form
from necropsy.cli.options import WidthOption, fail, report_to, split

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["add_hengband"]

FormOption = Annotated[Form, typer.Option("--format", help="Form of the report.")]
ExpOption = Annotated[int, typer.Option("--exp", min=0, help="Experience points.")]
RaceOption = Annotated[str, typer.Option("--race", help="Race, in English or Japanese.")]
ClassOption = Annotated[str, typer.Option("--class", help="Class, in English or Japanese.")]
VersionOption = Annotated[str, typer.Option("--version", help="Version, as a dump prints it.")]

DEFAULT_VERSION = "2.1.5"


def add_hengband(calc: typer.Typer) -> None:
    """Add the calculators of Hengband to the others."""
    calc.command("hengband-stat")(hengband_stat)
    calc.command("hengband-exp")(hengband_exp)
    calc.command("hengband-recall")(hengband_recall)
    calc.command("hengband-score")(hengband_score)


def hengband_stat(
    base: Annotated[str, typer.Option("--base", help="The stat: 17, 18/57, 18/100.")],
    add: Annotated[
        int | None,
        typer.Option("--add", min=-500, max=500, metavar="STEPS", help="Steps up, or down from 0."),
    ] = None,
    inc: Annotated[bool, typer.Option("--inc", help="Raise the natural stat once; needs --cap.")] = False,
    cap: Annotated[str | None, typer.Option("--cap", help="Personal cap: 18/70 to 18/130.")] = None,
    dec: Annotated[
        int | None,
        typer.Option("--dec", min=1, max=1000, metavar="AMOUNT", help="Lower it once; a drain has 10."),
    ] = None,
    form: FormOption = Form.TABLE,
) -> None:
    """Calculate what becomes of a Hengband stat.

    Modifiers (race, class, equipment) go by steps; a natural gain or loss gives each outcome with
    its probability. The rules are the same in all versions.

    Examples:

        necropsy calc hengband-stat --base 18/57 --add 9

        necropsy calc hengband-stat --base 18/50 --inc --cap 18/100

        necropsy calc hengband-stat --base 18/100 --dec 25
    """
    from necropsy.games.hengband.calculator import decreased, increased, modified

    if [add is not None, inc, dec is not None].count(True) != 1:
        fail("give one of --add STEPS, --inc (with --cap 18/N) and --dec AMOUNT")
    if inc != (cap is not None):
        fail("--inc needs --cap 18/N, the stat's personal cap" if inc else "--cap goes with --inc only")
    try:
        if add is not None:
            _write_stat(base, add, modified(base, add), form)
        else:
            outcomes = increased(base, cap) if cap is not None else decreased(base, dec or 0)
            _write_outcomes(outcomes, form)
    except ValueError as error:
        fail(str(error))


def hengband_exp(
    race: RaceOption, profession: ClassOption, exp: ExpOption, form: FormOption = Form.TABLE
) -> None:
    """Calculate a Hengband hero's level from the experience.

    The points that lead to the next level stand beside it. The rules are the same in all versions;
    an Android goes by a table of its own.

    Examples:

        necropsy calc hengband-exp --race Zombie --class Warrior --exp 23512

        necropsy calc hengband-exp --race ゾンビ --class 戦士 --exp 23512 --format json
    """
    from necropsy.games.hengband.calculator import progress

    try:
        found = progress(race, profession, exp)
    except ValueError as error:
        fail(str(error))
    leads = "the highest" if found.next is None else f"the next at {found.next:,}"
    _write(f"level {found.level}, {leads} (experience factor {found.factor} %)", found._asdict(), form)


def hengband_recall(
    exp: Annotated[int, typer.Option("--exp", min=0, help="The monster's experience value.")],
    monster_level: Annotated[int, typer.Option("--monster-level", min=0, help="The monster's level.")],
    level: Annotated[int, typer.Option("--level", min=1, max=50, help="The hero's highest level so far.")],
    version: VersionOption = DEFAULT_VERSION,
    form: FormOption = Form.TABLE,
) -> None:
    """Calculate the points that Hengband's recall prints.

    Where builds that print the same version differ there are two texts, the release's first.

    Examples:

        necropsy calc hengband-recall --exp 14 --monster-level 4 --level 1

        necropsy calc hengband-recall --exp 14 --monster-level 4 --level 1 --version 3.0.2Beta2
    """
    from necropsy.games.hengband.calculator import recall_texts

    try:
        text, *others = recall_texts(exp, monster_level, level, version)
    except ValueError as error:
        fail(str(error))
    said = "".join(f", or {other} in builds on the way to the next version" for other in others)
    _write(f"{text} points{said}", {"text": text, **({"or": others} if others else {})}, form)


def hengband_score(
    exp: Annotated[int, typer.Option("--exp", min=0, help="The most experience points ever.")],
    depth: Annotated[int, typer.Option("--depth", min=0, max=999, help="Deepest level in any dungeon.")],
    version: VersionOption = DEFAULT_VERSION,
    race: RaceOption = "Human",
    profession: ClassOption = "Warrior",
    personality: Annotated[str, typer.Option("--personality", help="Personality, likewise.")] = "Ordinary",
    arena: Annotated[int, typer.Option("--arena", min=0, help="Fights won in the arena.")] = 0,
    arena_lost: Annotated[bool, typer.Option("--arena-lost", help="A fight there was lost.")] = False,
    winner: Annotated[bool, typer.Option("--winner", help="The game was won.")] = False,
    preserve: Annotated[bool | None, typer.Option(help="Off adds 10 %; on in a new game.")] = None,
    autoroller: Annotated[bool | None, typer.Option(help="Off adds 10 %; on in a new game.")] = None,
    smart_learn: Annotated[bool | None, typer.Option(help="Off takes 20 %; on in a new game.")] = None,
    smart_cheat: Annotated[bool | None, typer.Option(help="On adds 30 %.")] = None,
    ironman_shops: Annotated[bool | None, typer.Option(help="On adds 50 %.")] = None,
    ironman_small_levels: Annotated[bool | None, typer.Option(help="On adds 10 %.")] = None,
    ironman_empty_levels: Annotated[bool | None, typer.Option(help="On adds 20 %.")] = None,
    powerup_home: Annotated[bool | None, typer.Option(help="Off adds 50 %; on in a new game.")] = None,
    ironman_rooms: Annotated[bool | None, typer.Option(help="On adds 100 %.")] = None,
    ironman_nightmare: Annotated[bool | None, typer.Option(help="On adds 100 %.")] = None,
    ironman_downward: Annotated[bool | None, typer.Option(help="On doubles the score.")] = None,
    stupid_monsters: Annotated[bool | None, typer.Option(help="On takes 70 % (to 1.3.1).")] = None,
    terrain_streams: Annotated[
        bool | None, typer.Option(help="Off takes 20 % (to 1.3.1); on in a new game.")
    ] = None,
    easy_band: Annotated[bool, typer.Option("--easy-band", help="Played with easy_band.")] = False,
    unknown: Annotated[
        list[str] | None,
        typer.Option(
            "--unknown",
            metavar="OPTIONS",
            help="Options that are not known, commas between; hidden = all that no dump shows.",
        ),
    ] = None,
    form: FormOption = Form.TABLE,
    width: WidthOption = None,
) -> None:
    """Calculate a Hengband score with the formula of a version.

    Options that are not given are as in a new game. What is not known makes the score a span: options
    named with --unknown, and a race, class or personality called "unknown".

    Examples:

        necropsy calc hengband-score --exp 1000000 --depth 50 --no-preserve --no-autoroller

        necropsy calc hengband-score --version 3.0.2Beta2 --exp 1000000 --depth 50 --unknown hidden
    """
    from necropsy.games.hengband.calculator import score_of
    from necropsy.reports.explain import write_breakdown

    switches = {
        "preserve": preserve,
        "autoroller": autoroller,
        "smart_learn": smart_learn,
        "smart_cheat": smart_cheat,
        "ironman_shops": ironman_shops,
        "ironman_small_levels": ironman_small_levels,
        "ironman_empty_levels": ironman_empty_levels,
        "powerup_home": powerup_home,
        "ironman_rooms": ironman_rooms,
        "ironman_nightmare": ironman_nightmare,
        "ironman_downward": ironman_downward,
        "stupid_monsters": stupid_monsters,
        "terrain_streams": terrain_streams,
    }
    try:
        breakdown = score_of(
            version,
            exp=exp,
            depth=depth,
            race=race,
            profession=profession,
            personality=personality,
            arena=arena,
            arena_lost=arena_lost,
            winner=winner,
            settings={name: setting for name, setting in switches.items() if setting is not None},
            unknown=[name.replace("-", "_") for name in split(unknown)],
            easy_band=easy_band,
        )
    except ValueError as error:
        fail(str(error))
    if form is Form.JSON:
        _write("", breakdown.to_dict(), form, indent=2)
        return
    with report_to() as stream:
        write_breakdown(breakdown, stream, width=width)


def _write_stat(base: str, steps: int, value: int, form: Form) -> None:
    from necropsy.games.hengband.stat import stat_index, stat_text

    data = {"result": stat_text(value), "value": value, "index": stat_index(value)}
    sign = "-" if steps < 0 else "+"
    known_as = f"in the game {value}, table index {data['index']}"
    _write(f"{base.strip()} {sign} {abs(steps)} = {data['result']} ({known_as})", data, form)


def _write_outcomes(outcomes: Mapping[int, Fraction], form: Form) -> None:
    from necropsy.games.hengband.stat import stat_index, stat_text

    data = [
        {"result": stat_text(value), "value": value, "index": stat_index(value), "probability": str(chance)}
        for value, chance in outcomes.items()
    ]
    lines = ["result  value  index  probability"]
    for row, chance in zip(data, outcomes.values(), strict=True):
        percent = f"{float(100 * chance):.2f} %"
        lines.append(
            f"{row['result']:<6}  {row['value']:>5}  {row['index']:>5}  {row['probability']} ({percent})"
        )
    _write("\n".join(lines), {"outcomes": data}, form)


def _write(text: str, data: Mapping[str, Any], form: Form, indent: int | None = None) -> None:
    with report_to() as stream:
        stream.write((json.dumps(data, indent=indent) if form is Form.JSON else text) + "\n")
