# SPDX-License-Identifier: Apache-2.0
"""`python -m benchtrail.harness`: the command without the rest of the menu."""

import sys

from benchtrail.errors import Problems
from benchtrail.harness.command import run

if __name__ == "__main__":
    try:
        run()
    except Problems as problems:
        sys.exit("\n".join(str(problem) for problem in problems.problems))
