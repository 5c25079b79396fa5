"""What the tests share: this folder on their path, and properties that have all the time they need."""

from hypothesis import settings

# How long an example takes depends on what else the machine does: that is no property of the program.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
