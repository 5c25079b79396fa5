"""The profile of the long run, and what is no module of tests."""

from fuzz.profiles import register

register()

# It imports atheris, which need not be there.
collect_ignore = ["guided_child.py"]
