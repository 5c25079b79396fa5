"""The profile of the long run, and what is no module of tests."""

from fuzz.profiles import register

register()

# One imports atheris, which need not be there, the other what is there on Unix alone.
collect_ignore = ["guided_child.py", "run.py"]
