"""A baseline in use, and one that is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from necropsy.baseline import Baseline, BaselineError, BaselineWriter, Entry, Mark, entries_in
from necropsy.brief import Brief
from necropsy.verdict import Verdict

A, B, C = (16 * letter for letter in "abc")


def brief(*marks: Mark, source: str = "a.txt") -> Brief:
    return Brief(source, Verdict.TAMPERED, "dcss", 3, marks=(Mark("tampered", 0, ""), *marks))


ERROR = Mark("C104", 3, A)
WARNING = Mark("C125", 2, B)


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def baseline(*digests: str) -> Baseline:
    lines = [Entry("a.txt", "C104", digest).text + "\n" for digest in digests]
    Path("known.txt").write_text("".join(lines), "utf-8")
    return Baseline.read("known.txt")


def test_what_is_in_it_is_known_and_counted() -> None:
    made = baseline(A, C)
    assert made.compare(brief(ERROR, WARNING)).known == (False, True, False)
    assert made.compare(brief(WARNING)).known == ()
    assert made.compare(Brief("b.txt", Verdict.MATCH)).known == ()
    assert list(made.said()) == [
        "1 finding of 1 game is in the baseline known.txt and does not count.",
        "1 entry of the baseline was not found in these files: C104 in a.txt (known.txt:2).",
    ]
    made.compare(brief(ERROR, source="copy.txt"))
    assert list(made.said(complete=False)) == [
        "2 findings of 2 games are in the baseline known.txt and do not count."
    ]


def test_of_many_that_have_gone_some_are_named() -> None:
    made = baseline(*(f"{number:016x}" for number in range(1200)))
    (said,) = made.said()
    assert said.startswith("1,200 entries of the baseline were not found in these files: C104 in a.txt (k")
    assert said.endswith(" (known.txt:3), and 1,197 more.")
    Path("known.txt").unlink()
    assert list(made.said()) == ["1,200 entries of the baseline were not found in these files."]


def test_a_new_one_is_empty() -> None:
    assert list(Baseline.empty("known.txt").said()) == []


class TestWriter:
    def written(self, path: Path, *briefs: Brief, other: str | None = None) -> list[str]:
        writer = BaselineWriter(str(path), {"undecided"}, other)
        for each in briefs:
            writer.take(each)
        assert writer.write() == len(list(entries_in(str(path))))
        return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]

    def test_it_is_sorted_and_has_what_counts_once(self, tmp_path: Path) -> None:
        undecided = Brief("c.txt", Verdict.UNDECIDED, marks=(Mark("undecided", 0, C),))
        unasked = Brief("d.txt", Verdict.INELIGIBLE, marks=(Mark("ineligible", 0, "d" * 16),))
        lines = self.written(
            tmp_path / "known.txt",
            undecided,
            unasked,
            brief(WARNING, ERROR, Mark("F101", 1, ""), source="b.txt"),
            brief(WARNING, source="a b.txt"),
        )
        assert lines == [f'C125  {B}  "a b.txt"', f"C104  {A}  b.txt", f"undecided  {C}  c.txt"]

    def test_reasons_are_kept_where_a_file_has_moved(self, tmp_path: Path) -> None:
        path = tmp_path / "known.txt"
        path.write_text(f"C104 {A} old.txt # so it is\nC104 {C} gone.txt # was\n", "utf-8")
        assert self.written(path, brief(ERROR, WARNING)) == [
            f"C104  {A}  a.txt  # so it is",
            f"C125  {B}  a.txt",
        ]

    def test_reasons_of_the_baseline_in_use_are_kept_too(self, tmp_path: Path) -> None:
        other = tmp_path / "other.txt"
        other.write_text(f"C104 {A} old.txt # so it is\n", "utf-8")
        assert self.written(tmp_path / "new.txt", brief(ERROR), other=str(other)) == [
            f"C104  {A}  a.txt  # so it is"
        ]

    @pytest.mark.parametrize("text", ["[]", "notes\n"])
    def test_what_is_no_list_is_not_replaced(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "known.txt"
        path.write_text(text, "utf-8")
        with pytest.raises(BaselineError):
            BaselineWriter(str(path), ())
        assert path.read_text("utf-8") == text

    def test_it_is_the_same_whatever_the_order(self, tmp_path: Path) -> None:
        briefs = [brief(ERROR, source=name) for name in ("b.txt", "a.txt")] + [brief(WARNING)]
        one = self.written(tmp_path / "one.txt", *briefs)
        assert one == self.written(tmp_path / "other.txt", *reversed(briefs))
