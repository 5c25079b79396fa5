"""The words of Hengband's screens in both languages, for the dumps that are invented."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DUNGEONS", "ENGLISH", "JAPANESE", "MUTATIONS", "QUESTS", "REALMS", "UNIQUES", "Words"]

STATS_JAPANESE = ("腕力", "知能", "賢さ", "器用", "耐久", "魅力")
STATS_ENGLISH = ("STR", "INT", "WIS", "DEX", "CON", "CHR")


@dataclass(frozen=True)
class Words:
    """What a language calls things.

    Attributes:
        title: of the dump, with a place for the version.
        left, middle, right: the labels of the character screen's columns.
        stats: the six stats.
        grades: of a skill, from the worst.
        sections: the titles; those of one class by its name.
        options: of birth: its name, and what it is called.
        towns, killers, virtues, alignments, patrons: examples.
    """

    title: str
    name: str
    left: tuple[str, ...]
    middle: dict[str, str]
    right: tuple[str, ...]
    stats: tuple[str, ...]
    grades: tuple[str, ...]
    background: str
    history: tuple[str, ...]
    modification: str
    heading: str
    beside: tuple[str, ...]
    sections: dict[str, str]
    options: dict[str, str]
    cheated: str
    sexes: dict[str, str]
    towns: tuple[str, ...]
    killers: tuple[str, ...]
    virtues: tuple[str, ...]
    alignments: tuple[str, ...]
    patrons: tuple[str, ...]
    checksum: str
    items: tuple[str, ...]
    nothing: str


JAPANESE = Words(
    title="  [変愚蛮怒 {} キャラクタ情報]",
    name="名前  : ",
    left=("性別     : ", "種族     : ", "職業     : ", "魔法     : ", "守護魔神 : "),
    middle={
        "age": "年齢",
        "height": "身長",
        "weight": "体重",
        "social_class": "社会的地位",
        "alignment": "属性",
        "hp": "ＨＰ",
        "mp": "ＭＰ",
        "level": "レベル",
        "exp": "経験値",
        "construction": "強化度",
        "max_exp": "最大経験",
        "next_exp": "次レベル",
        "gold": "所持金",
        "day": "日付",
        "played": "プレイ時間",
    },
    right=(
        "打撃命中",
        "射撃命中",
        "魔法防御",
        "隠密行動",
        "知覚",
        "探索",
        "解除",
        "魔法道具",
        "掘削",
        "赤外線視力",
    ),
    stats=STATS_JAPANESE,
    grades=("最低", "悪い", "劣る", "普通", "良い", "大変良い", "卓越", "超越", "英雄的", "伝説的"),
    background="(キャラクターの生い立ち)",
    history=(
        "あなたは坑夫の二人の子供のうちの一人です。あなたは家族に大",
        "切にされています。あなたは深いブラウンの瞳を持っています。",
    ),
    modification="能力修正",
    heading="能力    基本 種 職 性 装   合計   現在  abcdefghijkl@",
    beside=("性別  : ", "種族  : ", "職業  : ", "レベル: ", "ＨＰ  : ", "ＭＰ  : "),
    sections={
        "messages": "死ぬ直前のメッセージ",
        "winning": "*勝利*メッセージ",
        "options": "オプション設定",
        "recall": "帰還場所",
        "quests": "クエスト情報",
        "kills": "倒したモンスター",
        "self": "自分に関する情報",
        "virtues": "プレイヤーの徳",
        "miscellaneous": "その他の情報",
        "mutations": "突然変異",
        "Blue-Mage": "学習済みの青魔法",
        "Magic-Eater": "取り込んだ魔法道具",
        "Weaponsmith": "手に入れたエッセンス",
        "equipment": "キャラクタの装備",
        "inventory": "キャラクタの持ち物",
        "home": "我が家のアイテム",
        "museum": "博物館のアイテム",
    },
    options={
        "preserve": "保存モード",
        "small_levels": "小さいダンジョン",
        "vanilla_town": "元祖の町のみ",
        "lite_town": "小規模な町",
        "ironman_shops": "店なし",
        "ironman_downward": "階段を上がれない",
        "ironman_rooms": "普通でない部屋",
        "ironman_nightmare": "悪夢モード",
        "arena_levels": "アリーナ",
    },
    cheated=" 何か不正なことをしてしまっています。",
    sexes={"female": "女性", "male": "男性"},
    towns=("辺境の地", "テルモラ", "モリバント", "アングウィル", "ズル"),
    killers=(
        "スライム",
        "『茨の塚』の番人",
        "狼の群れ",
        "毒",
        "アングバンド銀行",
        "オークの王『ゴルフィンブル』",
    ),
    virtues=tuple("情誉正犠識誠啓秘運然調活死忍節勤勇個"),
    alignments=("大善", "中善", "小善", "中立", "小悪", "中悪", "大悪"),
    patrons=("スローター", "マベロード", "チャードロス"),
    checksum="チェックサム",
    items=(
        "短刀 (1d4) (+0,+0)",
        "軟革よろい [4,+0] {=名}",
        "5つの 食料",
        "スピードの薬",
        "松明(2000ターンの寿命)",
    ),
    nothing="(なし)",
)

ENGLISH = Words(
    title="  [Hengband {} Character Dump]",
    name="Name  : ",
    left=("Sex      : ", "Race     : ", "Class    : ", "Magic    : ", "Patron   : "),
    middle={
        "age": "Age",
        "height": "Height",
        "weight": "Weight",
        "social_class": "Social Class",
        "alignment": "Align",
        "hp": "Hit point",
        "mp": "SP (Mana)",
        "level": "Level",
        "exp": "Experience",
        "construction": "Construction",
        "max_exp": "Max Exp",
        "next_exp": "Exp to Adv",
        "next_construction": "Const to Adv",
        "gold": "Gold",
        "day": "Time",
        "played": "Play time",
    },
    right=(
        "Fighting",
        "Bows/Throw",
        "SavingThrow",
        "Stealth",
        "Perception",
        "Searching",
        "Disarming",
        "MagicDevice",
        "Digging",
        "Infra-Vision",
    ),
    stats=STATS_ENGLISH,
    grades=(
        "Very Bad",
        "Bad",
        "Poor",
        "Fair",
        "Good",
        "Very Good",
        "Excellent",
        "Superb",
        "Heroic",
        "Legendary",
    ),
    background="(Character Background)",
    history=("You are one of several children of a Serf.  You are the black", "sheep of the family."),
    modification="Modification",
    heading="Stat    BaseRacClaPerMod ActualCurrent  abcdefghijkl@",
    beside=("Sex   : ", "Race  : ", "Class : ", "Level : ", "Hits  : ", "Mana  : "),
    sections={
        "messages": "Last Messages",
        "winning": "*Winning* Message",
        "options": "Option Settings",
        "recall": "Recall Depth",
        "quests": "Quest Information",
        "kills": "Defeated Monsters",
        "self": "HP-rate & Max stat & Virtues",
        "virtues": "Virtues",
        "miscellaneous": "Miscellaneous information",
        "mutations": "Mutations",
        "Blue-Mage": "Learned Blue Magic",
        "Magic-Eater": "Magic devices eaten",
        "Weaponsmith": "Get Essence",
        "equipment": "Character Equipment",
        "inventory": "Character Inventory",
        "home": "Home Inventory",
        "museum": "Museum",
    },
    options={
        "preserve": "Preserve Mode",
        "small_levels": "Small Levels",
        "vanilla_town": "Vanilla Town",
        "lite_town": "Lite Town",
        "ironman_shops": "No Shops",
        "ironman_downward": "Diving Only",
        "ironman_rooms": "Unusual Rooms",
        "ironman_nightmare": "Nightmare Mode",
        "arena_levels": "Arena Levels",
    },
    cheated=" You have done something illegal.",
    sexes={"female": "Female", "male": "Male"},
    towns=("Outpost", "Telmora", "Morivant", "Angwil", "Zul"),
    killers=(
        "a Slime",
        "Grip, Farmer Maggot's Dog",
        "a pack of wolves",
        "poison",
        "starvation",
        "Fang, the dog",
    ),
    virtues=(
        "Compassion",
        "Honour",
        "Justice",
        "Sacrifice",
        "Knowledge",
        "Faith",
        "Enlightenment",
        "Mysticism",
        "Chance",
        "Nature",
        "Harmony",
        "Vitality",
        "Unlife",
        "Patience",
        "Temperance",
        "Diligence",
        "Valour",
        "Individualism",
    ),
    alignments=("Lawful", "Good", "Neutral Good", "Neutral", "Neutral Evil", "Evil", "Chaotic"),
    patrons=("Slortar", "Mabelode", "Chardros"),
    checksum="Check Sum",
    items=(
        "a Dagger (1d4) (+0,+0)",
        "Soft Leather Armor [4,+0] {@w1}",
        "5 Rations of Food",
        "a Potion of Speed",
    ),
    nothing="(nothing)",
)

DUNGEONS = (
    ("鉄獄", "Angband", 1, 127),
    ("イークの洞穴", "Yeek cave", 1, 13),
    ("オークの洞窟", "Orc cave", 10, 23),
    ("迷宮", "Labyrinth", 10, 18),
    ("竜の住みか", "Dragon's lair", 60, 72),
    ("森", "Forest", 15, 32),
    ("地獄", "Hell", 666, 696),
    ("城", "Castle", 20, 65),
    ("ルルイエ", "R'lyeh", 80, 96),
    ("山", "Mountain", 25, 50),
)
"""With first and last level."""

REALMS = (
    ("生命", "Life"),
    ("仙術", "Sorcery"),
    ("自然", "Nature"),
    ("カオス", "Chaos"),
    ("暗黒", "Death"),
    ("トランプ", "Trump"),
    ("秘術", "Arcane"),
    ("悪魔", "Daemon"),
    ("匠", "Craft"),
    ("破邪", "Crusade"),
    ("歌", "Music"),
    ("武芸", "Kendo"),
    ("呪術", "Hex"),
)

QUESTS = (
    ("盗賊の隠れ家", "Thieves' Hideout", 5),
    ("下水道", "The Sewer", 15),
    ("ヘンな城", "The Odd Castle", 45),
    ("オベロン", "Oberon, King of Amber", 99),
)

UNIQUES = (
    ("混沌のサーペント", "The Serpent of Chaos", 100),
    ("『オベロン』", "Oberon, King of Amber", 99),
    ("『ボーシン』", "Bullroarer the Hobbit", 10),
    ("『ウォーグル』", "Wormtongue, Agent of Saruman", 28),
    ("『ラグドゥフ』", "Lagduf, the Snaga", 10),
    ("『グリップ』", "Grip, Farmer Maggot's Dog", 2),
    ("『ファング』", "Fang, Farmer Maggot's Dog", 5),
    ("『グラゴル』", "Glaurung, Father of the Dragons", 85),
    ("『アウレ』", "Azog, King of the Uruk-Hai", 23),
    ("『シャグラト』", "Shagrat, the Orc Captain", 19),
    ("『ゴルバグ』", "Gorbag, the Orc Captain", 18),
    ("『ボルグ』", "Bolg, Son of Azog", 20),
)

MUTATIONS = (
    ("あなたは超人的に強い。", "You are superhumanly strong.", {0: 4}),
    ("あなたは虚弱だ。", "You are puny.", {0: -4}),
    ("あなたは生体コンピュータだ。", "Your brain is a living computer.", {1: 4, 2: 4}),
    ("あなたは精神薄弱だ。", "You are moronic.", {1: -4, 2: -4}),
    ("あなたは弾力性に富んでいる。", "You are very resilient.", {4: 4}),
    ("あなたは極端に太っている。", "You are extremely fat.", {4: 2}),
    ("あなたは声がキーキー声だ。", "Your voice is a silly squeak.", {5: -4}),
    ("あなたは体がとてもしなやかだ。", "Your body is very limber.", {3: 3}),
    ("あなたは幻影に覆われている。", "Your appearance is masked with illusion.", {}),
)
"""With what they add to which stats; the last one hides the charisma."""
