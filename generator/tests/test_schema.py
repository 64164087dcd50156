# SPDX-License-Identifier: Apache-2.0
"""The published schema is the types' own, and its reader names every fault."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from benchtrail import schema
from benchtrail.load import encode
from benchtrail.model import Run
from benchtrail.reference import markdown, reference

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = ROOT / "data" / "schema" / "run.schema.json"


def _patterns(node: object) -> list[str]:
    if isinstance(node, dict):
        own = [node["pattern"]] if isinstance(node.get("pattern"), str) else []
        return own + [pattern for value in node.values() for pattern in _patterns(value)]
    if isinstance(node, list):
        return [pattern for value in node for pattern in _patterns(value)]
    return []


def test_the_published_schema_is_generated_from_the_types() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == schema.published_text(), (
        "data/schema/run.schema.json differs from the types: write schema.published_text() to it"
    )


def test_the_schema_is_valid_and_accepts_a_run(run: Run) -> None:
    published = schema.published()
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.Draft202012Validator(published).validate(json.loads(encode(run)))


def test_patterns_are_in_the_syntax_of_ecma_262() -> None:
    patterns = _patterns(schema.published())
    assert len(patterns) > 20
    for pattern in patterns:
        assert not re.search(r"\\[AZz]|\(\?P|\(\?<|\(\?[a-zA-Z]+\)|\+\+|\*\+", pattern), pattern
        assert pattern.startswith("^"), pattern
        assert pattern.endswith("$"), pattern


def test_inside_a_pattern_never_matches_before_a_trailing_newline(document: dict[str, Any]) -> None:
    document["suite"] += "\n"
    assert [problem.place for problem in schema.faults(document, "run.json")] == ["/suite"]


def test_every_field_is_described() -> None:
    for name, definition in schema.published()["$defs"].items():
        assert definition.get("description"), name
        for key, value in definition.get("properties", {}).items():
            if key != "kind":
                assert value.get("description"), f"{name}.{key}"


def test_nothing_unknown_is_accepted_anywhere() -> None:
    for name, definition in schema.published()["$defs"].items():
        if definition.get("type") == "object":
            assert definition.get("additionalProperties") is False, name


@pytest.mark.parametrize(
    ("path", "expected"), [((), ""), (("a", 0), "/a/0"), (("a/b", "c~d"), "/a~1b/c~0d"), (("",), "/")]
)
def test_pointers_are_written_as_rfc_6901_says(path: tuple[object, ...], expected: str) -> None:
    assert schema.pointer(path) == expected


def test_the_reference_has_every_type_and_field_described() -> None:
    definitions = schema.published()["$defs"]
    documented = {item.name: item for item in reference()}
    assert set(documented) == set(definitions)
    for name, item in documented.items():
        assert item.description, name
        fields = set(definitions[name].get("properties", {}))
        assert {field.name for field in item.fields} | ({"kind"} if item.tag else set()) == fields
        for field in item.fields:
            assert field.description, f"{name}.{field.name}"
            assert "any" not in field.type.split(), f"{name}.{field.name}"
        assert item.fields or item.words


def test_the_reference_as_markdown_is_tables_without_stray_bars() -> None:
    text = markdown()
    assert "{{" not in text
    assert "<" not in re.sub(r"`[^`]*`", "", text)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1, table
    for item in reference():
        assert re.search(rf"^##+ {item.name}$", text, re.MULTILINE)
