# SPDX-License-Identifier: Apache-2.0
"""A command line as it stands in a text, to the argument list that it runs."""

from __future__ import annotations

import re
import shlex

#: A word that a POSIX shell takes as it is, or a quoted text in which it expands nothing.
_PLAIN = re.compile(r"""(?:[\w@%+=:,./\[\]-]|'[^']*'|"[^"$`\\]*"|\s)*\Z""")


def argv(literal: str) -> list[str] | None:
    """The argument list of a command line; None if its quotation marks are not closed.

    A line that needs a shell (an expansion, a redirection, a loop) is the shell's: `bash -c` and the line.
    A semicolon that only ends the line belongs to no argument.
    """
    line = literal.strip().removesuffix(";").rstrip()
    if not _PLAIN.match(line):
        return ["bash", "-c", literal]
    try:
        return shlex.split(line)
    except ValueError:
        return None
