"""The list of vault maps."""

from __future__ import annotations

from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record

HEADING = "\nLevels and vault maps discovered:\n"


def vaults(*lines: str) -> Record:
    return read_morgue(HEADING + "\n".join(lines) + "\n")


def test_the_map_of_a_sprint() -> None:
    record = vaults("D:        dungeon_sprint_1 [red_sonja_temple_1, red_sonja_temple_small_1]")
    assert record.value("sprint_vault") == "dungeon_sprint_1"
    assert not record.has("generation_marks")


def test_several_maps_on_one_level() -> None:
    assert vaults("D: meatsprint, another").value("sprint_vault") == "meatsprint"


def test_levels_with_a_number_name_no_sprint() -> None:
    record = vaults(
        "D:1:      minivault_4, layout_basic", "          more, of_it", "Temple:   temple_1", "D:"
    )
    assert not record.has("sprint_vault")


def test_marks_of_wizard_mode() -> None:
    record = vaults("[+gen,+vis] D:1:      minivault_4", "[+gen,-vis] D:2", "[-gen] D:3")
    assert [s.line for s in record.statements("generation_marks")] == [3, 4, 5]
    assert not record.has("sprint_vault")


def test_a_marked_sprint() -> None:
    record = vaults("[+gen,+vis] D:        dungeon_sprint_1 [red_sonja_temple_1]")
    assert record.value("generation_marks")
    assert record.value("sprint_vault") == "dungeon_sprint_1"


def test_a_list_that_stands_twice_is_not_read() -> None:
    record = read_morgue((HEADING + "D:    dungeon_sprint_1\n") * 2)
    assert not record.has("sprint_vault")


def test_no_list() -> None:
    assert not read_morgue("[+gen,+vis] D:1\nD:   meatsprint\n").has("sprint_vault")
