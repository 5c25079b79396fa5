"""Dumps of Hengband, written from invented heroes as the game writes them, and what a reader must find."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from fuzz.hengband_heroes import Hero, Stat, heroes, shown
from fuzz.hengband_tables import DUNGEONS, ENGLISH, JAPANESE, MUTATIONS, QUESTS, REALMS, UNIQUES, Words
from fuzz.invariants import Sample

__all__ = ["dump_of", "facts_of", "samples"]


def samples() -> st.SearchStrategy[Sample]:
    """Dumps as files, in the encodings that the builds write and that servers keep."""
    encodings = st.sampled_from(("utf-8", "euc_jp", "cp932"))
    return st.builds(
        lambda hero, encoding: Sample("Sapling.txt", dump_of(hero).encode(encoding)),
        heroes(claimed=None),
        encodings,
    )


def words_of(hero: Hero) -> Words:
    """The words of the build's language."""
    return ENGLISH if hero.english else JAPANESE


# --------------------------------------------------------------------------------- columns


def width(text: str) -> int:
    """The columns of a text on the screen: two for a kana or kanji."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def padded(text: str, columns: int) -> str:
    """A text with blanks behind it."""
    return text + " " * (columns - width(text))


def _row(*parts: tuple[int, str]) -> str:
    line = ""
    for column, text in parts:
        if text:
            line = padded(line, column) + text
    return line.rstrip()


def _valued(label: str, value: str) -> str:
    return label + " " * (21 - width(label) - width(value)) + value


# ---------------------------------------------------------------------------- whole dumps


def dump_of(hero: Hero) -> str:
    """The text of a dump."""
    words = words_of(hero)
    lines = [words.title.format(hero.era.version), ""]
    lines += [*_screen(hero, words), "", "", *_story(hero, words), "", *_table(hero, words)]
    lines += ["", "", *_sections(hero, words)]
    if hero.era.checksum:
        lines += ["", f'  [{words.checksum}: "{hero.checksum}"]', ""]
    text = "\n".join([*lines, ""])
    if hero.claim is None:
        return text
    head = [f"{key}: {value}" for key, value in hero.claim.items()]
    return "\n".join([*head, "-----charcter dump-----", text])


def _title_and_name(hero: Hero) -> str:
    if hero.english:
        return f"{hero.personality.english} {hero.name}"
    return hero.personality.japanese + ("の" if hero.personality.joined else "") + hero.name


def race_shown(hero: Hero) -> str:
    """The race as printed: a form hides it."""
    body = hero.form or hero.race
    return hero.said(body.japanese, body.english)


def _class_shown(hero: Hero) -> str:
    return hero.said(hero.profession.japanese, hero.profession.english)


def _realms_shown(hero: Hero) -> str:
    return ", ".join(REALMS[each][hero.english] for each in hero.realms)


def _screen(hero: Hero, words: Words) -> Iterator[str]:
    """The character screen: name and 20 rows."""
    yield " " * 26 + words.name + _title_and_name(hero)
    yield ""
    left = [
        words.sexes[hero.sex],
        race_shown(hero),
        _class_shown(hero),
        _realms_shown(hero),
        words.patrons[hero.patron] if hero.patron is not None else "",
        "",
    ]
    middle = _middle(hero, words)
    for at, stat in enumerate(hero.stats):
        label = words.left[at] if at < 5 and left[at] else ""
        yield _row((1, label + left[at]), (29, middle[at]), (53, _stat_shown(hero, words, at, stat)))
    yield ""
    hands = _hands(hero)
    right = _skills(hero, words)
    for at in range(11):
        yield _row((1, hands[at]), (29, middle[6 + at]), (53, right[at]))


def _middle(hero: Hero, words: Words) -> list[str]:
    label, numbers = words.middle, hero.numbers
    units = ("", "", "") if hero.english else ("才", "cm", "kg")
    android = hero.is_android
    stars = android and not hero.era.at_least(1, 3)
    hit_points = "Hit points" if hero.english and hero.era.is_third else label["hp"]
    next_label = label.get("next_construction") if android and not stars else None
    return [
        _valued(label["age"], f"{numbers['age']}{units[0]}"),
        _valued(label["height"], f"{numbers['height']}{units[1]}"),
        _valued(label["weight"], f"{numbers['weight']}{units[2]}"),
        _valued(label["social_class"], f"{numbers['social_class']}{'' if hero.english else '  '}"),
        _valued(label["alignment"], _alignment_shown(hero, words)),
        "",
        _valued(hit_points, f"{hero.hp:4}/{hero.max_hp:4}"),
        _valued(label["mp"], f"{hero.mp:4}/{hero.max_mp:4}"),
        "",
        _valued(label["level"], str(hero.level)),
        _valued(
            label["construction" if android and not stars else "exp"], "*****" if stars else str(hero.exp)
        ),
        "" if android and not stars else _valued(label["max_exp"], "*****" if stars else str(hero.max_exp)),
        _valued(
            next_label or label["next_exp"], "*****" if stars or hero.next_exp is None else str(hero.next_exp)
        ),
        _valued(label["gold"], str(numbers["gold"])),
        "",
        _valued(label["day"], _clock(hero)),
        _valued(label["played"], _time(hero.duration_s, "02")),
    ]


def _alignment_shown(hero: Hero, words: Words) -> str:
    return words.alignments[hero.alignment] + ("(0)" if hero.era.is_third and not hero.english else "")


def _clock(hero: Hero) -> str:
    day, minute = hero.numbers["day"], hero.numbers["minute"]
    clock = f"{minute // 60:2}:{minute % 60:02}"
    return f"Day {day} {clock}" if hero.english else f"{day}日目 {clock}"


def _time(seconds: int, hours: str) -> str:
    return f"{seconds // 3600:{hours}}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _label(hero: Hero, words: Words, at: int, stat: Stat) -> str:
    name = words.stats[at]
    if hero.english:
        name = name.capitalize() if stat.drained else name
        return name + ("!:" if stat.capped else " :")
    return name + ("x" if stat.drained else " ") + ("!" if stat.capped else ":")


def _stat_shown(hero: Hero, words: Words, at: int, stat: Stat) -> str:
    text = f"{_label(hero, words, at, stat)} {shown(stat.current):>6}"
    return text + (f" {shown(stat.actual):>6}" if stat.drained else "")


def _hands(hero: Hero) -> list[str]:
    third = hero.era.is_third
    english = (
        "Barehanded" if third else "Bare hand",
        "Blows/Round",
        "AverageDmg/Rnd",
        "Shooting",
        "Multiplier",
    )
    japanese = ("打撃修正(格闘)", "打撃回数", "平均ダメージ", "射撃攻撃修正", "射撃武器倍率")
    hand, blows, damage, shooting, times = english if hero.english else japanese
    shots, armour, speed = ("Shots/Round", "AC", "Speed") if hero.english else ("射撃回数", "ＡＣ", "加速")
    numbers = hero.numbers
    values = [
        (hand, "(+19,+0)"),
        ("", ""),
        (blows, "1+0"),
        (damage, "3+0"),
        ("", ""),
        (shooting, "(-8,+0)"),
        (times, "x0.00"),
        (shots, "0.00"),
        ("", ""),
        (armour, f"[{numbers['armour']},{numbers['armour_bonus']:+d}]"),
        (speed, f"({numbers['speed']:+d})"),
    ]
    return [padded(label, 26 - width(value)) + value if label else "" for label, value in values]


_DIVISORS = (12, 12, 7, 1, 6, 6, 8, 6, 4)


def _grade(hero: Hero, words: Words, at: int) -> str:
    value = hero.skills[at]
    grade = value // _DIVISORS[at]
    limits = (0, 2, 3, 5, 6, 7, 9, 14, 18)
    word = words.grades[sum(grade >= limit for limit in limits)]
    if grade >= 18:
        word += f"[{(grade - 17) * 5 // 2}]"
    if grade >= 14 and not hero.era.at_least(1, 7):
        beyond = f"{hero.said('アンバー', 'Amber')} [{(grade - 17) * 5 // 2}]"
        word = beyond if grade >= 18 else hero.said("カオスランク", "Chaos Rank")
    # The screen ends at its right edge.
    return f"{value:3d}-{word}"[:13] if hero.era.is_third else word


def _skills(hero: Hero, words: Words) -> list[str]:
    names = list(words.right)
    if not hero.english and not hero.era.at_least(2, 1, 2):
        names[0], names[1] = "打撃攻撃", "射撃攻撃"
    if hero.english and hero.era.is_third:
        names[9] = "Infravision"
    said = [f"{padded(name, 10)}:{' ' if hero.english else ''}" for name in names]
    graded = [said[at] + _grade(hero, words, at) for at in range(9)]
    # One row is left free between what a fighter and what a thief needs.
    rows = [*graded[:4], "", *graded[4:8], "", said[9] + "0 feet"]
    rows[9] = graded[8] if hero.era.is_third else ""
    return rows


def skills_of(hero: Hero) -> tuple[str, ...]:
    """The skills as a reader tells them."""
    names = (
        "fighting",
        "shooting",
        "saving_throw",
        "stealth",
        "perception",
        "searching",
        "disarming",
        "magic_device",
        "digging",
    )
    words = words_of(hero)
    many = 9 if hero.era.is_third else 8
    return tuple(f"{name}: {_grade(hero, words, at).strip()}" for at, name in enumerate(names[:many]))


# ------------------------------------------------------------------------------- the place


def _where(hero: Hero) -> str:
    kind, _, number = hero.place[0].partition(" ")
    if kind == "dungeon":
        return DUNGEONS[int(number)][hero.english]
    return QUESTS[int(number)][hero.english] if kind == "quest" else words_of(hero).towns[int(number)]


def _killer(hero: Hero) -> str:
    if hero.end[0] == "quit":
        return hero.said("途中終了", "Quitting")
    return words_of(hero).killers[hero.numbers["age"] % 6]


def _sentence(hero: Hero) -> str:
    kind, place, depth = hero.place[0].partition(" ")[0], _where(hero), hero.place[1]
    ended = hero.end[0]
    if hero.english:
        if ended == "won":
            third = hero.era.is_third
            return f"...You {_way(hero)} after {'' if third else 'the '}winning."
        if ended == "alive":
            before = {
                "town": f"in {place}",
                "dungeon": f"exploring level {depth} of {place}",
                "quest": f"in the quest '{place}'",
            }
            return f"...Now, you are {before[kind]}."
        behind = {
            "town": f"in {place}",
            "dungeon": f"on level {depth} of {place}",
            "quest": f"in the quest '{place}'",
        }
        return f"...You were killed by {_killer(hero)} {behind[kind]}."
    if ended == "won":
        return f"…あなたは勝利の後{_way(hero)}。"
    if ended == "alive":
        return {
            "town": f"…あなたは現在、 {place} にいる。",
            "dungeon": f"…あなたは現在、 {place} の {depth} 階で探索している。",
            "quest": f"…あなたは現在、 クエスト「{place}」を遂行中だ。",
        }[kind]
    return {
        "town": f"…あなたは{place}で{_killer(hero)}に殺された。",
        "dungeon": f"…あなたは、{place}の{depth}階で{_killer(hero)}に殺された。",
        "quest": f"…あなたは、クエスト「{place}」で{_killer(hero)}に殺された。",
    }[kind]


def _way(hero: Hero) -> str:
    if hero.numbers["age"] % 2:
        return hero.said("引退した", "retired from the adventure")
    return hero.said("切腹した", "committed seppuku" if hero.era.is_third else "did Seppuku")


def _wrapped(text: str, english: bool) -> Iterator[str]:
    """Lines of less than 60 columns, broken at a blank, or in Japanese before any letter but one."""
    while width(text) > 59:
        end = max(at for at in range(len(text)) if width(text[:at]) <= 59)
        if english:
            end = text.rindex(" ", 0, end + 1)
        while not english and " " in text[end - 1 : end + 1]:
            end -= 1
        yield text[:end]
        text = text[end:].removeprefix(" ") if english else text[end:]
    yield text


def _story(hero: Hero, words: Words) -> Iterator[str]:
    yield " " * 25 + words.background
    for at in range(4):
        yield " " * 10 + words.history[at] if at < len(words.history) else ""
    yield ""
    for line in _wrapped(_sentence(hero), hero.english):
        yield " " * 10 + line
    yield ""


# ------------------------------------------------------------------------------ stat table


def _table(hero: Hero, words: Words) -> Iterator[str]:
    yield " " * 63 + words.modification
    shift = "  " if hero.english and "Alpha" in hero.era.version else ""
    beside = [
        words.sexes[hero.sex],
        race_shown(hero),
        _class_shown(hero),
        str(hero.level),
        f"{hero.hp}/{hero.max_hp}",
        f"{hero.mp}/{hero.max_mp}",
    ]
    rows = ["", *(_table_row(hero, words, at, stat, shift) for at, stat in enumerate(hero.stats))]
    heading = words.heading if not shift else words.heading.replace("Mod Actual", "Mod   Actual")
    for at, row in enumerate([heading, *rows[1:]]):
        yield _row((1, words.beside[at] + beside[at] if at < 6 else ""), (23, row))
    yield " " * 9 + "/      [                 /      [                     /      ["
    yield " " * 9 + "abcdefghijkl@            abcdefghijkl@                abcdefghijkl@"
    for _ in range(10):
        yield " Acid  : .............    Sound : .............    Speed     : ............+"


def _table_row(hero: Hero, words: Words, at: int, stat: Stat, shift: str) -> str:
    columns = "".join(f"{each:3d}" for each in stat.columns)
    text = f"{_label(hero, words, at, stat)}{shown(stat.base):>{12 - width(words.stats[at]) - 2}}{columns}"
    current = f" {shown(stat.current):>6}" if _has_current(stat) else ""
    text += f" {shift}{shown(stat.actual):>6}{current}"
    return padded(text, 40 + len(shift)) + stat.summary


def _has_current(stat: Stat) -> bool:
    return stat.current < stat.actual


# -------------------------------------------------------------------------------- sections


def _sections(hero: Hero, words: Words) -> Iterator[str]:
    kind, title = hero.era.sections, words.sections
    if hero.end[0] in ("dead", "quit"):
        yield from _section(title["messages"], ["> You die.", "> ", ">   [Option Settings]"])
    if hero.end[0] == "won" and hero.era.at_least(1, 7):
        yield from _section(title["winning"], ["  [Option Settings]"])
    if kind == "old":
        told = [
            *_recall(hero),
            "",
            *_options(hero, words),
            "",
            *_arena(hero),
            "",
            *_kills(hero),
            "",
            *_lives(hero),
        ]
        yield from _section(title["miscellaneous"], told)
        if hero.era.at_least(1, 3):
            yield from _section(title["quests"], list(_quests(hero)))
    else:
        yield from _section(title["options"], list(_options(hero, words)))
        yield from _section(title["recall"], list(_recall(hero)))
        yield from _section(title["quests"], [*_quests(hero), "", "", *_arena(hero)])
        yield from _section(title["kills"], list(_kills(hero)))
        if kind == "split":
            yield from _section(title["virtues"], list(_virtues(hero, words)))
        else:
            yield from _section(title["self"], [*_self(hero, words), "", *_virtues(hero, words)])
        yield from _lives(hero)
        yield ""
    if hero.mutations:
        yield from _section(
            title["mutations"], [" " + MUTATIONS[each][hero.english] for each in hero.mutations]
        )
    if hero.profession.english in title:
        yield from _section(title[hero.profession.english], [hero.said("(なし)", "(nothing)")])
    yield from _items(hero, words)


def _section(title: str, body: list[str]) -> list[str]:
    return [f"  [{title}]", "", *body, "", ""]


def _recall(hero: Hero) -> Iterator[str]:
    for number, depth, conquered in hero.depths:
        name = DUNGEONS[number][hero.english]
        mark = "!" if conquered else " "
        told = f"level {depth:3}" if hero.english else f"{depth:3} 階"
        yield f"   {mark}{padded(name, 16 if hero.english else 12)}: {told}"


def _options(hero: Hero, words: Words) -> Iterator[str]:
    for name, value in hero.options.items():
        yield f" {padded(words.options[name] + ':', 19)} {value}"
    if hero.cheated:
        yield ""
        yield words.cheated


def _quests(hero: Hero) -> Iterator[str]:
    heads = (
        hero.said("《達成したクエスト》", "< Completed Quest >"),
        hero.said("《失敗したクエスト》", "< Failed Quest >"),
    )
    for failed, head in enumerate(heads):
        yield head
        rows = [row for row in hero.quests if row[3] == bool(failed)]
        for number, level, seconds, _ in rows:
            japanese, english, danger = QUESTS[number]
            said = f"Danger  level: {danger:3}" if hero.english else f"危険度:{danger:3}階相当"
            at = f"{hero.said('レベル', 'level')}{' ' if hero.english else ''}{level:2}"
            time = f" - {_time(seconds, '02')}" if hero.era.at_least(2, 1, 3) else ""
            yield f"  {padded(english if hero.english else japanese, 35)} ({said}) - {at}{time}"
        if not rows:
            yield hero.said("  なし", "  Nothing.")
        yield ""


def _arena(hero: Hero) -> Iterator[str]:
    label, (kind, wins) = hero.said(" 闘技場: ", " Arena: "), hero.arena
    if kind == "in progress":
        many = "Victory" if wins <= 1 else "Victories"
        yield label + (f"{wins:2} {many}" if hero.english else f"{wins:2}勝")
    elif kind == "defeated":
        yield label + hero.said("敗北", "Defeated")
    else:
        yield (
            label
            + {
                "champion": hero.said("チャンピオン", "Champion"),
                "true champion": hero.said("真のチャンピオン", "True Champion"),
            }[kind]
        )


def _kills(hero: Hero) -> Iterator[str]:
    kills, uniques, many = hero.kills, hero.uniques, "y" if hero.kills == 1 else "ies"
    if not kills:
        yield hero.said("まだ敵を倒していません。", "You have defeated no enemies yet.")
    elif not uniques:
        yield hero.said(f"{kills}体の敵を倒しています。", f"You have defeated {kills} enem{many}.")
    else:
        more = f"{uniques} unique monster{'s' if uniques > 1 else ''}"
        yield hero.said(
            f"{uniques}体のユニーク・モンスターを含む、合計{kills}体の敵を倒しています。",
            f"You have defeated {kills} enem{many} including {more} in total.",
        )
    if not hero.unique_rows:
        return
    yield ""
    yield hero.said(
        f"《上位{len(hero.unique_rows)}体のユニーク・モンスター》",
        f"< Unique monsters top {len(hero.unique_rows)} >",
    )
    for number, at, seconds in hero.unique_rows:
        japanese, english, level = UNIQUES[number]
        time = f" - {hero.said('レベル', 'level ')}{at:2} - {_time(seconds, '')}" if hero.era.is_third else ""
        name = padded(english if hero.english else japanese, 40)
        yield f"  {name} ({hero.said('レベル', 'level ')}{level:3}){time}"


def _self(hero: Hero, words: Words) -> Iterator[str]:
    rating = "???" if hero.life_rating is None else f"{hero.life_rating}/100"
    yield hero.said(f"現在の体力ランク : {rating}", f"Your current Life Rating is {rating}.")
    yield ""
    yield hero.said("能力の最大値", "Limits of maximum stats")
    for at, stat in enumerate(hero.stats):
        known = f"18/{stat.cap - 18}" if hero.known_caps[at] else "???"
        yield f"{words.stats[at]} : {' ' if hero.english else ''}{known}"


def _virtues(hero: Hero, words: Words) -> Iterator[str]:
    label = hero.said("属性", "Your alignment" if hero.era.is_third else "Your alighnment")
    yield f"{label} : {_alignment_shown(hero, words)}"
    yield ""
    for each in hero.virtues:
        said = words.virtues[each]
        points = " (0)" if hero.era.is_third and not hero.english else ""
        yield f"You are neutral to {said}." if hero.english else f"[{said}]の中立者{points}"


def _lives(hero: Hero) -> Iterator[str]:
    for at, race in enumerate(hero.lives):
        name = race.english if hero.english else race.japanese
        if at == 0:
            yield hero.said(f" あなたは{name}として生まれた。", f" You were born as {name}.")
        else:
            yield hero.said(f" あなたはかつて{name}だった。", f" You were a {name} before.")


def _items(hero: Hero, words: Words) -> Iterator[str]:
    spaced = hero.era.sections == "old" and not hero.era.at_least(1, 6)
    worn = [words.items[0] + hero.inscription, *[words.nothing] * 11]
    for section, items in (("equipment", worn), *((name, _named(hero, words, name)) for name in hero.items)):
        title = words.sections[section]
        yield from _section(
            f" {title} " if spaced else title,
            [f"{'abcdefghijkl'[at]}) {item}" for at, item in enumerate(items)],
        )


def _named(hero: Hero, words: Words, section: str) -> list[str]:
    return [words.items[each % len(words.items)] + hero.inscription for each in hero.items[section]]


# ----------------------------------------------------------------------------------- facts


def facts_of(hero: Hero) -> dict[str, Any]:
    """What a reader must find, by the names of the facts; ``None`` where the dump does not say it."""
    words, numbers, ended = words_of(hero), hero.numbers, hero.end[0]
    stars = hero.is_android and not hero.era.at_least(1, 3)
    kind, wins = hero.arena
    retired = _way(hero) in ("引退した", "retired from the adventure")
    facts: dict[str, Any] = {
        "version": hero.era.version,
        "language": hero.said("Japanese", "English"),
        "player": hero.name,
        "personality": hero.personality.english,
        "sex": hero.sex,
        "race": race_shown(hero),
        "class": _class_shown(hero),
        "realms": _realms_shown(hero) or None,
        "patron": words.patrons[hero.patron] if hero.patron is not None else None,
        "age": numbers["age"],
        "height": numbers["height"],
        "weight": numbers["weight"],
        "social_class": numbers["social_class"],
        "alignment": _alignment_shown(hero, words),
        "level": hero.level,
        "xl": hero.level,
        "exp": None if stars else hero.exp,
        "xp": None if stars else hero.exp,
        "max_exp": None if hero.is_android else hero.max_exp,
        "next_exp": None if stars else hero.next_exp,
        "hp": hero.hp,
        "max_hp": hero.max_hp,
        "mp": hero.mp,
        "max_mp": hero.max_mp,
        "gold": numbers["gold"],
        "ac": numbers["armour"] + numbers["armour_bonus"],
        "speed": f"({numbers['speed']:+d})",
        "day": numbers["day"],
        "minute": numbers["minute"],
        "duration_s": hero.duration_s,
        "skills": skills_of(hero),
        "alive": ended == "alive",
        "won": ended == "won",
        "ending": {"alive": None, "won": "win", "dead": "death", "quit": "quit"}[ended],
        "place": None if ended == "won" else _where(hero),
        "depth": None if ended == "won" else hero.place[1],
        "depths": tuple(f"{DUNGEONS[each][hero.english]}: {depth}" for each, depth, _ in hero.depths),
        "max_depth": max((depth for _, depth, _ in hero.depths), default=None),
        "arena": kind,
        "arena_wins": wins if kind == "in progress" else None,
        "kills": hero.kills,
        "uniques": hero.uniques,
        "unique_names": tuple(UNIQUES[each][hero.english] for each, _, _ in hero.unique_rows) or None,
        "options": tuple(f"{name}: {value}" for name, value in hero.options.items()),
        "cheated": hero.cheated,
        "lives": tuple(hero.said(each.japanese, each.english) for each in hero.lives) or None,
        "mutations": tuple(MUTATIONS[each][hero.english] for each in hero.mutations) or None,
        "equipment": (words.items[0] + hero.inscription,),
        "checksum": hero.checksum or None,
        "stats": tuple(_told(at, stat) for at, stat in enumerate(hero.stats)),
    }
    facts["cause"] = {
        "alive": None,
        "won": "retired" if retired else "seppuku",
        "dead": _killer(hero),
        "quit": _killer(hero),
    }[ended]
    for section in ("inventory", "home", "museum"):
        facts[section] = tuple(_named(hero, words, section)) if section in hero.items else None
    if hero.era.sections == "old" and not hero.depths:
        facts["depths"] = None
    if hero.era.at_least(1, 3):
        for fact, failed in (("quests", False), ("failed_quests", True)):
            facts[fact] = tuple(QUESTS[row[0]][hero.english] for row in hero.quests if row[3] == failed)
    if hero.era.sections == "self":
        facts["life_rating"] = hero.life_rating
    if hero.era.sections != "old":
        facts["virtues"] = tuple(_virtue(hero, words, each) for each in hero.virtues)
    if hero.claim is not None:
        facts |= {"score": int(hero.claim["score"]), "turns": int(hero.claim["turns"])}
    return facts


def _virtue(hero: Hero, words: Words, number: int) -> str:
    said = words.virtues[number]
    if hero.english:
        return f"neutral to {said}"
    return f"{said}: 中立者" + (" (0)" if hero.era.is_third else "")


def _told(at: int, stat: Stat) -> str:
    columns = " ".join(f"{each:+d}" for each in stat.columns)
    current = f" now {shown(stat.current)}" if _has_current(stat) else ""
    return f"{ENGLISH.stats[at]} {shown(stat.base)} {columns} = {shown(stat.actual)}{current}"
