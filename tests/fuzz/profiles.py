"""How much the tests of this package try: little and always the same, or much and always something else.

``pytest --hypothesis-profile=fuzz tests/fuzz`` is the long run under pytest.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

__all__ = ["quick", "register"]

_MANY = 5_000


def register() -> None:
    """Make the profile known."""
    settings.register_profile("fuzz", max_examples=_MANY, deadline=None, print_blob=True)


def quick(examples: int) -> settings:
    """So many examples, the same in every run; in the profile ``fuzz`` many more, and others each time."""
    long = settings().max_examples >= _MANY
    return settings(
        max_examples=_MANY if long else examples,
        derandomize=not long,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
