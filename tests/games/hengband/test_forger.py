"""The forger: each edit does what it says, and what the rules make of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from games.hengband.uploads import upload

from necropsy.engine import audit_texts
from necropsy.games.hengband.forger import FORGER, fitted, renamed
from necropsy.games.hengband.forger.aims import AIMS
from necropsy.games.hengband.forger.recipes import RECIPES
from necropsy.games.hengband.stat import STATS
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.sources import decode
from necropsy.tamper import KINDS, Original, Outcome, Trial, forgeries, tried
from necropsy.tamper.forger import Aim
from necropsy.tamper.original import Sheet

ROOT = Path(__file__).parents[3]
TRUTH = ROOT / "tests" / "engine_truth" / "hengband"
SAMPLES = sorted((ROOT / "sample_morgues" / "hengband").glob("*.txt"))

ERAS = {
    # A newborn of 2.1.5 in English, a hero of high level, the dead, one of 2.2.1 and one of 3.0.2.
    "human": TRUTH / "en215_birth_r00_c03_p00_s0.txt",
    "titan": TRUTH / "en215_wiz0_r13_c23_p06_exp14175000.txt",
    "dead": TRUTH / "jp215_dead_A.txt",
    "archer": TRUTH / "jp221_birth_r08_c15_p08_s0.txt",
    "merfolk": TRUTH / "jp302_birth_r37_c14_p12_s1.txt",
}
RICH = (
    # Deeds that no sample has done.
    (
        "\n  [Recall Depth]\n\n",
        "\n  [Recall Depth]\n\n    Angband         : level  12\n   !Yeek cave       : level  13\n",
    ),
    (
        "You have defeated no enemies yet.",
        (
            "You have defeated 40 enemies including 2 unique monsters in total.\n\n"
            "< Unique monsters top 2 >\n"
            "  Bullroarer the Hobbit                    (level  10)\n"
            "  Grip, Farmer Maggot's Dog                (level   2)"
        ),
    ),
    (
        "< Completed Quest >\n  Nothing.",
        (
            "< Completed Quest >\n"
            "  Warg problem                        (Danger  level:   5) - level  1 - 00:30:00"
        ),
    ),
    ("You are neutral to Valour.\n", "You are neutral to Valour.\n\n You were born as Human.\n"),
    ("\n  [Character Equipment]\n", "\n  [Mutations]\n\n You are puny.\n\n\n  [Character Equipment]\n"),
    ("Play time    00:00:02", "Play time    01:00:02"),
)


@lru_cache(maxsize=16)
def original(name: str) -> Original:
    if name == "rich":
        text = original("human").text
        for old, new in RICH:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        return Original("rich.txt", text)
    path = ERAS.get(name) or Path(name)
    return Original(path.name, decode(path.read_bytes()).text)


def sheet(name: str) -> Sheet:
    dump = original(name).dump
    assert dump is not None
    return dump


def trials(of: Original, kind: str) -> Iterator[Trial]:
    honest = list(audit_texts(of.files))
    for forgery in forgeries(of, kind):
        yield tried(forgery, honest)


# ------------------------------------------------------------------------------------- aims


def told(record: Record, aim: Aim) -> Any:
    """What a record says of what an aim is about."""
    stat, _, column = aim.fact.partition(" ")
    if stat == "option":
        return dict(line.split(": ", 1) for line in record.value("options")).get(column)
    if column == "cap":
        return record.value("stat_caps")[STATS.index(stat)].value
    if column:
        value = getattr(record.value("stat_rows")[STATS.index(stat)], column)
        return value.exact if column == "actual" else value
    if aim.fact == "arena_wins":
        return record.value("arena_wins", record.value("arena"))
    return record.value(aim.fact)


@pytest.mark.parametrize("name", [*ERAS, "rich"])
def test_an_aim_reads_back_where_it_was_written(name: str) -> None:
    made = 0
    for honest in (sheet(name), upload(original(name)).dump):
        assert honest is not None
        for aim in AIMS:
            for value in aim.values(honest.record, random.Random(1)):
                for place in dict.fromkeys((aim.everywhere, *aim.places.values())):
                    text = None if place is None else place(honest, value)
                    if text is not None and text != honest.text:
                        made += 1
                        record = honest.with_text(text).record
                        if not (place in aim.places.values() and aim.fact.endswith(" actual")):
                            wanted = (
                                max(value, honest.record.value("max_exp")) if aim.fact == "max_exp" else value
                            )
                            assert told(record, aim) == wanted, (aim.fact, value)
    assert made > 150


def test_another_hero_fits_in_every_place() -> None:
    record = Sheet(sheet("human").game, "x", _everywhere("class", "Mage")).record
    assert record.values("class") == ["Mage", "Mage"]
    rows = record.value("stat_rows")
    assert [row.profession for row in rows] == [-4, 3, 0, 1, -2, 1]
    assert [shown.use for shown in record.value("shown_stats")] == [row.printed[1] for row in rows]
    assert record.value("next_exp") == 13
    record = Sheet(sheet("human").game, "x", _everywhere("level", 20)).record
    assert (record.values("level"), record.value("next_exp")) == ([20, 20], 6750)
    assert record.value("exp") == record.value("max_exp") == 5500
    most = record.values("max_hp")
    assert len(most) == 2
    assert most[0] == most[1] > 100


def _everywhere(fact: str, value: Any) -> str:
    aim = next(each for each in AIMS if each.fact == fact)
    assert aim.everywhere is not None
    text = aim.everywhere(sheet("human"), value)
    assert text is not None
    return text


def test_caps_add_up_to_what_they_did() -> None:
    aim = next(each for each in AIMS if each.fact == "STR cap")
    assert aim.everywhere is not None
    caps = "腕力 : 18/100\n知能 : 18/100\n賢さ : 18/90\n器用 : 18/110\n耐久 : 18/70\n魅力 : 18/130\n"
    unknown = "".join(f"{stat} : ???\n" for stat in ("腕力", "知能", "賢さ", "器用", "耐久", "魅力"))
    honest = sheet("dead").with_text(sheet("dead").text.replace(unknown, caps))
    text = aim.everywhere(honest, 128)
    assert text is not None
    known = [cap.value for cap in honest.with_text(text).record.value("stat_caps")]
    assert known == [128, 108, 108, 128, 88, 148]
    assert aim.everywhere(sheet("dead"), 128) is None


def test_what_a_text_does_not_tell_cannot_be_rewritten() -> None:
    bare = sheet("human").with_text("\n".join(sheet("human").text.split("\n")[:2]) + "\n")
    full = sheet("rich").record
    for aim in AIMS:
        for value in aim.values(full, random.Random(1)):
            assert all(place(bare, value) in (None, bare.text) for place in aim.places.values()), aim.fact
            if aim.everywhere is not None:
                assert aim.everywhere(bare, value) in (None, bare.text), aim.fact
    assert all(
        list(recipe(bare, random.Random(1))) == [] for kind, recipe in RECIPES.items() if kind != "version"
    )
    assert fitted(bare.record) is None


def test_files_are_called_after_their_hero() -> None:
    assert renamed("Sapling_Autodump_2026-07-11_055710.txt", "Sapling", "Other") == (
        "Other_Autodump_2026-07-11_055710.txt"
    )
    assert renamed("dump.txt", "", "Other") == "dump.txt"


# ---------------------------------------------------------------------------------- recipes


def edits(name: str, kind: str) -> dict[str, Record]:
    return {
        edit.what: sheet(name).with_text(edit.text).record
        for edit in RECIPES[kind](sheet(name), random.Random(1))
    }


def test_each_section_can_be_cut_out() -> None:
    whole = sheet("rich").record.document
    found = edits("rich", "section-cut")
    for section in whole.sections:
        left = found[f"the section of {section} taken out"].document.sections
        assert left.keys() == whole.sections.keys() - {section}
    assert found["the stat table taken out"].document.table is None
    assert not any("abcdefghijkl@" in line for line in found["the flags taken out"].lines[41:])


def test_other_versions_stand_where_the_own_one_did() -> None:
    assert {record.value("version") for record in edits("human", "version").values()} == {
        "1.5.3", "2.0.0", "2.2.1", "3.0.0Alpha50", "3.0.1Beta15", "3.0.2Beta2",
    }  # fmt: skip
    sent = upload(original("human")).dump
    assert sent is not None
    claims = Counter(
        sent.with_text(edit.text).record.value("claimed_version")
        for edit in RECIPES["version"](sent, random.Random(1))
    )
    assert claims["Hengband 2.1.5"] == 6
    assert claims["Hengband 2.0.0"] == 1


def test_marks_and_modes_are_taken_out() -> None:
    assert sheet("titan").record.value("cheated") is True
    assert edits("titan", "mark")["the mark taken out"].value("cheated") is False
    assert edits("human", "mark") == {}
    munchkin = TRUTH / "jp215_birth_r29_c08_p11_s1.txt"
    assert edits(str(munchkin), "mode")["a Munchkin made ordinary"].value("personality") == "Ordinary"
    spectre = (
        sheet("human")
        .text.replace("Race     : Human  ", "Race     : Spectre")
        .replace("Race  : Human  ", "Race  : Spectre")
    )
    (edit,) = RECIPES["mode"](sheet("human").with_text(spectre), random.Random(1))
    assert sheet("human").with_text(edit.text).record.values("race") == ["Human", "Human"]


def test_deeds_are_added_and_taken_out() -> None:
    added = edits("rich", "note-added")
    assert added["Fang, Farmer Maggot's Dog put into the list"].value("unique_names")[1].startswith("Fang")
    numbered = added["The Serpent of Chaos put into the list, with the numbers"]
    assert (numbered.value("kills"), numbered.value("uniques"), len(numbered.value("top_uniques"))) == (
        41,
        3,
        3,
    )
    assert added["a quest put in"].value("quests") == ("Thieves Hideout", "Warg problem")
    assert added["Angband conquered"].value("dungeons")[0].conquered
    assert edits("merfolk", "note-added")["a quest put in"].value("quests") == ("盗賊の隠れ家",)
    taken = edits("rich", "note-removed")
    assert taken["Warg problem taken out"].value("quests") == ()
    left = taken["Bullroarer the Hobbit taken out, with the numbers"]
    assert (left.value("kills"), left.value("unique_names")) == (39, ("Grip, Farmer Maggot's Dog",))
    assert not taken["another life taken out"].has("lives")
    assert not taken["'You are puny.' taken out"].has("mutations")
    assert not taken["Yeek cave taken out"].value("dungeons")[1:]


def test_clocks_are_shifted() -> None:
    found = edits("rich", "dates")
    assert found["day 1 -> 2"].value("day") == 2
    assert found["time played 3602 s -> 1801 s"].value("duration_s") == 1801
    both = found["time played 3602 s -> 7202 s, day 1 -> 2"]
    assert (both.value("day"), both.value("duration_s")) == (2, 7202)


# ------------------------------------------------------------------------------- what is seen


def test_no_honest_file_is_accused() -> None:
    for path in (*SAMPLES, *ERAS.values()):
        for honest in (original(str(path)), upload(original(str(path)))):
            worst = [found for audit in audit_texts(honest.files) for found in audit.findings]
            assert not [found for found in worst if found.severity is Severity.ERROR], honest.name


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_what_stands_in_two_places_cannot_be_changed_in_one(path: Path) -> None:
    seen: Counter[Outcome] = Counter()
    for trial in trials(original(str(path)), "one-place"):
        seen[trial.outcome] += 1
        if trial.forgery.stated > 1:
            assert trial.outcome is Outcome.CAUGHT, (trial.forgery.fact, trial.forgery.what)
    # What is told once and stands alone: fights, depths and options that no other place knows of.
    assert seen[Outcome.CAUGHT] / seen.total() > 0.85, seen


def test_a_raised_score_is_noted() -> None:
    outcomes = {
        trial.forgery.what: trial.outcome for trial in trials(upload(original("titan")), "score-everywhere")
    }
    by_one, by_a_tenth, by_ten_times = outcomes.values()
    assert by_one is by_ten_times is Outcome.NOTED
    # A tenth more is what a game without the autoroller counts.
    assert by_a_tenth is Outcome.MISSED


def test_a_copy_beside_the_honest_file_is_noted() -> None:
    copies = list(trials(upload(original("rich")), "copied"))
    assert len(copies) > 20
    assert all(trial.outcome is not Outcome.MISSED for trial in copies)


def test_kinds_that_need_a_line_make_nothing() -> None:
    for name, kind in KINDS.items():
        if "line" in kind.needs:
            assert list(forgeries(original("rich"), name)) == []
    assert FORGER.aims is AIMS
