"""What an honest client sends to a score server: its fields, and below them the dump."""

from __future__ import annotations

from necropsy.games.hengband.bodies import race_named
from necropsy.games.hengband.forger import fitted
from necropsy.tamper import Original

__all__ = ["upload"]

NIGHTLY = ("Vampire", "Skeleton", "Zombie", "Spectre")


def upload(original: Original) -> Original:
    """The dump as a client sends it that hides nothing: options as in a new game, nothing ever lost."""
    assert original.dump is not None
    record = original.dump.record
    race = race_named(record.value("race"))
    assert race is not None
    japanese = record.value("language") == "Japanese"
    clock = (record.value("day") - 1) * 100_000 + record.value("minute") * 100_000 // 1440
    row = record.lines[record.document.title + 2].partition(":")[2].strip()
    fields = {
        "name": record.value("player"),
        "version": f"{'変愚蛮怒' if japanese else 'Hengband'} {record.value('version')}",
        "score": fitted(record),
        "level": record.value("level"),
        "depth": record.value("depth", 0),
        "maxlv": record.value("level"),
        "maxdp": next((each.depth for each in record.value("dungeons") if each.dungeon == "鉄獄"), 0),
        "au": record.value("gold"),
        "turns": clock - (0 if race.english in NIGHTLY else 25_000),
        "sex": 0 if record.value("sex") == "female" else 1,
        "race": record.value("race"),
        "class": record.value("class"),
        "seikaku": row.removesuffix(record.value("player")),
        "killer": record.value("cause", "途中終了"),
    }
    head = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return Original(f"sent-{original.name}", f"{head}-----charcter dump-----\n{original.text}")
