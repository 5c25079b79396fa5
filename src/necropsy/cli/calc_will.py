"""``necropsy calc dcss-will`` and ``dcss-resist``: Willpower without a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from necropsy.cli.options import fail, report_to

if TYPE_CHECKING:
    from necropsy.games.dcss.will_calculator import Resistance, WillShown

__all__ = ["register"]


class Form(StrEnum):
    """The forms of a report."""

    TABLE = "table"
    JSON = "json"


VersionOption = Annotated[str, typer.Option("--version", help="Version of DCSS, such as 0.34.1.")]
FormatOption = Annotated[Form, typer.Option("--format", help="Form of the report.")]


def register(calc: typer.Typer) -> None:
    """Add the commands to ``necropsy calc``."""
    calc.command("dcss-will")(dcss_will)
    calc.command("dcss-resist")(dcss_resist)


def dcss_will(
    version: VersionOption,
    species: Annotated[str, typer.Option("--species", help="Species, such as Minotaur.")],
    xl: Annotated[int, typer.Option("--xl", min=1, max=27, help="Experience level.")],
    sources: Annotated[
        int,
        typer.Option(
            "--sources", help="Steps of what is worn: 1 for each Will+, -1 for each Will- (0.14 on)."
        ),
    ] = 0,
    armours: Annotated[
        int, typer.Option("--armours", min=0, help="Armours of magic resistance, before 0.14.")
    ] = 0,
    rings: Annotated[
        int, typer.Option("--rings", min=0, help="Rings of protection from magic, before 0.14.")
    ] = 0,
    artefacts: Annotated[
        int, typer.Option("--artefacts", help="The number that artefacts give, before 0.14.")
    ] = 0,
    enchantments: Annotated[
        int, typer.Option("--enchantments", min=0, max=27, help="Skill in Enchantments, up to 0.6.")
    ] = 0,
    mutation: Annotated[
        int,
        typer.Option(
            "--mutation", min=-3, max=3, help="Levels of strong-willed; below 0 those of weak-willed."
        ),
    ] = 0,
    demonic: Annotated[
        int, typer.Option("--demonic", min=0, max=3, help="Levels of demonic willpower (0.27 on).")
    ] = 0,
    form: Annotated[str, typer.Option("--form", help="Form: lich, death, sphinx, statue, ...")] = "",
    trog: Annotated[bool, typer.Option("--trog", help="Under Trog's Hand (0.5 on).")] = False,
    guile: Annotated[bool, typer.Option("--guile", help="Wears an orb of guile (0.28 on).")] = False,
    enlightened: Annotated[
        bool, typer.Option("--enlightened", help="Under a potion of enlightenment (0.31 on).")
    ] = False,
    folly: Annotated[bool, typer.Option("--folly", help="Wears the robe of Folly.")] = False,
    halved: Annotated[bool, typer.Option("--halved", help="Weak-willed for a while: Will/2.")] = False,
    tartarus: Annotated[bool, typer.Option("--tartarus", help="In Tartarus.")] = False,
    output: FormatOption = Form.TABLE,
) -> None:
    """Calculate a DCSS character's Will and its pips.

    Up to 0.25 the game calls it magic resistance.

    Examples:

        necropsy calc dcss-will --version 0.34.1 --species Minotaur --xl 27 --sources 2

        necropsy calc dcss-will --version 0.29.1 --species Spriggan --xl 27 --trog --halved
    """
    from necropsy.games.dcss.will_calculator import will_shown

    try:
        shown = will_shown(
            version,
            species=species,
            xl=xl,
            steps={
                **_worn(version, sources, armours, rings, artefacts),
                "enchantments": enchantments,
                "strong": max(mutation, 0),
                "weak": max(-mutation, 0),
                "demonic": demonic,
                "trog": int(trog),
                "guile": int(guile),
                "enlightened": int(enlightened),
            },
            form=form,
            halved=halved,
            tartarus=tartarus,
            folly=folly,
        )
    except ValueError as error:
        fail(str(error))
    _write(output, shown.to_dict(), _will_in_words(shown))


def _worn(version: str, sources: int, armours: int, rings: int, artefacts: int) -> dict[str, int]:
    """The steps of what is worn: all alike from 0.14 on, of three sizes before."""
    from necropsy.games.dcss.calculator import version_named

    old = version_named(version).before("0.14")
    if old and sources:
        fail("before 0.14 things differ: give --armours N, --rings N and --artefacts POINTS, not --sources")
    if not old and (armours or rings or artefacts):
        fail("from 0.14 on every Will+ counts alike: give --sources N, not --armours, --rings, --artefacts")
    return {"armour": armours, "ring": rings, "artefact": artefacts + sources}


def _will_in_words(shown: WillShown) -> Iterator[str]:
    from necropsy.games.dcss.will import IMMUNE

    yield f"will  {_either('immune' if will >= IMMUNE else will for will in sorted(shown.wills))}"
    if shown.pips:
        yield f"pips  {_either(shown.pips)}"
    if shown.words:
        yield f"text  {_either(shown.words)}"


def dcss_resist(
    version: VersionOption,
    will: Annotated[int, typer.Option("--will", help="Will of whom the hex is for; 5000 for who is immune.")],
    power: Annotated[int, typer.Option("--power", min=0, help="Power of the hex.")],
    stepped: Annotated[bool, typer.Option("--stepped", help="The power is stepped down already.")] = False,
    monster: Annotated[
        bool, typer.Option("--monster", help="A monster resists: up to 0.18 the weakest flip a coin first.")
    ] = False,
    output: FormatOption = Form.TABLE,
) -> None:
    """Calculate how likely Will resists a hex of DCSS.

    Examples:

        necropsy calc dcss-resist --version 0.34.1 --will 81 --power 70

        necropsy calc dcss-resist --version 0.34.1 --will 81 --power 55 --stepped
    """
    from necropsy.games.dcss.will_calculator import resistance_of

    try:
        found = resistance_of(version, defender=will, power=power, stepped=stepped, monster=monster)
    except ValueError as error:
        fail(str(error))
    _write(output, found.to_dict(), _resistance_in_words(found))


def _resistance_in_words(found: Resistance) -> Iterator[str]:
    yield f"power stepped down   {_either(found.stepped)}"
    chances = (f"{chance} = {float(chance):.4%}" for chance in found.probability)
    yield f"chance to resist     {_either(chances)}"
    if found.shown:
        yield f"the game shows       {_either(f'{percent}%' for percent in found.shown)} to succeed"


def _either(values: Iterable[object]) -> str:
    return " or ".join(map(str, values))


def _write(output: Form, data: dict[str, Any], lines: Iterable[str]) -> None:
    with report_to() as stream:
        if output is Form.JSON:
            stream.write(json.dumps(data, ensure_ascii=False) + "\n")
        else:
            stream.writelines(f"{line}\n" for line in lines)
