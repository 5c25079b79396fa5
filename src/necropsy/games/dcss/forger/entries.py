"""A log line with other facts, every field changed that tells of them."""

from __future__ import annotations

from necropsy.games.dcss.forger.birth import abbreviation
from necropsy.games.dcss.forger.fields import field, with_fields
from necropsy.games.dcss.forger.page import version
from necropsy.tamper.original import Sheet

__all__ = [
    "ending_in_line",
    "gems_in_line",
    "gold_in_line",
    "kind_in_line",
    "map_in_line",
    "runes_in_line",
    "species_in_line",
    "turns_in_line",
    "version_in_line",
]

_CAUSES = ("killer", "killer_flags", "kaux", "ikiller", "kpath")


def turns_in_line(sheet: Sheet, turns: int) -> str | None:
    """Turns, and the time in the game with them."""
    was, aut = sheet.record.value("turns"), field(sheet.text, "aut")
    fields: dict[str, str | int | None] = {"turn": turns}
    if aut and aut.isdecimal() and was:
        fields["aut"] = int(aut) * turns // was
    return with_fields(sheet.text, fields)


def runes_in_line(sheet: Sheet, runes: int) -> str | None:
    """Runes and kinds of runes."""
    return with_fields(sheet.text, {"nrune": runes, "urune": runes})


def gems_in_line(sheet: Sheet, gems: int) -> str | None:
    """Gems found, and all of them intact."""
    return with_fields(sheet.text, {"igem": gems, "fgem": gems}, after="nrune")


def gold_in_line(sheet: Sheet, gold: int) -> str | None:
    """Gold in hand and found."""
    found, had = sheet.record.value("gold_collected"), sheet.record.value("gold", 0)
    fields: dict[str, str | int | None] = {"gold": gold}
    if found is not None:
        fields["goldfound"] = max(found + gold - had, 0)
    return with_fields(sheet.text, fields, after="kills")


def species_in_line(sheet: Sheet, species: str) -> str | None:
    """The species and its short form."""
    background = sheet.record.value("background")
    return with_fields(
        sheet.text, {"race": species, "char": background and abbreviation(species, background)}, after="cls"
    )


def ending_in_line(sheet: Sheet, ending: str) -> str | None:
    """The kind of the end, where it was, and no killer any more."""
    fields: dict[str, str | int | None] = dict.fromkeys(_CAUSES)
    if ending in ("win", "left"):
        depth = 0 if version(sheet).before("0.11") else 1
        fields |= {"ktyp": "winning" if ending == "win" else "leaving", "place": "D::$", "br": "D", "lvl": 0}
        fields |= {"absdepth": depth, "dam": -9999, "sdam": 0, "tdam": 0}
        if (sheet.record.value("hp") or 0) <= 0:
            fields["hp"] = sheet.record.value("max_hp")
    else:
        fields = {"ktyp": "mon", "killer": "an orc", "place": "D::1", "br": "D", "lvl": 1, "absdepth": 1}
    told = {"win": "escaped with the Orb", "left": "got out of the dungeon", "death": "slain by an orc"}
    fields |= {key: told[ending] for key in ("tmsg", "vmsg") if field(sheet.text, key) is not None}
    known = {
        key: value for key, value in fields.items() if value is None or field(sheet.text, key) is not None
    }
    return with_fields(sheet.text, known | {"ktyp": fields["ktyp"]})


def version_in_line(sheet: Sheet, text: str) -> str | None:
    """The version, short and long."""
    long = field(sheet.text, "vlong")
    return with_fields(sheet.text, {"v": text} | ({} if long is None else {"vlong": text}))


def kind_in_line(sheet: Sheet, _kind: str) -> str | None:
    """The line of a sprint or of Zot Defence as one of an ordinary game."""
    return with_fields(sheet.text, {"lv": "0.1", "map": None, "mapdesc": None})


def map_in_line(sheet: Sheet, name: str) -> str | None:
    """Another map of a sprint."""
    titles = {"meatsprint": 'Sprint VIII:: "Arena of Blood"', "dungeon_sprint_1": 'Sprint I:: "Red Sonja"'}
    fields: dict[str, str | int | None] = {"map": name}
    if field(sheet.text, "mapdesc") is not None:
        fields["mapdesc"] = titles[name]
    return with_fields(sheet.text, fields)
