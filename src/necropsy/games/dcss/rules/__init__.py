"""The rules for DCSS, one module for each subject."""

from necropsy.games.dcss.rules import (
    agreement,
    build,
    character,
    dates,
    eligibility,
    form,
    gold,
    layout,
    line,
    line_clock,
    line_form,
    notes,
    pair,
    spoils,
    tables,
)
from necropsy.games.dcss.rules import score as score
from necropsy.games.dcss.rules.book import RULEBOOK

__all__ = ["RULEBOOK"]

# Importing a module registers its rules.
_MODULES = (
    agreement,
    build,
    character,
    dates,
    eligibility,
    form,
    gold,
    layout,
    line,
    line_clock,
    line_form,
    notes,
    pair,
    score,
    spoils,
    tables,
)
