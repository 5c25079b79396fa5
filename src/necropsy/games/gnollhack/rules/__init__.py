"""The rules for GnollHack, one module for each subject."""

from necropsy.games.gnollhack.rules import (
    agreement,
    diary,
    dump,
    eligibility,
    form,
    holdings,
    line,
    pair,
    wording,
)
from necropsy.games.gnollhack.rules import score as score
from necropsy.games.gnollhack.rules.book import RULEBOOK

__all__ = ["RULEBOOK"]

# Importing a module registers its rules.
_MODULES = (agreement, diary, dump, eligibility, form, holdings, line, pair, score, wording)
