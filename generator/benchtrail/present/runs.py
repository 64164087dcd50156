# SPDX-License-Identifier: Apache-2.0
"""The page of a run: everything it holds, and an evidence card for every value."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Mapping, Sequence

from benchtrail.extract import Located, line_number, line_span, place_text
from benchtrail.load import LoadedRun
from benchtrail.model import Artifact, CellPlace, Exact, Fact, Point, ProfilePlace, Text
from benchtrail.present.cells import fact_cell, points_table, text_cell
from benchtrail.present.views import (
    ArtifactView,
    Card,
    Cell,
    CommandLine,
    EnvironmentView,
    ExcerptLine,
    FactView,
    RoleView,
    RunView,
    SourceView,
    SuiteRef,
)
from benchtrail.present.words import DOUBTS, MEMORY, ROLES, TRUST
from benchtrail.quantity import Sourced
from benchtrail.rules import card_ids
from benchtrail.suites import SUITES, label
from benchtrail.units import megabytes, scaled_bytes, to_base
from benchtrail.verify import locate

#: Lines and characters around a literal that an excerpt shows.
CONTEXT_LINES = 1
MAX_CONTEXT = 400


def run_view(run: LoadedRun, used_by: Mapping[str, Sequence[Cell]]) -> RunView:
    """The run's page. `used_by` gives for the address of a card the pages and numbers that use it."""
    document = run.run
    suite = SUITES.get(document.suite)
    return RunView(
        kind="run",
        id=run.id,
        suite=SuiteRef(
            name=document.suite,
            title=suite.title if suite else document.suite,
            href=f"/docs/{document.suite}/",
        ),
        trust=document.trust.value,
        trust_text=TRUST[document.trust],
        title=document.title,
        date=document.date,
        subject=_subject(run),
        source=source_view(run) if document.source else None,
        environments=environment_view(run).roles,
        commands=tuple(
            CommandLine(
                role=command.role.value,
                text=command.evidence.literal if command.evidence else shlex.join(command.argv),
                label=_command_label(command.label, example=command.example),
                href=f"#command-{command.id}" if command.evidence else "",
            )
            for command in document.commands
        ),
        tables=tuple(
            points_table(run, table) for table in dict.fromkeys(point.table for point in document.points)
        ),
        charts=(),
        artifacts=tuple(artifact_view(run, artifact) for artifact in document.artifacts),
        cards=tuple(_cards(run, used_by)),
        notes=document.notes,
    )


def environment_view(run: LoadedRun) -> EnvironmentView:
    """The machines of a run, every fact a link to its card."""
    roles = []
    for i, machine in enumerate(run.run.environment):
        facts = tuple(
            FactView(
                label=label(run.run.suite, name),
                cell=fact_cell(run, f"{machine.role.value}-{i}-{name}", fact),
            )
            for name, fact in machine.facts.items()
        )
        roles.append(RoleView(role=ROLES[machine.role], facts=facts))
    return EnvironmentView(run=run_cell(run), roles=tuple(roles))


def run_cell(run: LoadedRun) -> Cell:
    """A link to the run, by its title."""
    return Cell(text=run.run.title, href=run.address, kind="identifier")


def source_view(run: LoadedRun) -> SourceView:
    """Where the figures of a run come from."""
    source = run.run.source
    if source is None:
        return SourceView(title=run.run.title, run=run_cell(run), trust=run.run.trust.value)
    return SourceView(
        title=source.title,
        address=source.address,
        revision=source.revision,
        licence=source.licence,
        digest=source.sha256,
        run=run_cell(run),
        trust=run.run.trust.value,
    )


def artifact_view(run: LoadedRun, artifact: Artifact) -> ArtifactView:
    """A file of evidence, with its download."""
    return ArtifactView(
        name=artifact.name,
        href=f"{run.address}raw/{artifact.name}",
        sha256=artifact.sha256,
        size=scaled_bytes(artifact.size, binary=False),
        media_type=artifact.media_type,
        describes=artifact.describes,
    )


def _command_label(text: str, *, example: bool) -> str:
    return " · ".join(part for part in ("an example in the source" if example else "", text) if part)


def _subject(run: LoadedRun) -> tuple[FactView, ...]:
    subject = run.run.subject
    rows = (
        ("Software", subject.software, "text"),
        ("Version", subject.version, "version"),
        ("Commit", subject.commit, "identifier"),
        ("Toolchain", subject.toolchain, "version"),
    )
    return tuple(FactView(label=name, cell=Cell(text=text, kind=kind)) for name, text, kind in rows if text)


def _cards(run: LoadedRun, used_by: Mapping[str, Sequence[Cell]]) -> list[Card]:
    artifacts = {artifact.name: artifact_view(run, artifact) for artifact in run.run.artifacts}
    points = {point.id: point for point in run.run.points}
    parameters = {point.id: _parameters(run, point) for point in run.run.points}
    lines = _Lines(run)
    cards = []
    for card, pointer, fact in card_ids(run.run):
        if fact.evidence is None:
            continue
        key = "command-line" if pointer.startswith("/commands/") else pointer.rpartition("/")[2]
        point = points.get(card.removesuffix(f"-{key}")) if pointer.startswith("/points/") else None
        sourced = Sourced(run=run, card=card, fact=fact)
        cards.append(
            Card(
                id=card,
                title=label(run.run.suite, key),
                point=point.id if point else card.removeprefix("command-") if key == "command-line" else "",
                cell=Cell(
                    text="" if key == "command-line" else sourced.text,
                    href=f"#{card}",
                    kind=sourced.kind,
                    literal=sourced.literal,
                ),
                literal=sourced.literal,
                artifact=artifacts[fact.evidence.artifact],
                place=place_text(fact.evidence.place),
                extractor=fact.evidence.extractor,
                document_place=point.document_place if point else "",
                facts=_memory(fact)
                + _profile(fact)
                + (parameters[point.id] if point and key in point.values else ()),
                excerpt=lines.excerpt(fact),
                doubts=() if isinstance(fact, Text) else tuple(DOUBTS[doubt] for doubt in fact.doubts),
                used_by=tuple(used_by.get(sourced.href, ())),
            )
        )
    return cards


def _memory(fact: Fact) -> tuple[FactView, ...]:
    """Which memory a value counts, where it is memory."""
    if isinstance(fact, Text) or fact.memory is None:
        return ()
    counted = FactView(label="Memory counted", cell=text_cell(MEMORY[fact.memory]))
    if isinstance(fact, Exact) and fact.unit in ("By", "KiBy"):
        # Tables and prose set such a value beside published figures, in their unit: the card says the same.
        decimal = Cell(text=megabytes(to_base(fact.value, fact.unit)), kind="exact")
        return (counted, FactView(label="In megabytes", cell=decimal))
    return (counted,)


def _profile(fact: Fact) -> tuple[FactView, ...]:
    """For a sum over a profile: that it has no line to show, and the command that prints the same total."""
    evidence = fact.evidence
    if evidence is None or not isinstance(evidence.place, ProfilePlace):
        return ()
    command = f"go tool pprof -top -unit=B -sample_index={evidence.place.sample_type} {evidence.artifact}"
    return (
        FactView(
            label="Excerpt", cell=text_cell("none: the figure is the sum over all samples of the profile")
        ),
        FactView(label="Same total with", cell=Cell(text=command, kind="code")),
    )


def _parameters(run: LoadedRun, point: Point) -> tuple[FactView, ...]:
    """The parameters at which the values of a point were measured, as each of their cards shows them."""
    return tuple(
        FactView(label=label(run.run.suite, name), cell=fact_cell(run, f"{point.id}-{name}", parameter))
        for name, parameter in point.parameters.items()
    )


class _Lines:
    """Excerpts of a run's artifacts; a line that several cards show is cut once."""

    def __init__(self, run: LoadedRun) -> None:
        self._run = run
        self._line = functools.lru_cache(maxsize=256)(_line)

    def excerpt(self, fact: Fact) -> tuple[ExcerptLine, ...]:
        """The lines around a literal with the literal marked; a CSV shows its header too."""
        evidence = fact.evidence
        if evidence is None or isinstance(evidence.place, ProfilePlace):
            return ()  # a sum over all samples has no line of its own
        data = self._run.raw[evidence.artifact]
        located = locate(self._run, evidence)
        number = line_number(data, located.start)
        marked = _marked(data, located, number)
        if isinstance(evidence.place, CellPlace):
            return (self._line(data, 1), marked)
        before = range(max(1, number - CONTEXT_LINES), number)
        return (*(self._line(data, n) for n in before), marked)


def _line(data: bytes, number: int) -> ExcerptLine:
    start, end = line_span(data, number)
    return ExcerptLine(
        line=str(number), text=data[start : min(end, start + 2 * MAX_CONTEXT)].decode(errors="replace")
    )


def _marked(data: bytes, located: Located, number: int) -> ExcerptLine:
    start = data.rfind(b"\n", 0, located.start) + 1
    end = data.find(b"\n", located.end)
    end = len(data) if end < 0 else end
    before = data[max(start, located.start - MAX_CONTEXT) : located.start].decode(errors="replace")
    after = data[located.end : min(end, located.end + MAX_CONTEXT)].decode(errors="replace")
    return ExcerptLine(
        line=str(number),
        before=before,
        mark=data[located.start : located.end].decode(errors="replace"),
        after=after,
    )
