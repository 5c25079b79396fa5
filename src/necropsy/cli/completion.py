"""What the shell offers when a value is completed: games, rules and verdicts.

Each function gives what can stand where a word was begun, with a line on what it is. Nothing is
imported before the shell asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["conditions", "edit_kinds", "game_names", "reportable", "rule_code", "rule_codes", "scum_rules"]

Offer = tuple[str, str]
"""A word, and what it is."""


def game_names() -> list[Offer]:
    """The short names of the games."""
    from necropsy.games import games

    return [(game.name, game.title) for game in games()]


def rule_code() -> list[Offer]:
    """The codes of all rules, each once, though games share some."""
    from necropsy.games import games

    rules = {rule.code: rule.title for game in games() for rule in game.rulebook}
    return sorted(rules.items())


def rule_codes(incomplete: str) -> list[Offer]:
    """The same where a list of codes is begun, with commas between."""
    return list(_listed(rule_code(), incomplete))


def conditions(incomplete: str) -> list[Offer]:
    """What ``--fail-on`` takes: verdicts, severities, or never."""
    return [*reportable(incomplete), *_alone("never", "whatever is found", incomplete)]


def reportable(incomplete: str) -> list[Offer]:
    """What ``--report`` takes: verdicts and severities."""
    from necropsy.verdict import Verdict

    words = [(verdict.value, verdict.meaning) for verdict in Verdict]
    words += [("error", "a finding that is a proof"), ("warning", "a finding at least so grave")]
    return list(_listed(words, incomplete))


def edit_kinds() -> list[Offer]:
    """The kinds of edits that ``tamper`` makes."""
    from necropsy.tamper import KINDS

    return [(kind.name, kind.title) for kind in KINDS.values()]


def scum_rules(incomplete: str) -> list[Offer]:
    """The rules for start-scums."""
    from necropsy.filters import SCUM_RULES

    return list(_listed([(name, scum.reason) for name, scum in SCUM_RULES.items()], incomplete))


def _listed(words: Iterable[Offer], incomplete: str) -> Iterator[Offer]:
    """Words for the last place of a list; what the list has already is not offered again."""
    before, comma, _ = incomplete.rpartition(",")
    given = {word.strip().lower() for word in before.split(",")}
    return ((f"{before}{comma}{word}", said) for word, said in words if word.lower() not in given)


def _alone(word: str, said: str, incomplete: str) -> list[Offer]:
    return [] if "," in incomplete else [(word, said)]
