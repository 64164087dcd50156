# SPDX-License-Identifier: Apache-2.0
"""Building the pinned servers, tools and probes with Go, each from its own module, cached.

A binary is current when its module's `go.mod`, `go.sum` and sources, the Go release and the build
flags are the ones recorded beside it. Builds carry no path of the machine (`-trimpath`) and no C.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchtrail.errors import Problem, Problems, show
from benchtrail.harness.versions import Etcd

#: etcd's own load tool: the newest 3.6 whose root module resolves; it has `txn-mixed` and drives older servers.
BENCHMARK_PACKAGE = "go.etcd.io/etcd/v3/tools/benchmark"
_FLAGS = ("-trimpath", "-buildvcs=false", "-mod=readonly")

Tell = Callable[[str], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """One binary: `name` below the cache folder, the module's folder below `generator/harness/`, the package."""

    name: str
    module: str
    package: str

    @property
    def program(self) -> str:
        """The binary's own name, without the version's folder."""
        return self.name.rpartition("/")[2]


def etcd(version: Etcd) -> Target:
    """The server."""
    return Target(name=f"{version.version}/etcd", module=version.module, package=version.package)


def indexprobe(version: Etcd) -> Target:
    """The probe that builds this version's key index."""
    return Target(name=f"{version.version}/indexprobe", module=version.module, package="./indexprobe")


BENCHMARK = Target(name="benchmark", module="benchmark", package=BENCHMARK_PACKAGE)
WATCHLOAD = Target(name="watchload", module="watchload", package=".")


def project_root(start: Path | None = None) -> Path:
    """The project folder: the nearest one upwards, from `start` or from here, that has the harness' modules."""
    places = [start or Path.cwd(), Path(__file__).resolve().parent]
    for place in places:
        for folder in (place, *place.parents):
            if (folder / "generator" / "harness" / "etcd").is_dir():
                return folder
    problem = Problem(
        file="generator/harness",
        place="",
        expected="the harness' Go modules in this folder or one above it",
        found="none",
        remedy="Run the command inside a clone of the project",
    )
    raise Problems([problem])


def build(target: Target, root: Path, tell: Tell) -> Path:
    """The path of a current binary, built if need be. Raises `Problems` with the last lines of what Go said."""
    binary = root / ".cache" / "benchtrail" / "bin" / target.name
    stamp = binary.with_name(binary.name + ".built.json")
    module = root / "generator" / "harness" / target.module
    inputs = _inputs(target, root, module)
    if binary.is_file() and stamp.is_file() and json.loads(stamp.read_text("utf-8")) == inputs:
        return binary
    tell(f"building {target.name} (cached afterwards)")
    began = time.monotonic()
    binary.parent.mkdir(parents=True, exist_ok=True)
    made = binary.with_name(f"{binary.name}.{os.getpid()}.new")
    try:
        _go(["build", *_FLAGS, "-o", str(made), target.package], module, f"building {target.name}")
        stamp.unlink(missing_ok=True)
        made.replace(binary)
    finally:
        made.unlink(missing_ok=True)
    stamp.write_text(json.dumps(inputs, indent=1) + "\n", "utf-8")
    tell(f"built {target.name} in {time.monotonic() - began:.0f} s")
    return binary


def build_facts(binary: Path, program: str) -> str:
    """What `go version -m` tells of a binary, under its neutral name."""
    return _go(["version", "-m", binary.name], binary.parent, f"reading {program}").replace(
        binary.name, f"bin/{program}", 1
    )


def _inputs(target: Target, root: Path, module: Path) -> dict[str, str]:
    sha = hashlib.sha256()
    for path in _sources(root, module):
        sha.update(f"{path.relative_to(root)}\0".encode())
        sha.update(hashlib.sha256(path.read_bytes()).digest())
    return {
        "sources": sha.hexdigest(),
        "go": _go(["env", "GOVERSION"], module, "asking Go for its version").strip(),
        "flags": " ".join(_FLAGS),
        "package": target.package,
    }


def _sources(root: Path, module: Path) -> Iterator[Path]:
    """All that decides what the module builds; the shared probe package is part of each server's module."""
    for folder in (module, root / "generator" / "harness" / "indexprobe"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in (".go", ".mod", ".sum", ".s"):
                yield path


def _go(arguments: list[str], folder: Path, doing: str) -> str:
    go = shutil.which("go")
    if go is None:
        raise Problems([_problem(doing, "Go on the path", "none", "Install Go 1.26 or later")])
    environment = {**os.environ, "CGO_ENABLED": "0", "GOFLAGS": "", "GOWORK": "off"}
    done = subprocess.run(
        [go, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )  # noqa: S603
    if done.returncode != 0:
        last = " / ".join(done.stderr.strip().splitlines()[-5:])
        raise Problems(
            [
                _problem(
                    doing,
                    "go to succeed",
                    f"exit code {done.returncode}: {show(last, 600)}",
                    "See the message of Go",
                )
            ]
        )
    return done.stdout


def _problem(doing: str, expected: str, found: str, remedy: str) -> Problem:
    return Problem(file=doing, place="", expected=expected, found=found, remedy=remedy)
