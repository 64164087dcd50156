# SPDX-License-Identifier: Apache-2.0
"""Problems as data: where, what was expected, what was found, and what to do.

Libraries collect problems and raise them together as `Problems`; only the command line prints them
and sets an exit code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One thing that is wrong.

    `file` is a path relative to the project; `place` is a JSON pointer, a line, or a name inside the
    file (empty for the file as a whole). The other fields are sentences without a full stop.
    """

    file: str
    place: str
    expected: str
    found: str
    remedy: str

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}" if self.place else self.file
        return f"{where}: expected {self.expected}, found {self.found}. {self.remedy}."


class Problems(Exception):  # noqa: N818 - a collection, not an error of its own kind
    """All that is wrong, at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def show(value: object, limit: int = 80) -> str:
    """A value as it may stand in an error message: one line, shortened, control characters escaped."""
    text = ascii(value) if isinstance(value, str) else repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
