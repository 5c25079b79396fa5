"""The examples in the commands' help, which stay on the lines that they are written on.

Help is wrapped at the width of the terminal, which would cut a long example into two commands.
"""

from __future__ import annotations

import inspect
import re

import typer

__all__ = ["keep_examples"]

_EXAMPLE = re.compile(r"\n\n(?=[ ]*necropsy )")
_UNWRAPPED = "\n\n\b\n"
"""What tells the printer of help to leave a paragraph as it is."""


def keep_examples(app: typer.Typer) -> None:
    """Let no example of a program's commands be wrapped; call it when all have been added."""
    for command in app.registered_commands:
        if command.callback is not None:
            command.help = _EXAMPLE.sub(_UNWRAPPED, inspect.getdoc(command.callback) or "")
    for group in app.registered_groups:
        if group.typer_instance is not None:
            keep_examples(group.typer_instance)
