"""The line grammars of a Hengband dump, Japanese and English: one wide token for each kind of line.

The dump is a picture of the character's screens, so a label is found by its words and what
stands beside it by its columns; behind the screens follow sections of text. Neighbouring
parts of a pattern never match the same character: the time to refuse a line grows with its
length.
"""

from __future__ import annotations

import re

import pyparsing as pp

__all__ = ["LONGEST_LINE", "Label", "find", "read"]

LONGEST_LINE = 2048
"""Characters; a longer line is no line of a dump and no pattern sees it."""

Match = re.Match[str]


def read(grammar: pp.Regex, line: str) -> Match | None:
    """Match a whole line, or ``None`` if it is not of this kind or too long to be one."""
    if len(line) > LONGEST_LINE:
        return None
    match: Match | None = grammar.re.match(line)
    return match


class Label(pp.Regex):
    """A label of the character screen and its value.

    Attributes:
        words: the words of the label alone.
        beginnings: how each of the words begins.
    """

    words: re.Pattern[str]
    beginnings: tuple[str, ...]


def find(grammar: Label, text: str) -> Match | None:
    """The first place of some lines where a label stands at the edge of a column.

    The label's words are found fast: most of a screen are blanks. A value is read only at an edge: a line
    of labels that stand elsewhere, each with all that follows as its value, takes no longer than any other.
    """
    # Each of many labels is looked for in one language, and a plain text is found faster than a pattern.
    places = [at for beginning in grammar.beginnings if (at := text.find(beginning)) >= 0]
    if not places:
        return None
    for label in grammar.words.finditer(text, min(places)):
        if _is_at_edge(text, label.start()):
            match: Match | None = grammar.re.match(text, label.start())
            if match is not None:
                return match
    return None


def _is_at_edge(text: str, at: int) -> bool:
    """Whether a line begins there, or one blank before, or two blanks stand before it."""
    return text[max(at - 2, 0) : at] in _EDGES or text[at - 1] == "\n"


_EDGES = ("", " ", "  ", "\n ", "\n")


def _line(pattern: str, example: str) -> pp.Regex:
    # The game prints the digits 0 to 9; those of other scripts are somebody's text.
    token = pp.Regex(pattern, flags=re.ASCII)
    token.set_name(example)
    return token


# Up to a letter or blank that may be there or not, a group, or something escaped.
_BEGINNING = re.compile(r"(?:^|\|)((?:[^*?()\\|](?![*?]))+)")


def _label(japanese: str, english: str, value: str) -> Label:
    token = Label(rf"(?:{japanese}|{english}) *{value}", flags=re.ASCII)
    token.words = re.compile(rf"{japanese}|{english}", re.ASCII)
    token.beginnings = tuple(_BEGINNING.findall(token.words.pattern))
    token.set_name(f"{english} ...")
    return token


TITLE = _line(
    r"\ufeff? {0,4}\[(?P<game>変愚蛮怒|Hengband) (?P<version>[^\[\]\s]{1,40})"
    r" (?:キャラクタ情報|Character Dump)\] *$",
    "  [Hengband 2.1.5 Character Dump]",
)

# ------------------------------------------------------------------------ character screen

NAME = _line(
    r" *(?:(?P<japanese>名前 *:)|(?P<english>Name *:)) ?(?P<rest>(?:[^\n]*[^\n ])?) *$",
    "Name  : Ordinary Sapling",
)

_TEXT = r"(?P<value>\S(?:[^\n ]| (?! ))*)"
_NUMBER = r"(?P<value>-?\d{1,10})(?!\d)"
_NUMBER_OR_STARS = r"(?P<value>\d{1,10}|\*{1,9})(?![\d*])"
_PAIR = r"(?P<value>-?\d{1,6})/ *(?P<most>-?\d{1,6})(?!\d)"

SEX = _label("性別 *:", "Sex *:", _TEXT)
RACE = _label("種族 *:", "Race *:", _TEXT)
CLASS = _label("職業 *:", "Class *:", _TEXT)
MAGIC = _label("魔法 *:", "Magic *:", r"(?P<value>[^\s,]+(?:, [^\s,]+)?)")
PATRON = _label("守護魔神 *:", "Patron *:", _TEXT)
AGE = _label("年齢", "Age", _NUMBER)
HEIGHT = _label("身長", "Height", _NUMBER)
WEIGHT = _label("体重", "Weight", _NUMBER)
SOCIAL_CLASS = _label("社会的地位", "Social Class", _NUMBER)
# The longest names of two realms leave one blank before the next column.
CROWDED_SOCIAL_CLASS = _label(
    "魔法 *:", "Magic *:", rf"[^\s,]{{1,16}}, [^\s,]{{1,16}} (?:社会的地位|Social Class) *{_NUMBER}"
)
ALIGNMENT = _label("属性", "Align", _TEXT)
HIT_POINTS = _label("ＨＰ", "Hit points?", _PAIR)
MANA = _label("ＭＰ", r"SP \(Mana\)", _PAIR)
LEVEL = _label("レベル", "Level", _NUMBER)
EXPERIENCE = _label("経験値|強化度", "Experience|Construction", _NUMBER_OR_STARS)
MOST_EXPERIENCE = _label("最大経験", "Max Exp", _NUMBER_OR_STARS)
NEXT_LEVEL = _label("次レベル", "Exp to Adv|Const to Adv", _NUMBER_OR_STARS)
GOLD = _label("所持金", "Gold", _NUMBER)
ARMOUR = _label("ＡＣ", "AC", r"\[(?P<value>-?\d{1,4}),(?P<bonus>[+-]\d{1,4})\]")
SPEED = _label("加速", "Speed", _TEXT)
DAY = _label(
    "日付", "Time", r"(?:Day )?(?P<day>\d{1,7}|\*{1,9})(?:日目)? *(?P<hour>\d{1,2}):(?P<minute>\d\d)"
)
PLAY_TIME = _label("プレイ時間", "Play time", r"(?P<hours>\d{1,6}):(?P<minutes>[0-5]\d):(?P<seconds>[0-5]\d)")
SKILLS = (
    ("fighting", _label("打撃(?:命中|攻撃)", "Fighting", f": *{_TEXT}")),
    ("shooting", _label("射撃(?:命中|攻撃)", "Bows/Throw", f": *{_TEXT}")),
    ("saving_throw", _label("魔法防御", "SavingThrow", f": *{_TEXT}")),
    ("stealth", _label("隠密行動", "Stealth", f": *{_TEXT}")),
    ("perception", _label("知覚", "Perception", f": *{_TEXT}")),
    ("searching", _label("探索", "Searching", f": *{_TEXT}")),
    ("disarming", _label("解除", "Disarming", f": *{_TEXT}")),
    ("magic_device", _label("魔法道具", "MagicDevice", f": *{_TEXT}")),
    ("digging", _label("掘削", "Digging", f": *{_TEXT}")),
)

_VALUE = r"(?:18/\*\*\*|18/\d{2,3}|\d{1,2})"
_STAT_NAMES = r"(?P<stat>腕力|知能|賢さ|器用|耐久|魅力|STR|INT|WIS|DEX|CON|CHR|Str|Int|Wis|Dex|Con|Chr)"
# Drained is a small x or a name in small letters; at the cap a ! stands in the place of the colon or blank.
_MARKS = r"(?P<marks>[x! ]{0,2}[:!])"

STAT = _line(
    rf"(?:[^\n]*  ){_STAT_NAMES}{_MARKS} *(?P<first>{_VALUE})(?: +(?P<second>{_VALUE}))? *$",
    "STR :      18",
)

BACKGROUND = _line(
    r" {10,40}\((?:キャラクターの生い立ち|Character Background)\) *$", "(Character Background)"
)

# ------------------------------------------------------------------------------ stat table

MODIFICATION = _line(r" {60,66}(?:能力修正|Modification) *$", "Modification")

STAT_ROW = _line(
    rf"(?P<left> [^\n]{{0,40}}?){_STAT_NAMES}{_MARKS} *(?P<base>{_VALUE})(?P<parts>[ \d-]{{12}})"
    rf" {{0,3}}(?P<actual> *{_VALUE})(?: +(?P<current>{_VALUE}))? +(?P<summary>[.0-9*s]{{13}}) *$",
    " Race  : Human         STR :     16  0  2  0  0     18         .............",
)

BESIDE = _line(
    r" (?P<label>性別|種族|職業|レベル|ＨＰ|ＭＰ|Sex|Race|Class|Level|Hits|Mana) *:"
    rf" *(?P<value>\S[^\n]{{0,30}}?)(?: *{_STAT_NAMES}{_MARKS}|  |$)",
    " Race  : Human",
)

# -------------------------------------------------------------------------------- the place

_PLACE = r"(?P<place>[^\n]{1,120}?)"
_KILLER = r"(?P<killer>[^\n]{1,300})"
_DIED = r"\.\.\.You (?:were killed by|died(?: by)?)"
SENTENCES = (
    (
        "alive",
        _line(
            r"…あなたは現在、 クエスト「(?P<quest>[^\n]{1,200})」を遂行中だ。$",
            "…あなたは現在、 クエスト「…」を遂行中だ。",
        ),
    ),
    (
        "alive",
        _line(
            rf"…あなたは現在、 {_PLACE} の (?P<depth>\d{{1,4}}) 階で探索している。$",
            "…の 1 階で探索している。",
        ),
    ),
    ("alive", _line(rf"…あなたは現在、 {_PLACE} にいる。$", "…あなたは現在、 辺境の地 にいる。")),
    ("won", _line(r"…あなたは、?勝利の後(?P<killer>引退した|切腹した)。$", "…あなたは勝利の後引退した。")),
    (
        "dead",
        _line(
            rf"…あなたは、クエスト「(?P<quest>[^\n]{{1,200}}?)」で{_KILLER}に(?:殺された|よって死んだ|死んだ)。$",
            "…あなたは、クエスト「…」で…に殺された。",
        ),
    ),
    (
        "dead",
        _line(
            rf"…あなたは、?{_PLACE}の *(?P<depth>\d{{1,4}}) *階で{_KILLER}に(?:殺された|死んだ)。$",
            "…あなたは、森の26階で…に殺された。",
        ),
    ),
    (
        "dead",
        _line(
            rf"…あなたは、?{_PLACE}で{_KILLER}に(?:殺された|死んだ)。$", "…あなたは辺境の地で…に殺された。"
        ),
    ),
    (
        "alive",
        _line(rf"\.\.\.Now, you are exploring level (?P<depth>\d{{1,4}}) of {_PLACE}\.$", "...Now, ..."),
    ),
    (
        "alive",
        _line(r"\.\.\.Now, you are in the quest '(?P<quest>[^\n]{1,200})'\.$", "...in the quest '...'."),
    ),
    ("alive", _line(rf"\.\.\.Now, you are in {_PLACE}\.$", "...Now, you are in Outpost.")),
    (
        "won",
        _line(
            r"\.\.\.You (?P<killer>retired from the adventure|did Seppuku|committed seppuku)"
            r" after (?:the )?winning\.$",
            "...You retired from the adventure after the winning.",
        ),
    ),
    (
        "dead",
        _line(
            rf"{_DIED} {_KILLER} in the quest '(?P<quest>[^\n]{{1,200}})'\.$",
            "...You were killed by ... in the quest '...'.",
        ),
    ),
    (
        "dead",
        _line(
            rf"{_DIED} {_KILLER} on level (?P<depth>\d{{1,4}}) of {_PLACE}\.$",
            "...You were killed by ... on level 1 of Angband.",
        ),
    ),
    (
        "dead",
        _line(
            rf"{_DIED} {_KILLER} in (?P<place>[^\n]{{1,120}})\.$",
            "...You were killed by Quitting in Outpost.",
        ),
    ),
)
"""How the place or the end of a hero is told: whether the hero lives, and the sentence."""

# -------------------------------------------------------------------------------- sections

SECTION = _line(r"  \[ ?(?P<title>[^\[\]\n\"]{1,60}?) ?\] *$", "  [Recall Depth]")

CHECKSUM = _line(
    r"  \[(?:チェックサム|Check Sum): \"(?P<sum>[0-9a-f]{1,64})\"\] *$", '  [Check Sum: "244199e45c55"]'
)

OPTION = _line(r" (?P<option>\S[^\n:]{0,60}?)(?<! ) *: +(?P<value>[A-Z]{2,10}) *$", " Preserve Mode:      ON")

CHEATED = _line(
    r" (?:何か不正なことをしてしま(?:ってい|って)ます。|You have done something illegal\.) *$",
    " You have done something illegal.",
)

RECALL = _line(
    r" {3}(?P<mark>[! ])(?P<dungeon>\S[^\n:]{0,40}?)(?<! ) *: +"
    r"(?:(?P<depth>\d{1,4}) 階|level +(?P<level>\d{1,4})) *$",
    "    Angband         : level   1",
)

QUEST = _line(
    r"  (?P<quest>\S[^\n]{0,100}?)(?<! ) *\((?:(?:危険度:|Danger +level:) *(?P<danger>\d{1,4})(?:階相当)?|"
    r" *(?P<floor>\d{1,4}) *階|(?:Dungeon level: *|Level *)(?P<level>\d{1,4}))\)"
    # The dash before the time is not the one before the level, which may be missing.
    r" *+(?:-(?! *\d))? *+(?P<end>(?:レベル|Level|level) *(?P<at>\d{1,3})|不戦勝|Unearned)?"
    r"(?:(?(end) |(?<= ))- *(?P<hours>\d{1,6}):(?P<minutes>\d\d):(?P<seconds>\d\d))? *$",
    "  盗賊の隠れ家                        (危険度:  5階相当) - レベル24 - 40:27:38",
)

QUESTS = _line(
    r"(?:(?P<done>《達成したクエスト》|< Completed Quest >)"
    r"|(?P<failed>《失敗したクエスト》|< Failed Quest >)) *$",
    "< Completed Quest >",
)

ARENA = _line(
    r" (?:闘技場|Arena): +(?:(?P<wins>\d{1,3})(?:勝| Victor(?:y|ies))|"
    r"(?P<true>真のチャンピオン|True Champion)|"
    r"(?P<champion>チャンピオン|Champion)|(?P<fight>\d{1,3})回戦で[^\n]{1,100}の前に敗北|"
    r"(?P<lost>敗北|Defeated)|Defeated by [^\n]{1,100} in the (?P<nth>\d{1,3})(?:st|nd|rd|th) fight) *$",
    " Arena:  0 Victories",
)

KILLS = (
    _line(
        r"(?:まだ敵を倒していません。|You have defeated no enemies yet\.) *$",
        "You have defeated no enemies yet.",
    ),
    _line(
        r"(?P<uniques>\d{1,6})体のユニーク・モンスターを含む、"
        r"合計(?P<kills>\d{1,9})体の敵を倒しています。 *$",
        "1体のユニーク・モンスターを含む、合計12体の敵を倒しています。",
    ),
    _line(r"(?P<kills>\d{1,9})体の敵を倒しています。 *$", "12体の敵を倒しています。"),
    _line(
        r"You have defeated (?P<kills>\d{1,9}) enem(?:y|ies)"
        r"(?: including (?P<uniques>\d{1,6}) unique monsters? in total)?\. *$",
        "You have defeated 12 enemies including 1 unique monster in total.",
    ),
)

UNIQUES = _line(
    r"(?:《上位(?P<listed>\d{1,3})体のユニーク・モンスター(?:》)?"
    r"|< Unique monsters top (?P<top>\d{1,3}) >) *$",
    "< Unique monsters top 1 >",
)

UNIQUE = _line(
    r"  (?P<unique>\S[^\n]{0,200}?)(?<! ) *\((?:レベル|[Ll]evel) *(?P<level>\d{1,3})\)"
    r"(?: - *(?:レベル|[Ll]evel) *(?P<at>\d{1,3}))?"
    r"(?: - *(?P<hours>\d{1,6}):(?P<minutes>\d\d):(?P<seconds>\d\d))? *$",
    "  『ボーシン』                             (レベル  6) - レベル14 - 12:47:09",
)

LIFE_RATING = _line(
    r"(?:現在の体力ランク : |Your current Life Rating is )(?:(?P<rating>-?\d{1,5})/100|\?\?\?)\.? *$",
    "Your current Life Rating is 100/100.",
)

CAP = _line(rf"{_STAT_NAMES} *: +(?:(?P<cap>18/\d{{2,3}})|\?\?\?) *$", "STR :  18/100")

VIRTUE = _line(
    r"(?:\[(?P<virtue>.)\]の(?P<grade>[^\n (]{1,20})(?: *\((?P<points>-?\d{1,4})\))?"
    r"|You (?:are|have) (?P<said>[^\n]{1,80}+))"
    r"\.? *$",
    "You are neutral to Honour.",
)

BORN = _line(
    r" ?(?:あなたは(?P<born>[^\n]{1,40})として生まれた。|あなたはかつて(?P<was>[^\n魔]{1,40})だった。"
    r"|You were born as (?:an? )?(?P<born_as>[^\n]{1,40})\."
    r"|You were (?:an? )?(?P<was_a>[^\n]{1,40}) before\.) *$",
    " You were born as Human.",
)

ITEM = _line(r"(?P<slot>[a-z])\) (?P<item>(?:[^\n]{0,399}[^\n ])?) *$", "a) a Dagger (1d4) (+0,+0)")

# ------------------------------------------------------------------------------ score server

UPLOAD_FIELD = _line(
    r"(?P<key>[a-z][a-z0-9_]{0,20}): ?(?P<value>(?:[^\n]{0,299}[^\n ])?) *$", "score: 1005000"
)

UPLOAD_MARK = _line(r"-----chara?cter dump----- *$", "-----charcter dump-----")

UPLOAD_END = _line(r"-----screen shot----- *$", "-----screen shot-----")
