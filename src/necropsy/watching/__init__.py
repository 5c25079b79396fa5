"""A watch: files are audited as they arrive, and each finding is told once.

It stands on two legs. A full pass (:mod:`~necropsy.watching.sweep`) is a run over all files with
the memory of the store, so what a watch tells is what a fresh run would tell; passes follow
changes and take about a tenth of the time (:mod:`~necropsy.watching.pace`). Between passes a
glance (:mod:`~necropsy.watching.glance`) looks at what has just been written, each file and line
for itself. What was told is remembered in the store by what the game is, not by where it lies
(:mod:`~necropsy.watching.case`, :mod:`~necropsy.watching.reported`).
"""
