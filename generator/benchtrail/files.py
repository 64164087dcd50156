# SPDX-License-Identifier: Apache-2.0
"""Reading untrusted files: regular files only, links never followed, sizes capped, digests taken."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from benchtrail.errors import Problem, Problems

MAX_ARTIFACT_BYTES = 32 * 2**20


def read_regular(path: Path, file: str, limit: int = MAX_ARTIFACT_BYTES) -> bytes:
    """The bytes of a regular file of at most `limit` bytes. Raises `Problems` naming `file` otherwise.

    `O_NOFOLLOW` and a check of the opened descriptor, not of the name: what is checked is what is read.
    `O_NONBLOCK` keeps a named pipe from hanging the build.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as fault:
        found = "a symbolic link" if path.is_symlink() else (fault.strerror or "an error").lower()
        raise Problems([_problem(file, "a readable regular file", found)]) from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise Problems([_problem(file, "a regular file", "a folder, device, pipe or socket")])
        if status.st_nlink > 1:
            raise Problems([_problem(file, "a file with one name", f"{status.st_nlink} hard links")])
        if status.st_size > limit:
            raise Problems([_problem(file, f"at most {limit} bytes", f"{status.st_size} bytes")])
        return _read_all(descriptor, status.st_size)
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, size: int) -> bytes:
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data
    parts = [data]
    while part := os.read(descriptor, 2**20):
        parts.append(part)
    return b"".join(parts)


def _problem(file: str, expected: str, found: str) -> Problem:
    return Problem(file=file, place="", expected=expected, found=found, remedy="Put the file itself there")


def digest(data: bytes) -> str:
    """SHA-256 in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()
