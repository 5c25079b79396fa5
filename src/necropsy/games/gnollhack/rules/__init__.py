"""The rules for GnollHack, one module for each subject."""

from necropsy.games.gnollhack.rules import agreement, dump, eligibility, form, line, pair
from necropsy.games.gnollhack.rules import score as score
from necropsy.games.gnollhack.rules.book import RULEBOOK

__all__ = ["RULEBOOK"]

# Importing a module registers its rules.
_MODULES = (agreement, dump, eligibility, form, line, pair, score)
