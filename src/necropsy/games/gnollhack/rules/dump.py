"""C: sections of one dumplog that cannot stand side by side."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.gnollhack import conducts, roles
from necropsy.games.gnollhack.build import ALIGNMENTS, build_of
from necropsy.games.gnollhack.monsters import Entry
from necropsy.games.gnollhack.regimes import upcoming
from necropsy.games.gnollhack.rules.book import (
    before,
    counted_lines,
    dump_rule,
    dumps,
    from_on,
    in_dump,
    in_each,
)
from necropsy.games.gnollhack.version import NEWEST_READ, Build, place
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference
from necropsy.span import Span


@dump_rule("C230", "More deaths averted than deaths", since="4.1.1-4")
def averted_deaths_are_deaths(record: Record) -> Iterator[Report]:
    """Each death that life saving averted counts among the times killed.

    Honest exceptions: none known.
    """
    killed, averted = in_dump(record, "umortality"), in_dump(record, "averted_deaths")
    if killed is None or averted is None or averted.value <= killed.value:
        return
    yield Report(
        f"deaths: the attributes say {killed.value}, the diary has {averted.value} averted ones"
        f" {difference(killed.value, averted.value, countable=True)}",
        expected=averted.value,
        found=killed.value,
        evidence=record.evidence(killed, averted),
    )


@dump_rule("C231", "More than one death in earnest in classic mode", since="4.1.1-4")
def classic_heroes_die_once(record: Record) -> Iterator[Report]:
    """In classic mode a death that nothing averts ends the game.

    Two of them are an error. One in a game that ended alive is a warning. Honest
    exceptions, built in: wizard and explore mode, where a death can be declined.
    """
    deaths, modern = in_dump(record, "true_deaths"), record.first("modern")
    modes = {statement.value for statement in record.statements("mode")}
    if (
        deaths is None
        or modern is None
        or modern.value
        or modes & {"wizard", "explore", "casual", "reloadable"}
    ):
        return
    ending = record.first("ending")
    most = 0 if ending is not None and ending.value in ("quit", "escaped", "ascended") else 1
    least = deaths.value.low or 0
    if least > most:
        yield Report(
            f"deaths: the attributes and the diary come to {least} in earnest, in classic mode the first ends"
            f" the game {difference(least, most, countable=True)}",
            expected=most,
            found=least,
            evidence=record.evidence(deaths, modern, ending),
            severity=None if least > 1 else Severity.WARNING,
        )


# ---------------------------------------------------------------------- role score

_COLLECTORS = ("Arc", "Bar", "Cav", "Ran", "Rog", "Sam", "Val")


@dump_rule(
    "C232",
    "The percentage of the role score does not fit what is counted",
    since="4.1.3-45",
    until=NEWEST_READ,
)
def percentage_fits_counts(record: Record) -> Iterator[Report]:
    """The block ends with the share of 600,000 that counts and bonus come to, rounded down.

    Honest exceptions, built in: an Archaeologist's wrappings and sarcophagi are left out
    of it, and a Valkyrie's containers up to 4.1.3-54 are counted otherwise. Where spells or
    names leave an amount open, what they allow counts.
    """

    def in_file(part: Record) -> Iterator[Report]:
        printed = part.first("role_percent")
        if printed is None:
            return
        allowed = [_amount(part, build) for build in _builds(record)]
        bounds = [_percentages(amount) for amount in allowed if amount is not None]
        if None in allowed or not bounds or any(low <= printed.value <= high for low, high in bounds):
            return
        low, high = bounds[0]
        nearest = low if printed.value < low else high
        bound = f"{low}%" if low == high else f"{low}% to {high}%"
        yield Report(
            f"role score: the block says {printed.value}%, what it counts comes to {bound}"
            f" {difference(printed.value, nearest)}",
            expected=nearest,
            found=printed.value,
            evidence=(*part.evidence(printed, part.first("role_quest_done")), *counted_lines(part)),
        )

    yield from in_each(dumps(record), in_file)


def _builds(record: Record) -> Iterator[Build]:
    """The build, and the one by whose constants an unreleased build may count already."""
    build = build_of(record)
    if build is None:
        return
    yield build
    coming = upcoming(build)
    if coming is not None:
        yield coming.build


def _percentages(amount: Span) -> tuple[int, int]:
    """The lowest and the highest percentage that the block may print."""
    low = roles.percent(amount.low or 0)
    return max(low, 0), 100 if amount.high is None else max(roles.percent(amount.high), 0)


def _amount(part: Record, build: Build) -> Span | None:
    """What the block's own counts come to, with the bonus; ``None`` where it has no such sum."""
    deeds = _deeds(part, build, part.value("role"))
    if deeds is None:
        return None
    return deeds + (roles.quest(part.value("role"), build) if part.value("role_quest_done") else NOTHING)


NOTHING = Span.exactly(0)


def _deeds(part: Record, build: Build, role: str | None) -> Span | None:
    if role in ("Hea", "Pri", "Wiz"):
        new = sum(count.amount for count in part.value("role_counts") or () if count.what == "spell")
        return roles.spells(role, build, part.value("spells") or (), new, part.value("spell_schools") or ())
    if role == "Kni":
        return _slain(part, build)
    if role == "Tou":
        return roles.tourist(build, part.value("selfies") or ())
    if role == "Mon":
        won = part.value("won")
        if won is None:
            return None
        return _share_of_monk(part, build) if won else NOTHING
    return _collected(part, build, role) if role in _COLLECTORS else None


def _collected(part: Record, build: Build, role: str) -> Span | None:
    if role == "Val" and not build.since("4.1.3-55") and part.value("containers"):
        return None
    counts: dict[str, int] = {}
    for count in part.value("role_counts") or ():
        if count.what not in roles.NOT_IN_PERCENTAGE and roles.counts_for(role, count.what):
            counts[count.what] = counts.get(count.what, 0) + count.amount
    return roles.items(role, build, counts)


def _slain(part: Record, build: Build) -> Span | None:
    alignment = ALIGNMENTS.get(part.value("alignment"), "")
    if alignment == "neutral":
        return None
    return roles.knight(
        build,
        part.value("slain") or (),
        alignment=alignment,
        vanquished=part.value("vanquished") or (),
        died_out=[Entry(name) for name in part.value("extinct") or ()],
    )


@dump_rule("C244", "The role score counts what another role collects", until=NEWEST_READ)
def block_is_of_its_role(record: Record) -> Iterator[Report]:
    """The block counts what the hero's own role is paid for and nothing else.

    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        role, counted = part.first("role"), part.first("role_counts")
        if role is None or counted is None:
            return
        odd = [count for count in counted.value if not roles.counts_for(role.value, count.what)]
        if odd:
            yield Report(
                f"role score: the block counts {odd[0].amount:,} of what no {role.value} is paid for"
                f" ({odd[0].what.replace('_', ' ')})",
                expected=0,
                found=odd[0].amount,
                evidence=(*part.evidence(role), *part.evidence_at(*(count.line for count in odd))),
            )

    yield from in_each(dumps(record), in_file)


_MONK_SHARE = 5000


def _share_of_monk(part: Record, build: Build) -> Span:
    """What a Monk gets for the conducts, as if the game had been won with them."""
    kept = set(part.value("kept") or ())
    if part.value("umortality") == 0:
        kept.add("never_died")
    surely, possibly = conducts.alignment_changes(
        part.value("alignment"), part.value("alignment_current"), part.value("alignment_original")
    )
    # The line about Elbereth stands only where the hero knows the word.
    return _MONK_SHARE * conducts.points(kept | surely, build, possibly | ({"elberethless"} - kept))


@dump_rule(
    "C238", "What a Monk would have gained does not fit the conducts", since="4.1.3-49", until=NEWEST_READ
)
def promise_fits_conducts(record: Record) -> Iterator[Report]:
    """The block of a Monk who did not ascend says what the conducts kept would have come to.

    Honest exceptions, built in: the conduct about Elbereth, which is not always listed.
    """

    def in_file(part: Record) -> Iterator[Report]:
        printed = part.first("role_percent_upon_ascension")
        if printed is None or part.value("role") != "Mon" or not part.has("kept"):
            return
        done = bool(part.value("role_quest_done"))
        bounds = [
            _percentages(_share_of_monk(part, build) + (roles.quest("Mon", build) if done else NOTHING))
            for build in _builds(record)
        ]
        if not any(low <= printed.value <= high for low, high in bounds):
            low, high = bounds[0]
            nearest = low if printed.value < low else high
            yield Report(
                f"role score: the block promises {printed.value}%, the conducts come to {nearest}%"
                f" {difference(printed.value, nearest)}",
                expected=nearest,
                found=printed.value,
                evidence=part.evidence(printed, part.first("kept"), part.first("role_quest_done")),
            )

    yield from in_each(dumps(record), in_file)


@dump_rule("C239", "The role's quest is done in one list and not in the other", since="4.1.3-45")
def quest_stands_twice(record: Record) -> Iterator[Report]:
    """The role achievement is among the achievements and at the head of the role score, or in neither.

    Honest exceptions, built in: the Monks of 4.1.3-45 to -48, who have no such block.
    """

    def in_file(part: Record) -> Iterator[Report]:
        said = part.statements("role_quest_done")
        listed = next((s for s in said if s.place == "achievements"), None)
        block = part.first("role_block")
        if listed is None or block is None:
            return
        at_head = next((s for s in said if s.place == block.place), None)
        # With the line at the head alone two places differ, which C201 reports.
        if listed.value and at_head is None:
            yield Report(
                "the role's optional quest: the achievements list it, the role score does not",
                expected=True,
                found=False,
                evidence=part.evidence(listed, block),
            )

    yield from in_each(dumps(record), in_file)


@dump_rule("C240", "Score in the attributes of a Knight or Tourist differs")
def unsettled_score_agrees(record: Record) -> Iterator[Report]:
    """The attributes give the score, too.

    Since 4.1.3-46 Knights and Tourists have a counter that the list of their deeds can put
    right after the attributes were written. Honest exceptions: a counter that was kept by
    an older build, or that a change of alignment has overwritten; then this is a warning.
    Before it there was no counter, and the score was one.
    """

    def in_file(part: Record) -> Iterator[Report]:
        final, early = part.first("score"), part.first("score_unsettled")
        if final is None or early is None or early.value == final.value:
            return
        yield Report(
            f"score: the {final.place} says {final.value:,}, the {early.place} {early.value:,}"
            f" {difference(final.value, early.value)}",
            expected=early.value,
            found=final.value,
            evidence=part.evidence(final, early),
            severity=None if before(record, "4.1.3-46") else Severity.WARNING,
        )

    yield from in_each(dumps(record), in_file)


# ------------------------------------------------------------------ lists and events


@dump_rule("C233", "Wishes in the diary and among the challenges differ", since="4.1.1-4")
def wishes_are_counted(record: Record) -> Iterator[Report]:
    """Each wish stands in the diary and counts among the voluntary challenges.

    The same lines of the source (zap.c) count it and write it down. Honest exceptions, built in:
    wishes that an older build did not write down (a warning where the build may have loaded its
    save, or the diary does not begin with the hero's arrival).
    """
    counted, noted = in_dump(record, "wishes"), in_dump(record, "wishes_noted")
    if counted is None or noted is None or noted.value == counted.value:
        return
    build = build_of(record)
    is_certain = from_on(record, "4.1.2-9") and record.has("entered")
    is_certain = is_certain and build is not None and build.last <= place(NEWEST_READ)
    yield Report(
        f"wishes: the challenges say {counted.value}, the diary has {noted.value}"
        f" {difference(counted.value, noted.value, countable=True)}",
        expected=noted.value,
        found=counted.value,
        evidence=record.evidence(counted, noted),
        severity=None if is_certain else Severity.WARNING,
    )


@dump_rule("C234", "More than one closing block")
def closes_once(record: Record) -> Iterator[Report]:
    """The sentence that gives the points stands once, at the end of the file.

    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        lines = part.first("closing_lines")
        if lines is not None and len(lines.value) > 1:
            yield Report(
                f"closing block: the file has {len(lines.value)} sentences that give points,"
                f" the game writes one ({len(lines.value) - 1} too many)",
                expected=1,
                found=len(lines.value),
                evidence=tuple(part.evidence_at(*lines.value)),
            )

    yield from in_each(dumps(record), in_file)


_SECTIONS = {
    "challenges": "voluntary challenges",
    "events": "major events",
    "role": "role score",
    "slain": "creatures slain",
    "branch": "dungeon overview",
    "attributes": "final attributes",
}


@dump_rule("C241", "A section that stands twice", Severity.WARNING)
def sections_stand_once(record: Record) -> Iterator[Report]:
    """The game writes each section once, and what players write stands behind its own words.

    Honest exceptions: a port that lets line breaks into a name.
    """

    def in_file(part: Record) -> Iterator[Report]:
        for kind, line in part.value("sections_repeated") or ():
            yield Report(
                f"sections: {_SECTIONS.get(kind, kind)} stand twice, the game writes each once (1 too many)",
                expected=1,
                found=2,
                evidence=tuple(part.evidence_at(line)),
            )

    yield from in_each(dumps(record), in_file)


_EXCLUSIVE = (
    ("genocideless", "genocides"),
    ("wishless", "wishes"),
    ("artiwishless", "artifact_wishes"),
    ("petless", "pets"),
    ("boneless", "bones_levels"),
)


@dump_rule("C235", "Conducts that their own counts contradict")
def challenges_fit_counts(record: Record) -> Iterator[Report]:
    """Who wished cannot be wishless, and who genocided cannot be without it.

    The counts stand in the same list as the conducts, so one of them excludes the other.
    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        kept = part.first("kept")
        if kept is None:
            return
        for token, fact in _EXCLUSIVE:
            # Wishes are counted as none where the conduct is listed.
            counted = next((s for s in part.statements(fact) if s.value > 0), None)
            if counted is not None and token in kept.value:
                yield Report(
                    f"conducts: {token} is listed, and {counted.value} {fact.replace('_', ' ')} are counted"
                    f" ({counted.value} too many)",
                    expected=0,
                    found=counted.value,
                    evidence=part.evidence(kept, counted),
                )

    yield from in_each(dumps(record), in_file)


@dump_rule("C236", "The range of a branch and its levels differ")
def range_fits_levels(record: Record) -> Iterator[Report]:
    """A branch's title gives the range of levels reached, and all of them are listed below it.

    Sokoban and Vlad's Tower are entered from below. Honest exceptions, built in: wizard
    mode, which can make a level anew.
    """
    wizard = any(statement.value == "wizard" for statement in record.statements("mode"))

    def in_file(part: Record) -> Iterator[Report]:
        for branch in part.value("branches") or ():
            if not branch.last or not branch.listed or branch.first == branch.last:
                continue
            up = branch.last < branch.first
            farthest = min(branch.listed) if up else max(branch.listed)
            if farthest == branch.last:
                continue
            way = "highest" if up else "deepest"
            yield Report(
                f"depth: the title says that {branch.name} was seen to level {branch.last},"
                f" the {way} listed is {farthest} {difference(branch.last, farthest)}",
                expected=farthest,
                found=branch.last,
                evidence=tuple(part.evidence_at(branch.line)),
                severity=Severity.WARNING if wizard else None,
            )

    yield from in_each(dumps(record), in_file)


# ------------------------------------------------------------------- mode, alignment

_UNSCORED = "non-scoring "


@dump_rule("C242", "Another mode at the beginning than at the end", since="4.1.2-5")
def mode_stays(record: Record) -> Iterator[Report]:
    """The first line of the diary gives the mode, and no game changes it.

    Honest exceptions, built in: explore mode, which can be entered later, and the word
    non-scoring, which the diary leaves out.
    """

    def in_file(part: Record) -> Iterator[Report]:
        began, ended = part.first("mode_entered"), part.first("mode_words")
        if began is None or ended is None or "explore" in ended.value:
            return
        said = ended.value.replace(_UNSCORED, "")
        if said != began.value.replace(_UNSCORED, ""):
            yield Report(
                f"mode: the {began.place} begin in {began.value} mode, the {ended.place} says {ended.value}",
                expected=began.value,
                found=ended.value,
                evidence=part.evidence(began, ended),
            )

    yield from in_each(dumps(record), in_file)


@dump_rule("C243", "The mission and the alignments of a hero differ")
def mission_fits_alignments(record: Record) -> Iterator[Report]:
    """A helm makes a mission temporary, a conversion makes it belated, and nothing else does.

    Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        mission = part.first("mission")
        attributes = {
            fact: next((s for s in part.statements(fact) if mission and s.place == mission.place), None)
            for fact in ("alignment", "alignment_current", "alignment_original")
        }
        in_force, base, first = attributes.values()
        if mission is None or in_force is None or base is None or first is None:
            return
        expected = (
            "temporarily"
            if in_force.value != base.value
            else "belatedly"
            if in_force.value != first.value
            else ""
        )
        said = mission.value if mission.value in ("temporarily", "belatedly") else ""
        if said != expected:
            yield Report(
                f"alignment: the mission is {said or 'as from the beginning'}, the alignments make it"
                f" {expected or 'as from the beginning'}",
                expected=expected,
                found=said,
                evidence=part.evidence(mission, base, first),
            )

    yield from in_each(dumps(record), in_file)
