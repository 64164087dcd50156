# SPDX-License-Identifier: Apache-2.0
"""The reference of the run format, generated from the types.

`reference()` is the data, `markdown()` the body of the page /about/format/. Field names, types and
limits stand in code spans in tables; the only digits outside are those of `Meta` descriptions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchtrail.extract import EXTRACTORS
from benchtrail.model import LINE, SLUG
from benchtrail.schema import published
from benchtrail.units import UNITS

#: The order in which a reader meets the types: the run, its parts, values, evidence, places, words.
ORDER = (
    "Run", "Subject", "Source", "Machine", "Command", "Artifact", "Point",
    "Exact", "Range", "Bound", "Approximate", "Absent", "Text",
    "Evidence", "CellPlace", "SpanPlace", "PointerPlace", "FieldPlace", "ProfilePlace",
    "Trust", "Memory", "Reason", "Doubt", "Role", "Side",
)  # fmt: skip

_LIMITS = {
    "minimum": "at least",
    "maximum": "at most",
    "minLength": "length at least",
    "maxLength": "length at most",
    "minItems": "items at least",
    "maxItems": "items at most",
    "maxProperties": "entries at most",
    "minProperties": "entries at least",
    "pattern": "matches",
}

#: Patterns that recur, in words.
_PATTERNS = {
    LINE.replace("\\Z", "$"): "one line without control characters",
    SLUG.replace("\\Z", "$"): "lower-case letters, digits, dot, underscore, dash",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldDoc:
    """A field: its type in words, whether it must be there, what it means, and its limits."""

    name: str
    type: str
    required: bool
    description: str
    limits: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeDoc:
    """A type: an object with fields, or (`words`) a choice of words. `tag` is the `kind` that names it."""

    name: str
    description: str
    tag: str = ""
    fields: tuple[FieldDoc, ...] = ()
    words: tuple[str, ...] = ()


def reference() -> tuple[TypeDoc, ...]:
    """Every type of the run format, in reading order."""
    definitions = published()["$defs"]
    if set(definitions) != set(ORDER):
        different = ", ".join(sorted(set(definitions) ^ set(ORDER)))
        raise AssertionError(f"ORDER names other types than the model has: {different}")
    return tuple(_type(name, definitions[name]) for name in ORDER)


def _type(name: str, schema: dict[str, Any]) -> TypeDoc:
    properties = schema.get("properties", {})
    kind = properties.get("kind", {})
    tag = kind.get("const", "") or next(iter(kind.get("enum", ())), "")
    fields = tuple(
        _field(key, value, required=key in schema.get("required", ()))
        for key, value in properties.items()
        if key != "kind" or not tag
    )
    words = tuple(str(word) for word in schema.get("enum", ()))
    return TypeDoc(name=name, description=schema.get("description", ""), tag=tag, fields=fields, words=words)


def _field(name: str, schema: dict[str, Any], *, required: bool) -> FieldDoc:
    return FieldDoc(
        name=name,
        type=_words(schema),
        required=required,
        description=schema.get("description", ""),
        limits=tuple(_limits(schema)),
    )


def _words(schema: dict[str, Any]) -> str:
    """The type of a field in words, types of ours by their name."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(_words(branch) for branch in schema["anyOf"]).replace(" or null", ", or nothing")
    match schema.get("type"):
        case "array":
            return f"list of {_words(schema.get('items', {}))}"
        case "object":
            return f"object of {_words(schema.get('additionalProperties', {}))} by name"
        case "string":
            return "text"
        case "integer":
            return "whole number"
        case None:
            return "any"
        case other:
            return str(other)


def _limits(schema: dict[str, Any]) -> list[str]:
    found = [
        _PATTERNS.get(schema[key], f"{words} {schema[key]}")
        for key, words in _LIMITS.items()
        if key in schema
    ]
    if isinstance(schema.get("items"), dict):
        found.extend(f"each: {limit}" for limit in _limits(schema["items"]))
    if isinstance(schema.get("propertyNames"), dict):
        found.extend(f"names: {limit}" for limit in _limits(schema["propertyNames"]))
    return found


_INTRODUCTION = """\
A run is a folder with `run.json` and `raw/`. This page lists every field of `run.json`; it is generated from the types
that the loader uses, and so is the JSON Schema, [run.schema.json](/schema/run.schema.json). A document with a field that is
not listed here, or with a value outside its limits, is refused, with every fault at once."""


def markdown() -> str:
    """The reference as Markdown: a section for each type, its fields as a table; then extractors and units."""
    sections = [_INTRODUCTION, *(_section(item) for item in reference()), _extractors(), _units()]
    return "\n\n".join(sections) + "\n"


def _extractors() -> str:
    rows = [
        f"| `{item.name}` | `{item.place.__struct_config__.tag}` | {item.describes} |"
        for item in EXTRACTORS.values()
    ]
    head = "## Extractors\n\nWhat `extractor` may name, and the kind of place it takes.\n\n| Name | Place | What it reads |\n| --- | --- | --- |\n"
    return head + "\n".join(rows)


def _units() -> str:
    rows = [f"| `{unit}` | {info.dimension} |" for unit, info in UNITS.items()]
    return (
        "## Units\n\nWhat `unit` may name, in UCUM spelling.\n\n| Unit | Dimension |\n| --- | --- |\n"
        + "\n".join(rows)
    )


def _section(item: TypeDoc) -> str:
    parts = [f"## {item.name}", item.description]
    if item.tag:
        parts.append(f"Its `kind` is `{item.tag}`.")
    if item.words:
        parts.append("One of these words:")
        parts.append("\n".join(f"- `{word}`" for word in item.words))
    if item.fields:
        rows = [_row(field) for field in item.fields]
        parts.append(
            "\n".join(
                ["| Field | Type | Needed | What it is | Limits |", "| --- | --- | --- | --- | --- |", *rows]
            )
        )
    return "\n\n".join(parts)


def _row(field: FieldDoc) -> str:
    limits = ", ".join(_code(limit) for limit in field.limits)
    needed = "yes" if field.required else "no"
    description = field.description.replace("|", "\\|")
    return f"| {_code(field.name)} | {field.type} | {needed} | {description} | {limits} |"


def _code(text: str) -> str:
    """A code span in a table cell: a bar is escaped, and the fence is longer than any inside."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text.replace('|', chr(92) + '|')}{fence}"
