"""What can befall the markup of a page: tags lost, doubled, nested, moved and made up."""

from __future__ import annotations

import random
import re

__all__ = ["torn"]

_TAG = re.compile(r"<[^<>]{1,200}>")
_MOST = 2_000
"""How often a tag is doubled at most, for a file that stays small."""

_STRANGE = (
    "<",
    ">",
    "</",
    "<!",
    "<!--",
    "-->",
    "<![CDATA[",
    "<?xml?>",
    "&",
    "&#",
    "&#0;",
    "&#55296;",
    "&#99999999999;",
    "&lt;h2&gt;Achievements:&lt;/h2&gt;",
    "&nbsp;" * 50,
    "<script>",
    "<style>",
    "<title>",
    "<textarea>",
    "<plaintext>",
    "<template>",
    "<svg>",
    "<frameset>",
    '<div class="tooltip">',
    '<div class="nh_screen">',
    '<div class="ts_row ts_points">9 points</div>',
    "<h2>Latest messages:</h2>",
    '<p class="' + "x" * 3_000 + '">',
    "<p " + " ".join(f"a{number}=''" for number in range(400)) + ">",
    "<p title='\">'>",
    "<table><tr><td>1<td>2",
    "<ol><li>",
    "<br>" * 100,
    "</body>",
    "</html>",
    "<body>",
    "\x00",
    "\u2028",
)


def torn(seed: int, page: str) -> str:
    """A page with some of its tags harmed.

    Args:
        seed: of the chance.
        page: the page.
    """
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 2, 5, 30))):
        tags = [match.span() for match in _TAG.finditer(page)]
        if not tags:
            return page
        start, end = chance.choice(tags)
        other = page[slice(*chance.choice(tags))]
        tag = page[start:end]
        new = chance.choice(
            (
                "",
                tag * chance.choice((2, 10, _MOST)),
                other,
                tag + other,
                tag[:-1],
                tag[1:],
                tag.replace("</", "<"),
                tag.upper(),
                tag.replace(" ", "\n"),
                tag + chance.choice(_STRANGE),
                chance.choice(_STRANGE) * chance.choice((1, 1, 20)),
            )
        )
        page = page[:start] + new + page[end:]
    return page
