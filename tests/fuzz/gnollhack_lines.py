"""Lines of GnollHack's xlogfile, written from invented games as the game writes them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from fuzz.gnollhack_dumplogs import CODES, RACE_CODES, moment
from fuzz.gnollhack_games import DIFFICULTIES, MODES, Game, games, valid
from fuzz.invariants import Sample

__all__ = ["has_line", "line_facts_of", "line_of", "samples"]


def samples() -> st.SearchStrategy[Sample]:
    """Logs of some games."""
    written = games(modes=MODES).filter(has_line).map(line_of)
    return st.lists(written, min_size=1, max_size=4).map(
        lambda lines: Sample("xlogfile", "".join(f"{line}\n" for line in lines).encode())
    )


def has_line(game: Game) -> bool:
    """Whether the game writes a line: of explore mode none, of casual games those alone that were won."""
    if game.mode.name == "explore":
        return False
    return game.ascended or game.mode.name not in ("casual", "reloadable")


def line_of(game: Game) -> str:
    """The line, without its end."""
    return "\t".join(f"{key}={value}" for key, value in _fields(game).items())


def _fields(game: Game) -> dict[str, str]:
    version, edit = ".".join(map(str, game.build.version)), game.build.edit or 0
    branch, depth = _place(game)
    ended = game.started + game.seconds
    cause = {"death": "killed by a newt"}.get(game.ending, game.ending)
    # Each field with the first version that has it, and one that has it no more.
    fields: tuple[tuple[str, object, str, str], ...] = (
        ("version", version, "", ""),
        ("edit", edit, "4.1.3-24", ""),
        ("versionstart", version, "4.2.0-84", ""),
        ("editstart", edit, "4.2.0-84", ""),
        ("points", game.score, "", ""),
        ("deathdnum", branch, "", ""),
        ("deathlev", depth, "", ""),
        ("maxlvl", game.outside, "", ""),
        ("hp", game.hp, "", ""),
        ("maxhp", game.max_hp, "", ""),
        ("deaths", game.killed, "", ""),
        ("deathdate", f"{moment(ended):%Y%m%d}", "", ""),
        ("birthdate", f"{moment(game.started):%Y%m%d}", "", ""),
        ("uid", 1001, "", ""),
        ("role", game.role, "", ""),
        ("race", RACE_CODES[game.race], "", ""),
        ("gender", CODES[game.gender], "", ""),
        ("align", CODES[game.alignment[0]], "", ""),
        ("name", game.name, "", ""),
        ("cname", game.name, "4.1.3-24", ""),
        ("death", cause, "", ""),
        ("conduct", hex(_conduct_bits(game)), "", ""),
        ("turns", game.turns, "", ""),
        ("achieve", hex(_achieve_bits(game)), "", ""),
        ("achieveX", ",".join(_achieve_words(game)), "", ""),
        ("conductX", ",".join(_conduct_words(game)), "", ""),
        ("realtime", game.seconds, "", ""),
        ("starttime", game.started, "", ""),
        ("endtime", ended, "", ""),
        ("starttimeUTC", game.started, "4.1.3-24", ""),
        ("endtimeUTC", ended, "4.1.3-24", ""),
        ("gender0", CODES[game.gender], "", ""),
        ("align0", CODES[game.alignment[2]], "", ""),
        ("xplvl", game.xl, "4.2.0-3", ""),
        ("flags", hex(_flags(game)), "", ""),
        ("difficulty", game.level, "", ""),
        ("mode", game.mode.line, "", ""),
        ("demo", 0, "", "4.1.0-B9"),
        ("scoring", "yes" if game.mode.scoring else "no", "4.1.0-B14", ""),
        ("tournament", "yes" if game.mode.words == "tournament" else "no", "4.1.3-45", ""),
        ("seclvl", 1, "4.2.0-31", ""),
        ("collapse", game.collapses, "4.1.3-24", ""),
    )
    return {
        key: str(value)
        for key, value, since, before in fields
        if (not since or game.since(since)) and not (before and game.since(before))
    }


def _place(game: Game) -> tuple[int, int]:
    place, level = game.place
    if place == "planes":
        return 10, level
    if place == "ludios":
        return 6, 15
    return (4, game.portal + level - 1) if place == "quest" else (0, level)


def _flags(game: Game) -> int:
    boneless = game.bones == 0 if game.since("4.2.0-19") else True
    return game.mode.flags | (4 if boneless else 0)


def _bits(game: Game) -> dict[str, int]:
    return {row["token"]: int(row["bit"]) for row in valid("achievements", game.build) if row["bit"]}


def _achieve_bits(game: Game) -> int:
    bits = _bits(game)
    mask = sum(1 << bits[token] for token in game.earned if token in bits)
    in_planes, on_astral = game.place[0] == "planes", game.place == ("planes", -5)
    return mask | in_planes << 6 | on_astral << 7


def _achieve_words(game: Game) -> list[str]:
    bits = _bits(game)
    words = [token for token in game.earned if token in bits]
    if not game.since("4.1.0-B7") and game.place[0] == "planes":
        words += ["entered_elemental_planes", "entered_astral_plane"]
    return words


def _conduct_bits(game: Game) -> int:
    bits = {row["token"]: int(row["bit"]) for row in valid("conducts", game.build) if row["bit"]}
    return sum(1 << bits[token] for token in game.kept)


def _conduct_words(game: Game) -> list[str]:
    words = list(game.kept)
    if game.since("4.2.0-19") and not game.since("4.2.0-141") and "conflictless" in words:
        at = words.index("conflictless")
        words[at:at] = ["conflictless", "petless"]
    return words


def line_facts_of(game: Game) -> dict[str, Any]:
    """What a reader of the line must find, by the names of the facts."""
    branch, depth = _place(game)
    ended = game.started + game.seconds
    bits = _bits(game)
    earned = sorted((token for token in game.earned if token in bits), key=bits.__getitem__)
    return {
        "score": game.score,
        "player": game.name,
        "version_shown": ".".join(map(str, game.build.version)),
        "build": game.build.edit if game.since("4.1.3-24") else None,
        "mode": game.mode.name,
        "ending": game.ending,
        "won": game.ascended,
        "turns": game.turns,
        "duration_s": game.seconds,
        "started": moment(game.started),
        "ended": moment(ended),
        "role": game.role,
        "race": RACE_CODES[game.race],
        "gender": CODES[game.gender],
        "gender_original": CODES[game.gender],
        "alignment": CODES[game.alignment[0]],
        "alignment_original": CODES[game.alignment[2]],
        "difficulty": DIFFICULTIES[game.level + 4],
        "difficulty_level": game.level,
        "max_level": game.outside,
        "umortality": game.killed,
        "xl": game.xl if game.since("4.2.0-3") else None,
        "hp": game.hp,
        "max_hp": game.max_hp,
        "cause": {"death": "killed by a newt"}.get(game.ending, game.ending),
        "scoring": game.mode.scoring if game.since("4.1.0-B14") else None,
        "tournament": game.mode.words == "tournament" if game.since("4.1.3-45") else None,
        "collapses": game.collapses if game.since("4.1.3-24") else None,
        "seclvl": 1 if game.since("4.2.0-31") else None,
        "flags": _flags(game),
        "achieved": tuple(earned),
        "kept": game.kept,
        "achieve_bits": _achieve_bits(game),
        "conduct_bits": _conduct_bits(game),
        "death_branch": branch,
        "death_depth": depth,
        "starttime_s": game.started,
        "endtime_s": ended,
    }
