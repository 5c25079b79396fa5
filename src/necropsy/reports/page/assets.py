"""What the page brings with it: scripts, styles, and its data, so that nothing is fetched."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import itables
import vl_convert

__all__ = ["json_text", "policy", "script_text", "scripts", "style"]

_OWN = ("data.js", "theme.js", "charts.js", "cases.js", "games.js", "start.js")
"""The page's own scripts, in the order in which they build on each other."""

_EXPORT = re.compile(r"export\s*\{([^}]*)\};?")


def json_text(value: Any) -> str:
    r"""A value as JSON that can stand in a ``<script>``: no tag ends it, no comment begins in it.

    >>> json_text("</script>")
    '"\\u003c/script>"'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return escaped_json(text)


def escaped_json(text: str) -> str:
    """JSON that is there already, for the same place."""
    for character in "<\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # Half of a pair of surrogates is no text that could be written.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def script_text(code: str) -> str:
    r"""A script that can stand in the page: only texts and patterns hold these beginnings of tags.

    >>> script_text("a = '</script>'")
    "a = '<\\/script>'"
    """
    whole = code.replace("\r\n", "\n").replace("\r", "\n")  # as a browser reads it before it takes the digest
    return re.sub(
        r"<(?=!--|script)", r"\\x3c", re.sub(r"</(?=script)", r"<\\/", whole, flags=re.I), flags=re.I
    )


@lru_cache(maxsize=1)
def scripts() -> tuple[str, ...]:
    """The libraries, then the page's own: Vega with its parts, DataTables, and what ties them together."""
    own = "\n".join(_read(name) for name in _OWN)
    return (
        script_text(_classic(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))),
        script_text(_datatables()),
        script_text(f'(() => {{\n"use strict";\n{own}\n}})();'),
    )


@lru_cache(maxsize=1)
def style() -> str:
    """The page's style."""
    return _read("page.css")


def policy(scripts: tuple[str, ...], styles: tuple[str, ...]) -> str:
    """The page's Content-Security-Policy: its own scripts and styles, by their digests, and no more."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(map(_digest, scripts))}",
            f"style-src {' '.join(map(_digest, styles))}",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _read(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text("utf-8")


def _classic(module: str) -> str:
    """A module as a script whose names are its own."""
    return f"(() => {{\n{module}\n}})();"


def _datatables() -> str:
    module = files(itables).joinpath("html", "dt_bundle.js").read_text("utf-8")
    found = _EXPORT.search(module)
    names = dict(_renamed(each) for each in found[1].split(",")) if found else {}
    if "jQuery" not in names:
        raise ModuleNotFoundError("the table library that itables brings is not the one expected here")
    return _classic(_EXPORT.sub("", module) + f"\nglobalThis.jQuery = {names['jQuery']};")


def _renamed(export: str) -> tuple[str, str]:
    local, _, public = export.strip().partition(" as ")
    return public or local, local
