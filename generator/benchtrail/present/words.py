# SPDX-License-Identifier: Apache-2.0
"""The words that stand for enumerations: reviewed, in one place."""

from __future__ import annotations

from benchtrail.model import Doubt, Memory, Role, Trust

DOUBTS = {
    Doubt.MB_UNSTATED: "The source does not say whether its MB and GB are decimal or powers of two; they are read as decimal here.",
    Doubt.CLOCK_AFTER_RECEIPT: "The tool starts its clock after the event has been received, so this is no measurement of notification delay.",
    Doubt.OUTLIER: "This row lies far from what the other rows say.",
    Doubt.UNIT_UNSTATED: "The source does not spell out the unit.",
    Doubt.SHARED_MACHINE: "Measured on a shared virtual machine: compare shapes, not absolute times.",
    Doubt.PARTIAL: "The measurement was cut short.",
    Doubt.SETTING_UNCERTAIN: "The source gives the command as an example only; this row may have used other settings.",
}

MEMORY = {
    Memory.HEAP_IN_USE: "Go heap in use",
    Memory.HEAP_AFTER_GC: "Go heap after garbage collection",
    Memory.HEAP_ALLOCATED: "Go heap allocated",
    Memory.RESIDENT: "resident set",
    Memory.RESIDENT_PEAK: "resident set, peak",
    Memory.RESIDENT_ANONYMOUS: "resident set, anonymous",
    Memory.RESIDENT_FILE: "resident set, file-backed",
    Memory.WORKING_SET: "working set",
    Memory.MMAP: "memory-mapped file",
    Memory.STACK: "goroutine stacks",
    Memory.LIMIT: "memory limit",
    Memory.INSTALLED: "installed memory",
    Memory.UNSTATED: "memory, kind not stated by the source",
}

TRUST = {
    Trust.TRANSCRIBED: "Copied from a published document; there is no run behind it that we could check.",
    Trust.SELF_REPORTED: "Sent in by whoever ran it; the raw output is kept and every value recomputes from it.",
    Trust.ATTESTED: "Made by this project's own workflow, which signed the raw output.",
    Trust.REPLICATED: "Measured again by somebody else, with the same result.",
}

ROLES = {
    Role.SERVER: "Server",
    Role.CLIENT: "Client",
    Role.PROXY: "Proxy",
    Role.MONITOR: "Monitor",
    Role.SETUP: "Set-up",
}
