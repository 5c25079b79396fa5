"""Dumps in both languages and every encoding, and what is a fact of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.engine import audit_each, audit_text
from necropsy.fact import facts_of
from necropsy.games.hengband import GAME, grammar
from necropsy.games.hengband.dump import is_dump, is_screen
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.sources import decode, find
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parents[2] / "engine_truth" / "hengband"
ENGLISH = SAMPLES / "en215_birth_r00_c03_p00_s0.txt"
JAPANESE = SAMPLES / "jp215_wizb1_r00_c00_p00_exp4499999.txt"
DEAD = SAMPLES / "jp215_dead_A.txt"
TITAN = SAMPLES / "en215_wiz0_r13_c23_p06_exp14175000.txt"
ALL = sorted(SAMPLES.glob("*.txt"))


def text_of(path: Path) -> str:
    return decode(path.read_bytes()).text


def record_of(text: str) -> Record:
    return GAME.read(text, "dump.txt")


def audit(text: str) -> Audit:
    (found,) = audit_text(text, "dump.txt")
    return found


def facts_in(data: bytes) -> dict[str, Any]:
    record = record_of(decode(data).text)
    record.read_all()
    return {fact: record.value(fact) for fact in facts_of("hengband") if fact != "encoding"}


# --------------------------------------------------------------------------------- facts


def test_the_facts_of_an_english_dump() -> None:
    record = record_of(text_of(ENGLISH))
    facts = {
        "version": "2.1.5",
        "language": "English",
        "player": "en21500",
        "personality": "Ordinary",
        "sex": "female",
        "race": "Human",
        "class": "Rogue",
        "realms": "Sorcery",
        "age": 17,
        "height": 59,
        "weight": 124,
        "social_class": 36,
        "alignment": "Neutral",
        "level": 1,
        "exp": 0,
        "max_exp": 0,
        "next_exp": 12,
        "gold": 251,
        "hp": 34,
        "max_hp": 34,
        "mp": 0,
        "ac": 4,
        "speed": "(+0)",
        "day": 1,
        "minute": 360,
        "duration_s": 2,
        "alive": True,
        "place": "Outpost",
        "kills": 0,
        "arena": "in progress",
        "arena_wins": 0,
        "cheated": False,
        "options": ("preserve: ON", "small_levels: ENABLED", "arena_levels: ENABLED"),
        "checksum": "244199e45c551ce8ec",
        "depths": (),
        "quests": (),
    }
    assert {fact: record.value(fact) for fact in facts} == facts
    assert record.value("stats")[0] == "STR 16 +0 +2 +0 +0 = 18"
    assert record.value("skills")[:2] == ("fighting: Good", "shooting: Good")
    assert record.value("equipment") == ("a Dagger (1d4) (+0,+0)", "Soft Leather Armour [4,+0]")
    assert record.value("virtues")[0] == "neutral to Honour"
    assert not record.has("score")
    assert not record.has("ending")


def test_the_facts_of_a_japanese_dump() -> None:
    record = record_of(text_of(JAPANESE))
    facts = {
        "language": "Japanese",
        "player": "jp215v1",
        "personality": "Ordinary",
        "race": "人間",
        "class": "戦士",
        "sex": "male",
        "level": 49,
        "exp": 4_499_999,
        "next_exp": 4_500_000,
        "hp": 55,
        "max_hp": 804,
        "life_rating": 92,
        "cheated": True,
        "place": "辺境の地",
    }
    assert {fact: record.value(fact) for fact in facts} == facts
    rows = record.value("stat_rows")
    assert [row.capped for row in rows] == [True] * 6
    assert [cap.value - 18 for cap in record.value("stat_caps")] == [80, 130, 70, 110, 110, 100]


def test_a_suicide_is_an_end() -> None:
    record = record_of(text_of(DEAD))
    assert (record.value("alive"), record.value("ending"), record.value("cause")) == (
        False,
        "quit",
        "途中終了",
    )
    assert record.value("personality") == "Shrewd"
    assert record.value("player") == "deadA"


ALWAYS = ["player", "race", "class", "personality", "stats", "level", "max_hp", "gold", "day", "options"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_dump_of_the_engines_is_read_whole_and_holds(path: Path) -> None:
    (found,) = audit_each(find([path]))
    assert found.verdict in (Verdict.MATCH, Verdict.INELIGIBLE), found.reasons
    assert not [finding for finding in found.findings if finding.severity > Severity.HINT]
    assert found.record is not None
    found.record.read_all()
    assert found.record.flaws == []
    assert (found.verdict is Verdict.INELIGIBLE) == ("wiz" in path.name or "mut" in path.name)
    for fact in ALWAYS:
        assert found.record.has(fact), fact


# ----------------------------------------------------------------------------- encodings


@pytest.mark.parametrize("path", [JAPANESE, DEAD, SAMPLES / "jp302_birth_r37_c14_p12_s1.txt"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_dump_says_the_same_in_every_encoding(path: Path, encoding: str, ending: str) -> None:
    text = text_of(path)
    data = text.replace("\n", ending).encode(encoding)
    assert facts_in(data) == facts_in(text.encode("utf-8"))
    assert decode(data).encoding == encoding.removesuffix("-sig")


def test_a_damaged_line_leaves_the_others() -> None:
    data = text_of(DEAD).encode("euc_jp").replace("あなたは坑夫".encode("euc_jp"), b"\xff\xff\xff")
    assert decode(data).encoding == "euc_jp"
    assert facts_in(data)["race"] == "ドワーフ"


def test_the_encoding_is_told_by_a_fact(tmp_path: Path) -> None:
    path = tmp_path / "hero.txt"
    path.write_bytes(text_of(DEAD).encode("cp932"))
    (found,) = audit_each(find([path]))
    assert found.fact("encoding") == "cp932"
    assert found.verdict is Verdict.MATCH


# ------------------------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        ("…あなたは現在、 鉄獄 の 5 階で探索している。", {"alive": True, "place": "鉄獄", "depth": 5}),
        ("…あなたは現在、 クエスト「下水道」を遂行中だ。", {"alive": True, "place": "下水道"}),
        (
            "…あなたは、森の26階で凶熊に殺された。",
            {"ending": "death", "place": "森", "depth": 26, "cause": "凶熊"},
        ),
        (
            "…あなたは、クエスト「下水道」でワニに殺された。",
            {"ending": "death", "place": "下水道", "cause": "ワニ"},
        ),
        ("…あなたは荒野で餓死に死んだ。", {"ending": "death", "place": "荒野", "cause": "餓死"}),
        ("…あなたは勝利の後引退した。", {"ending": "win", "won": True, "cause": "retired"}),
        ("…あなたは勝利の後切腹した。", {"ending": "win", "won": True, "cause": "seppuku"}),
        ("...Now, you are exploring level 3 of Angband.", {"alive": True, "place": "Angband", "depth": 3}),
        ("...Now, you are in the quest 'Sewer'.", {"alive": True, "place": "Sewer"}),
        (
            "...You were killed by a Rat in the Sewer on level 2 of Angband.",
            {"ending": "death", "place": "Angband", "depth": 2, "cause": "a Rat in the Sewer"},
        ),
        ("...You were killed by Quitting in Outpost.", {"ending": "quit", "place": "Outpost"}),
        ("...You were killed by a Rat in the quest 'Sewer'.", {"ending": "death", "place": "Sewer"}),
        ("...You retired from the adventure after the winning.", {"ending": "win", "cause": "retired"}),
        ("...You committed seppuku after winning.", {"ending": "win", "cause": "seppuku"}),
    ],
)
def test_every_sentence_about_place_and_end(sentence: str, facts: dict[str, Any]) -> None:
    record = record_of(text_of(ENGLISH).replace("...Now, you are in Outpost.", sentence))
    assert {fact: record.value(fact) for fact in facts} == facts
    assert not record.flaws


def test_a_sentence_that_goes_on_is_joined() -> None:
    folded = "...You were killed by a Rat\n          on level 2 of Angband."
    record = record_of(text_of(ENGLISH).replace("...Now, you are in Outpost.", folded))
    assert (record.value("place"), record.value("depth")) == ("Angband", 2)
    folded = "…あなたは、森の2\n          6階で凶熊に殺された。"
    record = record_of(text_of(DEAD).replace("…あなたは辺境の地で途中終了に殺された。", folded))
    assert (record.value("place"), record.value("depth")) == ("森", 26)


# ---------------------------------------------------------------------------------- deeds

DEEDS = """\
  [帰還場所]

    鉄獄        :  31 階
   !イークの洞穴:  13 階


  [クエスト情報]

《達成したクエスト》
  『ボーシン』                        (  6階)            - レベル14 - 00:00:01
  盗賊の隠れ家                        (危険度:  5階相当) - レベル24 - 00:00:02
  幸運の勝者                          ( 12階)            -   不戦勝 - 00:00:03

《失敗したクエスト》
  下水道                              (危険度: 15階相当) - レベル27 - 00:00:04


 闘技場: 3回戦でワニの前に敗北


  [倒したモンスター]

2体のユニーク・モンスターを含む、合計59体の敵を倒しています。

《上位2体のユニーク・モンスター》
  『柳じじい』                             (レベル 22) - レベル31 - 0:00:04
  『ボーシン』                             (レベル  6)

"""


def test_what_a_hero_did() -> None:
    text = text_of(DEAD)
    start, end = text.index("  [帰還場所]"), text.index("  [自分に関する情報]")
    record = record_of(text[:start] + DEEDS + "\n" + text[end:])
    assert record.value("depths") == ("鉄獄: 31", "イークの洞穴: 13")
    assert [each.conquered for each in record.value("dungeons")] == [False, True]
    assert record.value("max_depth") == 31
    assert record.value("quests") == ("『ボーシン』", "盗賊の隠れ家", "幸運の勝者")
    assert record.value("failed_quests") == ("下水道",)
    assert [quest.level for quest in record.value("ended_quests")] == [14, 24, None, 27]
    assert record.value("ended_quests")[3].seconds == 4
    assert (record.value("arena"), record.value("arena_wins")) == ("defeated", None)
    assert (record.value("kills"), record.value("uniques")) == (59, 2)
    assert [(one.level, one.at, one.seconds) for one in record.value("top_uniques")] == [
        (22, 31, 4),
        (6, None, None),
    ]


@pytest.mark.parametrize(
    ("arena", "facts"),
    [
        ("12 Victories", ("in progress", 12)),
        (" 1 Victory", ("in progress", 1)),
        ("Champion", ("champion", None)),
        ("True Champion", ("true champion", None)),
        ("Defeated", ("defeated", None)),
        ("Defeated by a Rat in the 3rd fight", ("defeated", None)),
    ],
)
def test_every_end_of_the_arena(arena: str, facts: tuple[str, int | None]) -> None:
    record = record_of(text_of(ENGLISH).replace(" Arena:  0 Victory", f" Arena: {arena}"))
    assert (record.value("arena"), record.value("arena_wins")) == facts


def test_the_one_section_of_old_versions() -> None:
    old = """\
  [その他の情報]

    鉄獄        :  12 階
 保存モード:         ON
 何か不正なことをしてしまっています。
 闘技場:  5勝

7体の敵を倒しています。

"""
    text = text_of(DEAD)
    start, end = text.index("  [オプション設定]"), text.index("  [キャラクタの装備]")
    record = record_of(text[:start] + old + text[end:])
    assert record.value("depths") == ("鉄獄: 12",)
    assert record.value("cheated") is True
    assert record.value("kills") == 7
    assert record.value("arena_wins") == 5


def test_other_lives_leave_the_factor_open() -> None:
    text = text_of(ENGLISH).replace(
        "  [HP-rate & Max stat", " You were born as Elf.\n You were a Yeek before.\n\n\n  [HP-rate & Max stat"
    )
    record = record_of(text)
    assert record.value("lives") == ("Elf", "Yeek")
    assert audit(text).verdict is Verdict.MATCH


# ------------------------------------------------------------------- what is no dump, or less


def test_a_picture_of_the_screen_is_passed_over(tmp_path: Path) -> None:
    screen = '<html>\n<body text="#ffffff" bgcolor="#000000">\n<pre>\n  RIP\n</pre></body></html>\n'
    assert is_screen(screen)
    path = tmp_path / "tomb.html"
    path.write_text(screen)
    (found,) = audit_each(find([tmp_path]))
    assert found.verdict is Verdict.SKIPPED
    assert found.reasons == ("a picture of Hengband's screen",)


def test_another_games_dump_is_none() -> None:
    assert not is_dump(text_of(ENGLISH).replace("[Hengband 2.1.5", "[Angband 3.0.6"))
    assert not is_dump("I found this on the web:\n" + text_of(ENGLISH))
    assert not is_dump("  [Recall Depth]\n")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "[Hengband 2.1.5 ",
            "[Hengband 9.9.9 ",
            "needs the tables of version 9.9.9; those up to 3.0.2 are known",
        ),
        ("[Hengband 2.1.5 ", "[Hengband x.y.z ", "needs a version of Hengband: 'x.y.z' is none"),
        (" Race     : Human ", " Race     : Wookie", "needs the tables of another game: 'Wookie' is no race"),
        (" Class    : Rogue ", " Class    : Jedi  ", "needs the tables of another game: 'Jedi' is no class"),
        ("Ordinary en21500", "Grumpy en21500", "needs the character screen with the personality"),
        ("Modification\n", "Nothing\n", "needs the stat table"),
    ],
)
def test_what_is_not_known_is_undecided_and_says_why(old: str, new: str, why: str) -> None:
    text = text_of(ENGLISH)
    assert old in text
    found = audit(text.replace(old, new))
    assert found.verdict is Verdict.UNDECIDED
    assert any(reason.startswith(why) for reason in found.reasons), found.reasons
    assert {f.rule for f in found.findings if f.severity is Severity.ERROR} <= {"C301"}


@given(st.integers(0, 160), st.sampled_from([ENGLISH, JAPANESE, DEAD]))
def test_a_dump_that_is_cut_is_never_accused(lines: int, path: Path) -> None:
    text = "\n".join(text_of(path).split("\n")[:lines])
    for found in audit_text(text, "dump.txt"):
        assert found.verdict not in (Verdict.TAMPERED, Verdict.MISMATCH), found.findings
        if lines < 40:
            assert found.verdict is not Verdict.MATCH


@given(st.data())
def test_whatever_is_damaged_there_is_no_traceback(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from([ENGLISH, JAPANESE, DEAD])).read_bytes())
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    for found in audit_text(decode(bytes(raw)).text, "dump.txt"):
        assert found.to_dict()["verdict"]


# --------------------------------------------------------------------- what players write

WRITTEN = [
    " 種族     : エルフ           身長            170cm   知能 : 18/***",
    "  [帰還場所]",
    "  [Recall Depth]",
    "    鉄獄        : 127 階",
    " 何か不正なことをしてしまっています。",
    " You have done something illegal.",
    "...You were killed by Morgoth in Angband.",
    "…あなたは勝利の後引退した。",
    "レベル             50",
    "  Level             50",
    "(キャラクターの生い立ち)",
    "(Character Background)",
    "能力修正",
    "Modification",
    "[b]red[/b]",
    "\x1b[31mred",
    "=HYPERLINK(1)",
    "-----screen shot-----",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_a_player_writes_is_no_fact(text: str) -> None:
    """In the history, in a message, in the name of a thing."""
    plain = text_of(DEAD)
    history = "          あなたは坑夫のドワーフの二人の子供のうちの一人です。あなた"
    assert history in plain
    written = plain.replace(history, f"          {text}"[:69])
    written = written.replace("(1d6) (+0,+0)", f"(1d6) (+0,+0) {{{text}}}")
    written = re.sub(r"^> .*$", lambda _: f"> {text}", written, count=1, flags=re.MULTILINE)
    mine, its = record_of(written), record_of(plain)
    for fact in facts_of("hengband"):
        if fact != "equipment":
            assert mine.value(fact) == its.value(fact), fact


def test_a_message_after_winning_is_no_section() -> None:
    message = "  [*Winning* Message]\n\n  [Recall Depth]\n\n    Angband         : level 127\n\n"
    text = text_of(ENGLISH).replace("  [Option Settings]\n", f"{message}  [Option Settings]\n")
    record = record_of(text)
    assert not record.has("max_depth")
    assert not record.flaws
    assert {found.rule for found in audit(text).findings} == {"C313"}, "the hero lives"


def test_a_winner_cannot_hide_the_mark_of_a_cheat() -> None:
    text = text_of(SAMPLES / "en215_wiz0_r13_c23_p06_exp14175000.txt")
    hidden = text.replace(
        "  [Option Settings]\n", "  [*Winning* Message]\n\n  [Option Settings]\n\n\n  [Option Settings]\n"
    )
    assert {found.rule for found in audit(hidden).findings} == {"C313", "E301"}
    twice = text.replace("  [Option Settings]\n", "  [Option Settings]\n\n\n  [Option Settings]\n")
    found = audit(twice)
    assert found.verdict is Verdict.UNDECIDED
    assert any(reason.startswith("needs one section of options") for reason in found.reasons)


@pytest.mark.parametrize("name", ["のの", "", " ", "Ordinary", "18/100", "[x]", "…", "種族 : 人間"])
def test_any_name_is_a_name(name: str) -> None:
    record = record_of(text_of(DEAD).replace("きれもののdeadA", f"きれものの{name}"))
    assert record.value("personality") == "Shrewd"
    assert (record.value("player") or "").strip() == name.strip()
    assert record.value("race") == "ドワーフ"


def test_many_titles_cost_little_and_are_told_once() -> None:
    record = record_of(text_of(ENGLISH) + "  [Museum]\n" * 20_000)
    assert len([flaw for flaw in record.flaws if flaw.rule == "F305"]) == 1


@pytest.mark.parametrize("value", ["99", "0", "2", "18/00", "18/300"])
def test_a_value_that_is_none_is_told_and_ends_nothing(value: str) -> None:
    found = audit(text_of(ENGLISH).replace("STR :      18\n", f"STR : {value:>7}\n"))
    assert found.verdict is Verdict.UNDECIDED
    assert [finding.rule for finding in found.findings] == ["F301"]


@pytest.mark.parametrize("value", ["18/00", "18/220", "18/999"])
def test_a_cap_that_is_none_is_told(value: str) -> None:
    text = text_of(SAMPLES / "en215_wiz0_r13_c23_p06_exp14175000.txt").replace(
        "STR :  18/80\n", f"STR :  {value}\n"
    )
    assert "B312" in {finding.rule for finding in audit(text).findings}


def test_line_ends_of_an_old_mac_are_line_ends() -> None:
    assert audit(text_of(ENGLISH).replace("\n", "\r")).verdict is Verdict.MATCH


RICH = "\n".join(
    [
        text_of(TITAN).partition("  [Recall Depth]")[0] + "  [Recall Depth]",
        "",
        "    Dragon's lair   : level  60",
        "",
        "  [Quest Information]",
        "",
        "  [Defeated Monsters]",
        "",
        "You have defeated 40 enemies including 2 unique monsters in total.",
        "",
        "< Unique monsters top 2 >",
        "  Bullroarer the Hobbit                    (level  10)",
        "  Fang, Farmer Maggot's dog                (level   5)",
        "",
        "  [HP-rate" + text_of(TITAN).partition("  [HP-rate")[2],
    ]
)


def test_a_rich_dump_holds() -> None:
    assert audit(RICH).verdict is Verdict.INELIGIBLE
    assert {finding.rule for finding in audit(RICH).findings} == {"E301"}


def test_a_dump_that_is_cut_anywhere_proves_nothing() -> None:
    for size in range(100, len(RICH)):
        for found in audit_text(RICH[:size], "dump.txt"):
            proofs = [finding for finding in found.findings if finding.severity is Severity.ERROR]
            assert not proofs, (size, RICH[:size][-40:], proofs)


def test_a_list_with_a_damaged_row_is_not_counted() -> None:
    assert {f.rule for f in audit(RICH.replace("(level  10)", "(le#el  10)")).findings} == {"E301"}


def test_a_label_stands_at_the_edge_of_a_column() -> None:
    for text in ("Age 40", " Age 40", "  Age 40", "Height 7  Age 40", "xAge 7\nAge 40", "x Age 7\n Age 40"):
        found = grammar.find(grammar.AGE, text)
        assert found is not None
        assert found["value"] == "40", text
    for text in ("xAge 40", "x Age 40", "\nx Age 40", "Height 7 Age 40"):
        assert grammar.find(grammar.AGE, text) is None, text


def test_the_words_of_a_label_begin_as_they_are_looked_for() -> None:
    labels = [label for label in vars(grammar).values() if isinstance(label, grammar.Label)]
    labels += [label for _, label in grammar.SKILLS]
    assert labels
    for label in labels:
        # A letter that may be missing is, and of a choice each is there.
        for words in re.sub(r"\w\?", "", label.words.pattern.replace("\\", "")).split("|"):
            assert words.startswith(label.beginnings), label


def errors_of(text: str) -> set[str]:
    return {
        f.rule
        for found in audit_text(text, "dump.txt")
        for f in found.findings
        if f.severity is Severity.ERROR
    }


def test_a_screen_that_was_cut_lacks_no_skill() -> None:
    text = text_of(SAMPLES / "jp302_birth_r37_c14_p12_s1.txt")
    rows = text.split("\n")
    digging = next(at for at, row in enumerate(rows) if "掘削" in row)
    assert errors_of("\n".join(rows[:digging]) + "\n") == set()
    # Lines can be wrapped or cut at their ends: that a row lacks something is no proof.
    without = "\n".join([*rows[:digging], rows[digging].partition("掘削")[0], *rows[digging + 1 :]])
    assert errors_of(without) == set()
    assert "B321" in {found.rule for found in audit(without).findings}


def test_an_illusion_may_have_been_cut_off() -> None:
    text = text_of(ENGLISH).replace("CHR :      12\n", "CHR :      10\n")
    section = "\n  [Mutations]\n\n You are masked with illusion.\n\n\n  [Character Equipment]"
    masked = text.replace("\n  [Character Equipment]", section)
    assert errors_of(masked) == set()
    assert errors_of(masked.partition("  [Mutations]")[0]) == set()
    # So much gives an illusion of which the section was left out; another charisma it never gives.
    assert errors_of(text) == set()
    assert errors_of(text.replace("CHR :      10\n", "CHR :      11\n")) == {"B305"}


def test_another_life_may_have_been_cut_off() -> None:
    # Who becomes an Android later has the factor of the class, too.
    text = text_of(ENGLISH).replace(": Human  ", ": Android")
    assert "B307" in errors_of(text.replace("Exp to Adv         12", "Exp to Adv         50"))
    changed = text.replace("Exp to Adv         12", "Exp to Adv         45")
    assert "B307" in errors_of(changed)
    assert "B307" not in errors_of(changed.partition("  [Character Equipment]")[0])


def test_without_all_options_nothing_tells_of_cheating() -> None:
    text = text_of(SAMPLES / "en215_wiz0_r13_c23_p06_exp14175000.txt")
    for cut in (
        text.partition(" You have done something illegal.")[0],
        text.partition("  [Option Settings]")[0],
        text.partition("  [Option Settings]")[0] + "  [Recall Depth]" + text.partition("  [Recall Depth]")[2],
    ):
        found = audit(cut)
        assert found.verdict is Verdict.UNDECIDED
        assert any("section of options" in reason for reason in found.reasons)


def test_two_long_realms_leave_one_blank_before_the_next_column() -> None:
    record = record_of(
        text_of(ENGLISH).replace("Magic    : Sorcery          Social", "Magic    : Sorcery, Crusade Social")
    )
    assert record.value("realms") == "Sorcery, Crusade"
    assert record.value("social_class") == record_of(text_of(ENGLISH)).value("social_class")
