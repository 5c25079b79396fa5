"""``python -m necropsy`` is the same as ``necropsy``."""

from necropsy.cli import main

main()
