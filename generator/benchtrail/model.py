# SPDX-License-Identifier: Apache-2.0
"""The run format: the only authority for what a `run.json` may hold.

`data/schema/run.schema.json` and the reference page of the format are generated from these types
(`schema.py`); nothing else restates them. All types are frozen, refuse unknown fields, and take
keyword arguments only. Docstrings and `Meta` descriptions are published: they are written for
somebody who prepares a run.

Units are spelled in UCUM (`By`, `kBy`, `MBy`, `KiBy`, `MiBy`, `s`, `ms`, `{request}/s`, `1`, …).
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

FORMAT_VERSION = 1

#: Slugs name points, metrics, parameters and files; they stand in addresses.
SLUG = r"^[a-z0-9](?:[a-z0-9._-]{0,78}[a-z0-9])?\Z"
#: Flat file names below raw/: no folders, no leading dot, nothing a server would interpret.
FILE = r"^[a-z0-9][a-z0-9._-]{0,119}\Z"
DIGEST = r"^[0-9a-f]{64}\Z"
#: One line of text without control characters; bidi and format characters are refused by the loader.
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z"

Slug: TypeAlias = Annotated[
    str,
    Meta(pattern=SLUG, description="Lower-case name: letters, digits, `.`, `_`, `-`; at most 80 characters"),
]
FileName: TypeAlias = Annotated[str, Meta(pattern=FILE, description="Flat lower-case file name below `raw/`")]
Digest: TypeAlias = Annotated[
    str, Meta(pattern=DIGEST, description="SHA-256 as 64 lower-case hexadecimal digits")
]
Line: TypeAlias = Annotated[
    str, Meta(pattern=LINE, max_length=400, description="One line of plain text, at most 400 characters")
]
Literal: TypeAlias = Annotated[
    str,
    Meta(pattern=LINE, max_length=4000, description="The characters exactly as they stand in the artifact"),
]
Unit: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,40}\Z",
        description="Unit in UCUM spelling, such as `By`, `MiBy`, `s`, `{request}/s`, `1`",
    ),
]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53, description="A whole number from 0 to 2^53")]
Finite: TypeAlias = Annotated[float, Meta(ge=-1e300, le=1e300, description="A finite number")]
Ordinal: TypeAlias = Annotated[int, Meta(ge=1, le=2**53, description="A whole number from 1")]


class _Base(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Trust(Enum):
    """How far the origin of a run is known."""

    TRANSCRIBED = "transcribed"
    SELF_REPORTED = "self-reported"
    ATTESTED = "attested"
    REPLICATED = "replicated"


class Memory(Enum):
    """Which memory a figure counts: two kinds are never compared as if alike."""

    HEAP_IN_USE = "heap-in-use"
    HEAP_AFTER_GC = "heap-after-gc"
    HEAP_ALLOCATED = "heap-allocated"
    RESIDENT = "resident-set"
    RESIDENT_PEAK = "resident-set-peak"
    RESIDENT_ANONYMOUS = "resident-set-anonymous"
    RESIDENT_FILE = "resident-set-file"
    WORKING_SET = "working-set"
    MMAP = "mmap"
    STACK = "goroutine-stack"
    LIMIT = "limit"
    INSTALLED = "installed"
    UNSTATED = "unstated"


class Reason(Enum):
    """Why there is no value: an outcome is a result, and stays listed."""

    OUT_OF_MEMORY = "out-of-memory"
    TIMED_OUT = "timed-out"
    FAILED = "failed"
    NOT_MEASURED = "not-measured"
    NOT_RUN = "not-run"


class Doubt(Enum):
    """A warning that rides beside a number and is shown as its footnote."""

    MB_UNSTATED = "mb-unstated"
    CLOCK_AFTER_RECEIPT = "clock-after-receipt"
    OUTLIER = "outlier"
    UNIT_UNSTATED = "unit-unstated"
    SHARED_MACHINE = "shared-machine"
    PARTIAL = "partial"
    SETTING_UNCERTAIN = "setting-uncertain"


class Role(Enum):
    """The part a machine or a command plays."""

    SERVER = "server"
    CLIENT = "client"
    PROXY = "proxy"
    MONITOR = "monitor"
    SETUP = "setup"


# --- places: where in an artifact a literal stands -------------------------------------------------


class CellPlace(_Base, tag="cell", tag_field="kind", kw_only=True):
    """A cell of a CSV file."""

    line: Annotated[
        int, Meta(ge=2, le=10_000_000, description="Line of the file, counted from 1; the header is line 1")
    ]
    column: Annotated[str, Meta(pattern=LINE, max_length=120, description="Column name as the header has it")]


class SpanPlace(_Base, tag="span", tag_field="kind", kw_only=True):
    """A span of bytes."""

    start: Annotated[Count, Meta(description="First byte, counted from 0")]
    end: Annotated[Count, Meta(description="Byte after the last one")]


class PointerPlace(_Base, tag="pointer", tag_field="kind", kw_only=True):
    """A value in a JSON file, by JSON pointer (RFC 6901)."""

    pointer: Annotated[
        str, Meta(pattern=r"^(/[^\x00-\x1f]*)?\Z", max_length=1000, description="JSON pointer")
    ]


class FieldPlace(_Base, tag="field", tag_field="kind", kw_only=True):
    """A named field of a line-oriented text: `VmRSS` of a process status, a metric of a Prometheus page."""

    name: Annotated[
        str, Meta(pattern=LINE, max_length=400, description="The field's name as it stands in the text")
    ]
    nth: Annotated[Ordinal, Meta(description="Which occurrence, counted from 1")] = 1


class ProfilePlace(_Base, tag="profile", tag_field="kind", kw_only=True):
    """The sum of one sample type over all samples of a pprof profile."""

    sample_type: Annotated[
        str, Meta(pattern=SLUG.replace("a-z0-9._-", "a-z0-9_"), description="Such as `inuse_space`")
    ]


Place: TypeAlias = CellPlace | SpanPlace | PointerPlace | FieldPlace | ProfilePlace


class Evidence(_Base, kw_only=True):
    """Where a value was read, and by what."""

    artifact: Annotated[FileName, Meta(description="Name of the artifact in this run's `artifacts`")]
    place: Annotated[Place, Meta(description="The place in the artifact")]
    literal: Annotated[Literal, Meta(description="The characters at that place, unchanged")]
    extractor: Annotated[
        str,
        Meta(
            pattern=r"^[a-z0-9-]{1,60}@[0-9]{1,4}\Z",
            description="The extractor that reads them, with its version",
        ),
    ]


# --- values ----------------------------------------------------------------------------------------


class _Measured(_Base, tag_field="kind", kw_only=True):
    unit: Annotated[Unit, Meta(description="Unit of the numbers, UCUM")]
    evidence: Annotated[Evidence, Meta(description="Where the value was read")]
    memory: Annotated[Memory | None, Meta(description="Which memory, where the value is memory")] = None
    doubts: Annotated[
        tuple[Doubt, ...], Meta(max_length=8, description="Warnings shown beside the value")
    ] = ()


class Exact(_Measured, tag="exact", kw_only=True):
    """One number."""

    value: Annotated[Finite, Meta(description="The number")]


class Range(_Measured, tag="range", kw_only=True):
    """From low to high, both as stated."""

    low: Annotated[Finite, Meta(description="Lower end")]
    high: Annotated[Finite, Meta(description="Upper end, not below the lower")]


class Bound(_Measured, tag="bound", kw_only=True):
    """Only one side is known: above or below a limit."""

    side: Annotated[Side, Meta(description="On which side of the limit the value lies")]
    limit: Annotated[Finite, Meta(description="The limit; the literal tells whether it is itself included")]


class Side(Enum):
    """The side of a bound."""

    ABOVE = "above"
    BELOW = "below"


class Approximate(_Measured, tag="approximate", kw_only=True):
    """About this much, in the source's own words."""

    value: Annotated[Finite, Meta(description="The number said to be approximate")]


class Absent(_Measured, tag="none", kw_only=True):
    """No number, and why."""

    reason: Annotated[Reason, Meta(description="Why there is no number")]


class Text(_Base, tag="text", tag_field="kind", kw_only=True):
    """A parameter or fact that is not a number: a version, a machine type, a setting's name."""

    text: Annotated[Line, Meta(description="The text")]
    evidence: Annotated[Evidence | None, Meta(description="Where it was read")] = None


Value: TypeAlias = Exact | Range | Bound | Approximate | Absent
Fact: TypeAlias = Exact | Range | Bound | Approximate | Absent | Text


# --- the run ---------------------------------------------------------------------------------------


class Artifact(_Base, kw_only=True):
    """A file below `raw/`: the bytes that values were read from. Never edited."""

    name: Annotated[FileName, Meta(description="File name below `raw/`")]
    sha256: Annotated[Digest, Meta(description="Digest of the bytes")]
    size: Annotated[Count, Meta(description="Size in bytes")]
    media_type: Annotated[
        str, Meta(pattern=r"^[a-z]+/[a-z0-9.+-]{1,60}\Z", description="Media type, such as `text/csv`")
    ]
    describes: Annotated[Line, Meta(description="What it holds, in one line")] = ""


class Subject(_Base, kw_only=True):
    """What was measured."""

    software: Annotated[Line, Meta(description="Name of the software")]
    version: Annotated[
        Line, Meta(description="Version as the source or the binary tells it; empty if it does not")
    ] = ""
    commit: Annotated[Line, Meta(description="Commit, where known")] = ""
    toolchain: Annotated[Line, Meta(description="Compiler or runtime and its version, where known")] = ""


class Machine(_Base, kw_only=True):
    """The environment of one role. What is not known is left out, never guessed."""

    role: Annotated[Role, Meta(description="Whose machine this is")]
    facts: Annotated[
        dict[Slug, Fact],
        Meta(
            max_length=40,
            description="`machine`, `cpus`, `cpu-model`, `memory`, `os`, `kernel`, `network`, `nodes`, …",
        ),
    ]


class Command(_Base, kw_only=True):
    """One exact command line."""

    id: Annotated[Slug, Meta(description="Unique among the run's commands")]
    role: Annotated[Role, Meta(description="Who runs it")]
    argv: Annotated[
        tuple[Literal, ...],
        Meta(min_length=1, max_length=200, description="The argument list; the program is the first"),
    ]
    points: Annotated[
        tuple[Slug, ...], Meta(max_length=1000, description="The points it belongs to; none means all")
    ] = ()
    label: Annotated[Line, Meta(description="What it does, in a few words")] = ""
    example: Annotated[
        bool,
        Meta(
            description="True where the source calls it an example, so that other points may have used other values"
        ),
    ] = False
    evidence: Annotated[Evidence | None, Meta(description="Where it was read")] = None


class Point(_Base, kw_only=True):
    """One combination of parameter values, with what was measured there or why not."""

    id: Annotated[Slug, Meta(description="Unique within the run; stands in the address of the evidence card")]
    table: Annotated[Slug, Meta(description="The table of the suite that this point belongs to")]
    parameters: Annotated[dict[Slug, Fact], Meta(max_length=40, description="Parameter values by name")]
    values: Annotated[
        dict[Slug, Value], Meta(min_length=1, max_length=60, description="Measured values by metric name")
    ]
    document_place: Annotated[
        Line, Meta(description="For a transcription: where in the document this row stands")
    ] = ""


class Source(_Base, kw_only=True):
    """The document a transcribed run was read from."""

    title: Annotated[Line, Meta(description="Title of the document")]
    address: Annotated[
        str,
        Meta(
            pattern=r"^(https?://[!-~]{1,400})?\Z", description="Its public address; empty if none is known"
        ),
    ]
    revision: Annotated[Line, Meta(description="Commit, version or date of the document")]
    licence: Annotated[Line, Meta(description="SPDX identifier, or what is known of it")]
    sha256: Annotated[Digest, Meta(description="Digest of the document's text as it was read")]


class Run(_Base, kw_only=True):
    """One execution of a suite at one place and time, or one transcribed document.

    The folder's name ends in the first ten digits of the SHA-256 of `run.json`, and `run.json` holds
    the digest of every artifact: so the name binds the whole content, and nothing can be edited in place.
    """

    format: Annotated[int, Meta(ge=1, le=1, description="Version of this format: 1")]
    suite: Annotated[Slug, Meta(description="The suite's name")]
    title: Annotated[Line, Meta(min_length=1, description="What this run is, in one line")]
    trust: Annotated[Trust, Meta(description="How far its origin is known")]
    date: Annotated[
        str,
        Meta(
            pattern=r"^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?\Z",
            description="When it was measured or the document written: year, month or day (ISO 8601); empty if not known",
        ),
    ]
    subject: Annotated[Subject, Meta(description="What was measured")]
    environment: Annotated[tuple[Machine, ...], Meta(max_length=20, description="Machines by role")]
    commands: Annotated[tuple[Command, ...], Meta(max_length=500, description="Exact command lines")]
    artifacts: Annotated[
        tuple[Artifact, ...], Meta(min_length=1, max_length=2000, description="The evidence")
    ]
    points: Annotated[tuple[Point, ...], Meta(min_length=1, max_length=5000, description="What was measured")]
    source: Annotated[Source | None, Meta(description="For a transcribed run: the document")] = None
    replicates: Annotated[
        str, Meta(pattern=r"^[a-z0-9._-]{0,120}\Z", description="The run this one repeats, by id")
    ] = ""
    notes: Annotated[
        tuple[Line, ...], Meta(max_length=40, description="What a reader should know of this run")
    ] = ()
