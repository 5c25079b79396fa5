"""Will and the resistance roll without a file."""

from __future__ import annotations

from typing import Any

import pytest

from necropsy.games.dcss.will_calculator import resistance_of, will_shown


def shown(version: str = "0.34.1", species: str = "Minotaur", xl: int = 27, **state: Any) -> dict[str, Any]:
    steps = state.pop("steps", {})
    return will_shown(version, species=species, xl=xl, steps=steps, **state).to_dict()


def test_one_value() -> None:
    assert shown(steps={"ring": 2}) == {"will": 161, "pips": "++++."}
    assert shown(form="Lich-form", version="0.28.0") == {"will": 121, "pips": "+++.."}


def test_several_values() -> None:
    assert shown("0.32-a0-7-g1234567", "purple draconian", 20) == {
        "will": [60, 120],
        "pips": ["+....", "+++.."],
    }


def test_before_there_were_pips() -> None:
    assert shown("0.9.2") == {"will": 81, "pips": None, "words": "quite resistant to hostile enchantments"}
    assert shown("0.1.7") == {"will": 81, "pips": None}


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"version": "1.2"}, "not a DCSS version: '1.2'"),
        ({"version": "0.99.1"}, "no formula is known for version 0.99.1"),
        ({"species": "Minotor"}, "do you mean Minotaur"),
        ({"xl": 28}, "experience levels run from 1 to 27, not 28"),
        ({"form": "lych"}, "no form 'lych'; do you mean lich"),
        ({"form": "xyzzy"}, "no form 'xyzzy'; known are .*statue"),
        ({"version": "0.27.1", "steps": {"guile": 1}}, "version 0.27.1: Will does not depend on guile"),
        ({"version": "0.26.1", "folly": True, "tartarus": True}, "does not depend on folly or tartarus"),
    ],
)
def test_what_cannot_be(state: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        shown(**state)


def test_a_chance() -> None:
    found = resistance_of("0.34.1", defender=81, power=70)
    assert found.to_dict() == {"probability": "293/404", "decimal": 293 / 404, "stepped_power": 55}
    assert resistance_of("0.34.1", defender=81, power=55, stepped=True) == found


def test_several_chances() -> None:
    found = resistance_of("0.28-a0", defender=81, power=100).to_dict()
    assert found["stepped_power"] == [70, 68]
    assert len(found["probability"]) == len(found["decimal"]) == 2


def test_a_monster_of_0_18() -> None:
    assert resistance_of("0.18.1", defender=0, power=0, monster=True).to_dict()["probability"] == "1/4"
