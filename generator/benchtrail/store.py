# SPDX-License-Identifier: Apache-2.0
"""Writing a run folder: whole or not at all, under the name that binds its content."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchtrail.load import encode, run_id
from benchtrail.model import Run


def save(run: Run, raw: Mapping[str, bytes], label: str, root: Path) -> Path:
    """Write `<root>/<suite>/<label>-<digest>/` and return it. An equal run that is there already is left alone.

    The folder is assembled beside its place and renamed in, so that no half-written run is ever seen.
    """
    text = encode(run)
    folder = root / run.suite / run_id(label, text)
    if folder.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=".staging-", dir=folder.parent))
    try:
        (staging / "raw").mkdir()
        for name, data in raw.items():
            (staging / "raw" / name).write_bytes(data)
        (staging / "run.json").write_bytes(text)
        staging.chmod(0o755)
        os.replace(staging, folder)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        raise
    return folder
