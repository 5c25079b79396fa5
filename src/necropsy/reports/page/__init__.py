"""The report for a browser: one file that needs no network.

``rows`` makes what the page has of each game, where the game is audited, and needs no package of
the extra ``report``; ``figures`` adds it up, ``charts`` draws it, ``report`` puts the page together.
"""
