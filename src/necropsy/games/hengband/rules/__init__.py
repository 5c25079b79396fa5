"""The rules for Hengband, one module for each subject."""

from necropsy.games.hengband.rules import (
    agreement,
    birth,
    deeds,
    form,
    life,
    moments,
    progress,
    stats,
    upload,
)
from necropsy.games.hengband.rules.book import RULEBOOK

__all__ = ["RULEBOOK"]

# Importing a module registers its rules.
_MODULES = (agreement, birth, deeds, form, life, moments, progress, stats, upload)
