"""Files that lie beside morgues."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.beside import companion_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("morgue-Sapling-20261130-101112.lst", "stash list"),
        ("dir/Sapling.lst", "stash list"),
        ("a.zip::Sapling.lst.gz", "stash list"),
        ("C:\\morgue\\Sapling.map", "level map"),
        ("crash-Sapling-20261130-101112.txt", "crash report"),
        ("Sapling.where", "whereabouts file"),
        ("timestamp-Sapling-20261130.ts", "timestamp"),
        (".crawlrc", "settings of a player"),
        ("Sapling.rc", "settings of a player"),
        ("init.txt", "settings of a player"),
        ("macro.txt", "settings of a player"),
        ("milestones", "milestones"),
        ("milestones-seeded", "milestones"),
    ],
)
def test_known_by_its_name(name: str, kind: str) -> None:
    companion = companion_of(name, "whatever it holds")
    assert companion is not None
    assert companion.kind == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("v=0.34.1:lv=0.1:name=Sapling:type=rune:milestone=found a rune.\n", "milestones"),
        ("# Dungeon Crawl Stone Soup settings\nautopickup = $\n", "settings of a player"),
        ("# WARNING: This file is entirely auto-generated.\n", "settings of a player"),
        ("# mine\nautofight_stop = 50\n", "settings of a player"),
        ("dump_order += notes\n", "settings of a player"),
        ("Crash caused by signal #6: Aborted\n", "crash report"),
    ],
)
def test_known_by_its_text(text: str, kind: str) -> None:
    companion = companion_of("unnamed", text)
    assert companion is not None
    assert companion.kind == kind


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.txt", "a letter\n"),
        ("mylogfile", "a letter\n"),
        ("arcade", "a letter\n"),
        ("", ""),
        ("x" * 100_000, "auto" * 10_000),
    ],
)
def test_none_of_them(name: str, text: str) -> None:
    assert companion_of(name, text) is None
