"""From a record to the ways in which its score can have come about: every branch."""

from __future__ import annotations

import re

import pytest

import necropsy
from necropsy.breakdown import Reckoning
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES, MOST_RUNES_IN_A_SPRINT
from necropsy.games.dcss.morgue import read_morgue
from necropsy.games.dcss.reckon import reckon, variant_of
from necropsy.games.dcss.sprint_rules import explained_by_sprint_rule
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.span import Span
from necropsy.verdict import Audit

SPRINT = "Dungeon Sprint DCSS"
NORMAL = "Dungeon Crawl Stone Soup"
EVERYTHING = ("header", "block", "overview", "misc", "notes")


def morgue(
    score: int = 700,
    version: str = "0.34.1",
    *,
    game: str = NORMAL,
    character: str = "Gargoyle Fighter",
    level: str = "XL:     8   Next: 0%",
    ending: str = "Killed by a gnoll.",
    spoils: tuple[str, ...] = (),
    place: str = "... on level 3 of the Dungeon.",
    turns: int | None = 5000,
    gold: int | None = 0,
    runes: str = "",
    mutations: str = "no striking features",
    notes: tuple[str, ...] = (),
    vaults: str = "",
    mark: str = "",
    parts: tuple[str, ...] = EVERYTHING,
) -> str:
    """A morgue, as short as the readers bear it. ``Next: 0%`` of a Gargoyle's level 8 is XP 1199 to 1210."""
    xl = re.findall(r"\d+", level)[0]
    escaped = not ending.startswith(("Killed", "Quit"))
    death = () if escaped else (place,)
    counted = () if turns is None else (f"The game lasted 00:10:00 ({turns} turns).",)
    inside = (f"Began as a {character} on Nov 30, 2026.", ending, *spoils, *death, "", *counted)
    shown = 0 if turns is None else turns
    gold_shown = "      " if gold is None else f"Gold:   {gold}"
    texts = {
        "header": f" {game} version {version} (console) character file.\n\n",
        "block": "\n".join(
            [
                f"{score} Tester the Digger (level {xl}, 20/20 HPs){mark}",
                *(f"             {line}" for line in inside),
                "\n",
            ]
        ),
        "overview": f"Tester the Digger ({character})      Turns: {shown}, Time: 00:10:01\n\n"
        f"Health: 20/20      AC:  3    Str: 16    {level}\n"
        "Magic:  2/2        EV: 10    Int:  8    God:\n"
        f"{gold_shown}    SH:  0    Dex: 14    Spells: 2/2 levels left\n\n"
        "%: no passive effects\n@: no status effects\n"
        f"A: {mutations}\n" + (f"}}: {runes}\n" if runes else "") + "a: no abilities\n\n\n",
        "misc": "You were on level 3 of the Dungeon.\nYou visited 1 branch of the dungeon.\n\n",
        "notes": "Notes\nTurn   | Place    | Note\n-------+----------+-----------------------------\n"
        "     0 | D:1      | Tester the Gargoyle Fighter began the quest for the Orb.\n"
        + "".join(f"   100 | D:1      | {note}\n" for note in notes)
        + "\n",
    }
    listed = f"\nLevels and vault maps discovered:\nD:        {vaults}\n\n" if vaults else ""
    return "".join(texts[part] for part in parts) + listed + "\n"


GEM = "Got an azure gem with 1800 turns to spare"
WITHOUT_NOTES = ("header", "block", "overview", "misc")


def record(*args: object, **facts: object) -> Record:
    return read_morgue(morgue(*args, **facts))  # type: ignore[arg-type]


def reckoned(*args: object, **facts: object) -> Reckoning:
    return reckon(record(*args, **facts))


def audited(*args: object, **facts: object) -> Audit:
    return necropsy.audit(morgue(*args, **facts), select=["S"])  # type: ignore[arg-type]


def totals(found: Reckoning) -> list[Span]:
    return [candidate.total for candidate in found.candidates]


def span_of(found: Reckoning, term: str) -> Span | None:
    """The span of a term in the likeliest way."""
    named = found.candidates[0].term(term)
    return None if named is None else named.span


# -------------------------------------------------------------------------- plain games


def test_a_plain_game() -> None:
    found = reckoned()
    assert totals(found) == [Span(839, 847)]
    assert found.conclusive
    assert found.missing == ()
    assert audited(840).verdict == "match"
    assert audited(840).slack == 8


@pytest.mark.parametrize("score", [838, 848])
def test_one_point_beside_the_span_is_a_mismatch(score: int) -> None:
    found = audited(score)
    assert found.verdict == "mismatch"
    assert [finding.rule for finding in found.findings] == ["S101"]


def test_a_win() -> None:
    won = {
        "ending": "Escaped with the Orb",
        "spoils": ("... and 3 runes", "... and 2 gems!"),
        "runes": "3/15 runes: decaying, serpentine, silver",
    }
    found = reckoned(**won)
    assert span_of(found, "orb") == Span.exactly(260_000)
    assert span_of(found, "runes") == Span.exactly(45_000)
    assert span_of(found, "turns") == Span.exactly(6_250_000_000 * 9 // 5001)
    assert span_of(found, "gems") == Span.exactly(200_000)
    assert len(found.candidates) == 1


def test_leaving_with_a_rune() -> None:
    found = reckoned(ending="Got out of the dungeon", spoils=("... with 1 rune!",), runes="1/15 runes: slimy")
    assert span_of(found, "runes") == Span.exactly(13_000)
    assert span_of(found, "orb") == span_of(found, "turns") == span_of(found, "gems") == Span.exactly(0)


def test_a_win_without_a_rune_line_had_no_rune() -> None:
    found = reckoned(ending="Escaped with the Orb!", runes="3/15 runes: decaying, serpentine, silver")
    assert span_of(found, "runes") == Span.exactly(0)


def test_wizard_games_are_reckoned_all_the_same() -> None:
    found = audited(840, mark=" *WIZ*")
    assert found.verdict == "ineligible"
    assert found.recomputed == Span(839, 847)


# -------------------------------------------------------------------------------- gems


def test_a_dead_characters_gems_are_counted_in_the_notes() -> None:
    found = reckoned(notes=(GEM, GEM))
    assert totals(found)[0] == Span(20_839, 20_847)
    assert audited(20_840, notes=(GEM, GEM)).verdict == "match"


def test_gems_without_notes_are_a_span() -> None:
    found = reckoned(parts=WITHOUT_NOTES)
    assert span_of(found, "gems") == Span(0, MOST_GEMS * 10_000)
    assert found.conclusive
    assert "needs the notes, for a dead character's gems stand nowhere else" in found.missing
    assert audited(110_840, parts=WITHOUT_NOTES).verdict == "match"
    assert audited(130_000, parts=WITHOUT_NOTES).verdict == "mismatch"


def test_notes_that_stand_twice_count_as_missing() -> None:
    twice = reckoned(parts=(*EVERYTHING, "notes"), notes=(GEM,))
    assert span_of(twice, "gems") == Span(0, MOST_GEMS * 10_000)


def test_a_surplus_gem_note_does_not_accuse() -> None:
    """Anybody can add a note; the smaller number of gems is possible, too."""
    found = audited(10_840, notes=(GEM, GEM, GEM))
    assert found.verdict == "match"
    assert [finding.rule for finding in found.findings] == ["S103"]
    assert found.findings[0].severity is Severity.WARNING
    assert found.breakdown is not None
    assert found.breakdown.note == "with 1 of the 3 gems that the notes name"


def test_more_gem_notes_than_there_are_gems() -> None:
    found = reckoned(notes=(GEM,) * 20)
    gems = [candidate.term("gems") for candidate in found.candidates]
    assert [term.span.exact for term in gems if term] == [200_000, *range(110_000, -1, -10_000)]


def test_fewer_gem_notes_than_gems_are_a_mismatch() -> None:
    assert audited(30_840, notes=(GEM, GEM)).verdict == "mismatch"


def test_a_winners_gems_stand_in_the_score_block_whatever_the_notes_say() -> None:
    found = reckoned(ending="Escaped with the Orb", spoils=("... and 1 gem!",), notes=(GEM,) * 3)
    assert [candidate.term("gems") and candidate.note for candidate in found.candidates] == [""]
    assert span_of(found, "gems") == Span.exactly(100_000)


def test_no_gems_before_0_31_a0_1239() -> None:
    found = reckoned(version="0.30.1", notes=(GEM,), parts=EVERYTHING)
    assert span_of(found, "gems") is None
    assert len(found.candidates) == 1
    assert not reckoned(version="0.30.1", parts=WITHOUT_NOTES).missing


# ------------------------------------------------------------------------------ sprints

OPEN = {"game": SPRINT, "ending": "Escaped with the Orb!", "level": "XL:     8   Next: 0%"}
THREE = "3/15 runes: decaying, serpentine, silver"
SPOILS = ("... and 3 runes!",)


def test_a_map_named_by_the_place_of_death_scores_itself() -> None:
    place = '... in the Dungeon (Sprint VIII: "Arena of Blood").'
    found = reckoned(500_000, "0.28.0", game=SPRINT, place=place, turns=5)
    assert totals(found) == [Span.exactly(500_000)]
    assert found.candidates[0].note == "the map meatsprint scores itself"
    assert audited(500_001, "0.28.0", game=SPRINT, place=place, turns=5).verdict == "mismatch"


def test_a_map_without_a_rule_of_its_own() -> None:
    place = '... in the Dungeon (Sprint I: "Red Sonja").'
    found = reckoned(840, "0.28.0", game=SPRINT, place=place)
    assert totals(found) == [Span(839, 847)]
    assert found.candidates[0].note == ""


def test_a_map_named_by_the_vault_list() -> None:
    found = reckoned(400_000, "0.28.0", **OPEN, turns=2, vaults="meatsprint")
    assert totals(found) == [Span.exactly(400_000)]


def test_a_map_that_the_tables_do_not_know_is_unknown() -> None:
    found = reckoned(400_000, "0.28.0", **OPEN, turns=2, vaults="some_new_sprint")
    assert len(found.candidates) == 3


def test_an_unknown_map_tries_every_formula() -> None:
    facts = {**OPEN, "spoils": (), "turns": 5, "runes": THREE}
    found = reckoned(0, "0.28.0", **facts)
    notes = [candidate.note for candidate in found.candidates]
    assert notes == [
        "",
        "if the map was arena_sprint, which scores itself",
        "if the map was meatsprint, which scores itself",
    ]
    assert audited(254_840, "0.28.0", **facts).verdict == "match"
    assert audited(1_000_000, "0.28.0", **facts).verdict == "match"
    assert audited(0, "0.28.0", **facts).verdict == "match"
    assert audited(123_456, "0.28.0", **facts).verdict == "mismatch"


def test_an_unknown_map_and_no_notes_may_be_thunderdome() -> None:
    facts = {**OPEN, "turns": 5, "parts": WITHOUT_NOTES}
    found = audited(123_456, "0.28.0", **facts)
    assert found.verdict == "undecided"
    assert "needs the notes, where Thunderdome's points stand" in found.reasons
    assert not found.findings or all(f.rule != "S101" for f in found.findings)
    assert audited(1_000_000, "0.28.0", **facts).verdict == "match"


def test_another_map_and_no_notes_cannot_be_thunderdome() -> None:
    facts = {**OPEN, "turns": 5, "parts": WITHOUT_NOTES, "vaults": "pitsprint"}
    assert audited(123_456, "0.28.0", **facts).verdict == "mismatch"


def test_a_map_that_only_a_note_betrays_may_be_another_one() -> None:
    axe = "Found the +∞ Axe of Woe"
    found = reckoned(0, "0.28.0", **OPEN, turns=5, notes=(axe,))
    assert len(found.candidates) == 3
    assert audited(1_000_000, "0.28.0", **OPEN, turns=5, notes=(axe,)).verdict == "match"
    assert audited(254_840, "0.28.0", **OPEN, turns=5, notes=(axe,)).verdict == "match"


DOME = '... in the Dungeon (Sprint VI: "Thunderdome").'


def test_thunderdome_counts_the_last_note() -> None:
    notes = ("Arena points: 12 (+12)", "Arena points: 41 (+29) [x2]")
    found = reckoned(41, "0.28.0", game=SPRINT, place=DOME, notes=notes)
    assert totals(found)[0] == Span.exactly(41)
    assert audited(41, "0.28.0", game=SPRINT, place=DOME, notes=notes).verdict == "match"


def test_an_earlier_note_of_thunderdome_may_be_the_last_real_one() -> None:
    notes = ("Arena points: 12 (+12)", "Arena points: 99999 (+99987)")
    assert audited(12, "0.28.0", game=SPRINT, place=DOME, notes=notes).verdict == "match"
    assert audited(0, "0.28.0", game=SPRINT, place=DOME, notes=notes).verdict == "match"
    assert audited(13, "0.28.0", game=SPRINT, place=DOME, notes=notes).verdict == "mismatch"


def test_thunderdome_multiplies_a_win_with_the_runes_of_the_overview() -> None:
    facts = {**OPEN, "runes": THREE, "notes": ("Arena points: 12 (+12)",), "vaults": "arena_sprint"}
    assert totals(reckoned(36, "0.15.3", **facts))[0] == Span.exactly(36)
    printed = {**facts, "spoils": SPOILS, "ending": "Escaped with the Orb"}
    assert totals(reckoned(36, "0.33.1", **printed))[0] == Span.exactly(36)


def test_thunderdome_without_notes_is_undecided() -> None:
    found = audited(41, "0.28.0", game=SPRINT, place=DOME, parts=WITHOUT_NOTES)
    assert found.verdict == "undecided"
    assert found.reasons == ("needs the notes, where Thunderdome's points stand",)
    assert audited(0, "0.28.0", game=SPRINT, place=DOME, parts=WITHOUT_NOTES).verdict == "match"


BLOOD = '... in the Dungeon (Sprint VIII: "Arena of Blood").'


@pytest.mark.parametrize(
    ("version", "rules"),
    [
        ("0.11.2", 1),
        ("0.12-a0-2561", 1),
        ("0.12-a0-2562", 1),
        ("0.33.1", 1),
        ("0.34-a0-100", 2),
        ("0.34-a0-2000", 2),
        ("0.34-a0", 2),
        ("0.34.0", 1),
        ("0.34.1", 1),
    ],
)
def test_when_arena_of_blood_scores_itself(version: str, rules: int) -> None:
    found = reckoned(500_000, version, game=SPRINT, place=BLOOD, turns=5, character="Minotaur Fighter")
    assert len(found.candidates) == rules
    own = version in ("0.12-a0-2562", "0.33.1") or rules == 2
    assert (totals(found)[0] == Span.exactly(500_000)) == own


def test_in_the_trunk_of_0_34_either_rule_fits() -> None:
    for score in (840, 500_000):
        found = audited(score, "0.34-a0-1700", game=SPRINT, place=BLOOD, turns=5)
        assert found.verdict == "match"
        assert found.breakdown is not None
        assert found.breakdown.note
    assert audited(900, "0.34-a0-1700", game=SPRINT, place=BLOOD, turns=5).verdict == "mismatch"


def test_a_side_build_of_0_12_may_lack_the_hook() -> None:
    facts = {"game": SPRINT, "place": DOME, "notes": ("Arena points: 9 (+9)",)}
    found = reckoned(0, "0.12-a0-1570", character="Human Fighter", **facts)
    assert found.candidates[0].regime == "F7 or F8"
    assert 9 in totals(found)[0]
    assert 710 in totals(found)[0]


def test_a_game_whose_kind_is_lost_may_be_a_sprint() -> None:
    assert len(reckoned(0, "0.28.0", game="Unknown DCSS").candidates) == 3


def test_a_sprint_can_hold_more_kinds_of_runes_than_a_dungeon() -> None:
    parts = ("header", "block", "misc", "notes")
    assert span_of(reckoned(parts=parts, game=SPRINT), "runes") == Span(
        0, 12_000 * MOST_RUNES_IN_A_SPRINT + 1000 * MOST_RUNES_IN_A_SPRINT**2
    )


# ----------------------------------------------------------------------- missing pieces


def test_without_the_overview_runes_and_percentage_are_unknown() -> None:
    found = reckoned(parts=("header", "block", "misc", "notes"))
    assert span_of(found, "runes") == Span(0, 12_000 * MOST_RUNES + 1000 * MOST_RUNES**2)
    assert any("overview" in gap for gap in found.missing)
    assert found.conclusive
    xp = span_of(found, "experience")
    assert xp is not None
    assert xp.low == 1199 * 7 // 10
    assert xp.high is not None
    assert xp.high > 4000


def test_without_a_list_of_mutations_a_sacrifice_is_possible() -> None:
    plain = reckoned(version="0.28.0")
    unknown = reckon(read_morgue(morgue(version="0.28.0").replace("A: no striking features\n", "")))
    assert totals(unknown)[0].covers(totals(plain)[0])
    assert totals(unknown)[0] != totals(plain)[0]


def test_gold_in_hand_is_unknown_where_no_line_gives_it() -> None:
    found = reckoned(version="0.14.2", gold=None)
    assert span_of(found, "gold") == Span(0, 1_000_000)
    assert span_of(reckoned(version="0.14.2", gold=321), "gold") == Span.exactly(321)
    old = reckoned(version="0.9.2", gold=None, character="Human Fighter")
    assert span_of(old, "gold") == Span(0, None)
    assert totals(old) == [Span(706, 99_999_999)]


def test_turns_are_unknown_where_no_line_gives_them() -> None:
    facts = {"turns": None, "parts": ("header", "block", "misc", "notes")}
    won = {"ending": "Escaped with the Orb", "spoils": ("... and 3 runes!",)}
    found = reckon(read_morgue(morgue(**facts, **won)))  # type: ignore[arg-type]
    assert span_of(found, "turns") == Span(0, 6_250_000_000 * 9)
    human = {"version": "0.8.1", "character": "Human Fighter"}
    old = reckon(read_morgue(morgue(**human, **facts, **won)))  # type: ignore[arg-type]
    assert old.candidates[0].total.low is not None
    assert old.candidates[0].total.low < 1_000_000


def test_without_header_and_score_block_nothing_is_computed() -> None:
    found = audited(parts=("overview", "misc", "notes"))
    assert found.verdict == "undecided"
    assert found.reasons == (
        "needs the header, which names the version",
        "needs the score block, which gives the recorded score",
    )
    assert found.recomputed is None


def test_a_score_block_that_does_not_say_how_the_game_ended() -> None:
    text = morgue().replace("             Killed by a gnoll.\n", "")
    text = text.replace("             ... on level 3 of the Dungeon.\n", "")
    found = reckon(read_morgue(text))
    assert found.candidates == ()
    assert found.missing == ("needs the line of the score block that says how the game ended",)


@pytest.mark.parametrize("version", ["0.1.7", "0.2.5"])
def test_the_dumps_of_0_1_and_0_2_record_no_score(version: str) -> None:
    found = audited(version=version, parts=("header", "overview", "misc", "notes"))
    assert found.verdict == "undecided"
    assert found.reasons == (f"unscorable format: the dumps of {version} record no score",)


# ------------------------------------------------------------------- experience and level


def test_a_percentage_that_nothing_prints_leaves_the_level() -> None:
    found = reckoned(level="XL:     8   Next: 4294967%")
    assert span_of(found, "experience") == Span(1199 * 7 // 10, 2352 * 7 // 10)


def test_a_level_that_does_not_exist_leaves_all_experience() -> None:
    found = reckoned(level="XL:     99   Next: 5%")
    assert span_of(found, "experience") == Span(0, 1_474_999)


def test_a_character_that_cannot_be_read_leaves_all_experience() -> None:
    text = morgue(parts=("header", "block", "misc", "notes"))
    text = text.replace("Began as a Gargoyle Fighter on Nov 30, 2026.", "Began as a mystery.")
    assert span_of(reckon(read_morgue(text)), "experience") == Span(0, 1_474_999)


def test_printed_experience_is_exact() -> None:
    found = reckoned(840, "0.7.2", level="Exp: 8/1201 (0), need: 1153", character="Human Fighter")
    assert span_of(found, "experience") == Span.exactly(840)


UPGRADED = ("Upgraded the game from 0.31-a0-1000-gabcdef1 to 0.31-a0-1300-gabcdef2",)
HUMAN = {"character": "Human Fighter", "version": "0.31-a0-1300-gabcdef2"}


def test_a_level_may_be_left_from_before_an_upgrade() -> None:
    """Humans needed more experience from 0.31-a0-1240 on; the level fell with the next experience only."""
    facts = {**HUMAN, "level": "XL:     8   Next: 4294960%", "notes": UPGRADED}
    found = reckoned(**facts)
    assert found.candidates[-1].note == (
        "if no experience was gained since the game was upgraded from 0.31-a0-1000-gabcdef1"
    )
    assert audited(710, **facts).verdict == "match"
    assert audited(710, **{**facts, "notes": ()}).verdict == "mismatch"
    assert audited(700, **facts).verdict == "mismatch"


def test_an_upgrade_is_of_no_matter_where_the_percentage_fits() -> None:
    assert len(reckoned(**HUMAN, notes=UPGRADED).candidates) == 1


def test_an_upgrade_that_changed_no_threshold() -> None:
    notes = ("Upgraded the game from 0.34.0 to 0.34.1",)
    assert len(reckoned(level="XL:     8   Next: 777%", notes=notes).candidates) == 1


def test_an_upgrade_from_what_is_no_version() -> None:
    notes = ("Upgraded the game from my-own-build to 0.34.1", "We Upgraded the game from 0.1 to 0.2")
    assert len(reckoned(level="XL:     8   Next: 777%", notes=notes).candidates) == 1


# ------------------------------------------------------------------------ runes to 0.8


def old_win(spoils: str, version: str = "0.8.1") -> Span:
    found = reckoned(
        0,
        version,
        character="Human Fighter",
        ending="Escaped with the Orb",
        spoils=(spoils,),
        turns=400_000,
        level="Exp: 8/1201 (0), need: 1153",
    )
    return found.candidates[0].total


def test_the_block_of_an_old_win_names_the_kinds_of_its_runes() -> None:
    bonus = 6_250_000_000 * 9 // 400_001 - 1
    assert old_win("... and 4 runes (of 3 types)!").low == 840 + 250_000 + 40_000 + 25_000 + bonus


def test_runes_without_their_kinds_are_of_one_kind_in_an_old_win() -> None:
    """hiscores.cc to 0.8 prints "(of M types)" for more than one kind only."""
    bonus = 6_250_000_000 // 400_001 - 1
    assert old_win("... and 4 runes!").low == 840 + 250_000 + 40_000 + bonus
    assert old_win("... and 1 rune!").low == 840 + 250_000 + 10_000 + bonus


def test_runes_without_their_kinds_where_the_build_is_not_placed() -> None:
    """From 0.9-a1-579 on four runes are of four kinds, and the pack is worth nothing."""
    one_kind = 254_000 + 2000 + 13_000 + 840 + 6_250_000_000 // 400_001
    assert old_win("... and 4 runes!", "0.9-a1").low == one_kind


def test_0_4_0_never_named_the_kinds() -> None:
    assert old_win("... and 4 runes!", "0.4").low == 840 + 250_000 + 40_000


def test_who_left_an_old_dungeon_is_paid_the_pack_to_0_3_3() -> None:
    facts = {
        "character": "Human Fighter",
        "ending": "Got out of the dungeon",
        "spoils": ("... with 4 runes (of 3 types)!",),
        "level": "Exp: 8/1201 (0), need: 1153",
    }
    assert totals(reckoned(0, "0.3.3", **facts)) == [Span(840 + 40_000 + 25_000, 99_999_999)]
    assert totals(reckoned(0, "0.3.4", **facts)) == [Span.exactly(840)]


def test_runes_of_a_death_counted_nothing_before_0_10() -> None:
    facts = {"runes": THREE, "gold": 7, "character": "Human Fighter"}
    assert totals(reckoned(720, "0.9.2", **facts)) == [Span(713, 719)]
    assert totals(reckoned(720, "0.10.0", **facts)) == [Span(45_713, 45_719)]


# ------------------------------------------------------------------------------ variants


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"game": "Bloatcrawl 2"}, "the header calls the game"),
        ({"game": "Yiufcrawl Soup"}, "the header calls the game"),
        ({"version": "2.3.0-a0-568-gabcdef1"}, "is no version of DCSS"),
        ({"version": "1.42.1"}, "is no version of DCSS"),
        ({"version": "0.35.0"}, "newer than any known here"),
        ({"version": "0.36-a0-77-gabcdef1"}, "newer than any known here"),
        ({"character": "Yak Fighter"}, "no species and background"),
        ({"character": "Coglin Fighter", "version": "0.20.0"}, "has no species 'Coglin'"),
        ({"character": "Gargoyle Fighter", "version": "0.9.2"}, "has no species 'Gargoyle'"),
    ],
)
def test_a_variant_is_undecided(facts: dict[str, str], words: str) -> None:
    found = audited(999_999, **facts)
    assert found.verdict == "undecided"
    assert len(found.reasons) == 1
    assert found.reasons[0].startswith("unknown variant: ")
    assert words in found.reasons[0]
    assert found.variant is not None
    assert found.recomputed is None
    assert all(finding.rule != "S101" for finding in found.findings)


@pytest.mark.parametrize(
    "game",
    [
        "Yiufcrawl Soup (a DCSS fork)",
        "Dungeon Crawl Stone Soup (GnollCrawl)",
        "Dungeon Crawl Stone Soup: Circus Animals",
    ],
)
def test_a_fork_with_signs_in_its_name_is_undecided(game: str) -> None:
    found = audited(999_999, game=game)
    assert found.verdict == "undecided"
    assert not found.findings


def test_the_game_itself_is_no_variant() -> None:
    assert variant_of(record()) is None
    assert variant_of(read_morgue("Notes\nTurn   | Place    | Note\n")) is None


def test_a_version_that_no_formula_is_known_for() -> None:
    found = reckoned(version="0.4.9", character="Human Fighter")
    assert found.candidates == ()
    assert found.missing == ("no formula is known for version 0.4.9",)


@pytest.mark.parametrize(
    ("version", "conclusive"),
    [
        ("0.35-a0-870-g5539bdd7ae", True),
        ("0.35-a0-871-gabcdef1", False),
        ("0.35-a0", False),
        ("0.34.1", True),
        ("0.34.1-3-ga2c7840dd7", True),
    ],
)
def test_builds_that_were_not_read_prove_nothing(version: str, conclusive: bool) -> None:
    found = audited(5_000_000, version)
    assert found.verdict == ("mismatch" if conclusive else "undecided")
    if not conclusive:
        assert any("were not read" in reason for reason in found.reasons)
        assert all(finding.rule != "S101" for finding in found.findings)
    assert audited(840, version).verdict == "match"


def test_an_unplaced_build_takes_the_hull() -> None:
    won = {"ending": "Escaped with the Orb", "spoils": ("... and 2 gems!",), "version": "0.31-a0"}
    found = reckoned(**won)
    assert found.candidates[0].regime == "F11 or F12 or F13"
    assert span_of(found, "gems") == Span(0, 200_000)
    assert found.conclusive


# ------------------------------------------------------------- the bug of 0.12 to 0.18


LEAKED = {
    "score": 1_859_332_704,
    "version": "0.16.1",
    "turns": 61_543,
    "character": "Human Fighter",
}


def test_the_largest_score_there_is_accuses_nobody() -> None:
    """61,543 turns x 100,000, kept in 32 bits: the game's own bug scored a normal game as a sprint."""
    found = audited(**LEAKED)
    assert found.verdict == "undecided"
    assert any("bug" in reason for reason in found.reasons)
    assert [finding.rule for finding in found.findings] == ["S102"]
    assert found.findings[0].severity is Severity.WARNING
    assert found.breakdown is not None
    assert found.record is not None
    assert explained_by_sprint_rule(found.record, found.breakdown)


def test_the_bug_doubled_a_win() -> None:
    won = {"ending": "Escaped with the Orb!", "turns": 5000, "version": "0.16.1"}
    assert audited(1_000_000_000, **won).verdict == "undecided"
    assert audited(500_000_000, **won).verdict == "mismatch"


@pytest.mark.parametrize(
    "change",
    [
        {"version": "0.11.2"},
        {"version": "0.18.0"},
        {"version": "0.18-a0-1626"},
        {"version": "0.34.1"},
        {"score": 1_859_332_705},
        {"turns": 61_544},
        {"game": SPRINT, "place": DOME},
    ],
)
def test_nothing_else_is_explained_by_the_bug(change: dict[str, object]) -> None:
    assert audited(**{**LEAKED, **change}).verdict == "mismatch"


def test_a_score_that_fits_needs_no_explanation() -> None:
    text = morgue(840, "0.16.1", turns=0)
    found = necropsy.audit(text, select=["S"])
    assert found.verdict == "match"
    assert found.breakdown is not None
    assert found.record is not None
    assert not explained_by_sprint_rule(found.record, found.breakdown)


def test_without_turns_nothing_is_explained() -> None:
    text = morgue(1_859_332_704, "0.16.1", turns=None, parts=("header", "block", "misc", "notes"))
    found = read_morgue(text)
    assert not explained_by_sprint_rule(found, reckon(found).candidates[0])


# ------------------------------------------------------------------- what is not read


def asked_for_notes(text: str) -> bool:
    """Whether the reckoning ran the reader of all notes."""
    found = read_morgue(text)
    reckon(found)
    return "notes" in found._statements


def test_a_normal_game_is_reckoned_without_reading_its_notes() -> None:
    for version in ("0.8.1", "0.14.2", "0.28.0", "0.34.1"):
        character = "Human Fighter"
        assert not asked_for_notes(morgue(version=version, character=character, notes=(GEM,)))


def test_a_sprint_is_reckoned_without_its_notes_where_its_map_is_known_or_no_map_scores_itself() -> None:
    assert not asked_for_notes(morgue(version="0.28.0", game=SPRINT, place=BLOOD))
    assert not asked_for_notes(morgue(version="0.28.0", **OPEN, vaults="pitsprint"))  # type: ignore[arg-type]
    assert not asked_for_notes(morgue(version="0.34.1", **OPEN))  # type: ignore[arg-type]


def test_a_sprint_of_an_unknown_map_needs_its_notes() -> None:
    assert asked_for_notes(morgue(version="0.28.0", **OPEN))  # type: ignore[arg-type]
