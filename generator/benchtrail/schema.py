# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of the run format, generated from the types, and the list of what breaks it.

`msgspec` stops at the first fault. When a document does not decode, the same types, as a JSON
Schema, are asked for every fault; so there is one authority and two readings of it.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec

from benchtrail.errors import Problem, show
from benchtrail.model import Run

SCHEMA_ID = "urn:benchtrail:run:1"


def published() -> dict[str, Any]:
    """The schema as it is published: draft 2020-12, patterns in ECMA 262 syntax."""
    text = json.dumps(_internal()).replace("\\\\Z", "$")
    schema = json.loads(text)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Benchtrail run",
        **schema,
    }


def published_text() -> str:
    """The published schema as the bytes of `data/schema/run.schema.json`."""
    return json.dumps(published(), indent=2, ensure_ascii=False) + "\n"


def faults(document: object, file: str) -> Iterator[Problem]:
    """Every place where `document` (as `jsonio.parse` gives it) breaks the schema."""
    for error in _validator().iter_errors(document):
        yield from _explain(error, file)


@functools.cache
def _internal() -> dict[str, Any]:
    schema = msgspec.json.schema(Run)
    for definition in schema["$defs"].values():
        if "description" in definition:  # a docstring, indented as in the source
            definition["description"] = inspect.cleandoc(definition["description"])
    return schema


@functools.cache
def _validator() -> jsonschema.protocols.Validator:
    """A validator to which 1.0 is no integer, as it is none to the types."""
    base = jsonschema.Draft202012Validator
    types = base.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    return jsonschema.validators.extend(base, type_checker=types)(_internal())


def _explain(error: jsonschema.ValidationError, file: str) -> Iterator[Problem]:
    if error.validator == "anyOf" and error.context:
        yield from _explain_union(error, file)
        return
    expected, found, remedy = _words(error)
    yield Problem(
        file=file, place=pointer(error.absolute_path), expected=expected, found=found, remedy=remedy
    )


def _explain_union(error: jsonschema.ValidationError, file: str) -> Iterator[Problem]:
    """Of a tagged union only the branch that `kind` names is explained; without one, the tags are."""
    mapping = error.schema.get("discriminator", {}).get("mapping", {})
    place = pointer(error.absolute_path)
    instance = error.instance
    if not mapping:
        yield from _explain_choice(error, file)
        return
    tag = instance.get("kind") if isinstance(instance, dict) else None
    if not isinstance(tag, str) or tag not in mapping:
        found = f"kind {show(tag)}" if isinstance(instance, dict) else show(instance)
        expected = "an object whose kind is one of " + ", ".join(mapping)
        yield Problem(
            file=file, place=place, expected=expected, found=found, remedy="Set kind to one of these"
        )
        return
    branch = list(mapping).index(tag)
    for inner in error.context:
        if inner.schema_path[0] == branch:
            yield from _explain(inner, file)


def _explain_choice(error: jsonschema.ValidationError, file: str) -> Iterator[Problem]:
    """Of an untagged choice, such as an object or nothing: an object is explained as the object it should be."""
    branches: dict[object, list[jsonschema.ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    if isinstance(error.instance, dict):
        for inners in branches.values():
            if not any(inner.validator in ("type", "enum") and not inner.path for inner in inners):
                for inner in inners:
                    yield from _explain(inner, file)
                return
    yield Problem(
        file=file,
        place=pointer(error.absolute_path),
        expected=_alternatives(error),
        found=show(error.instance),
        remedy="Use one of these or leave it out",
    )


def _alternatives(error: jsonschema.ValidationError) -> str:
    words: list[str] = []
    for inner in error.context:
        if inner.validator == "enum":
            words.extend(str(value) for value in inner.validator_value)
        elif inner.validator == "type":
            words.append(str(inner.validator_value))
    return "one of " + ", ".join(words) if words else "another value"


def _words(error: jsonschema.ValidationError) -> tuple[str, str, str]:
    """Expected, found, remedy for one schema keyword."""
    value, instance = error.validator_value, error.instance
    match error.validator:
        case "required":
            missing = next(name for name in value if f"'{name}' is a required" in error.message)
            return f"the field {missing!r}", "no such field", f"Add {missing!r}"
        case "additionalProperties":
            extra = sorted(set(instance) - set(error.schema.get("properties", {})))
            known = ", ".join(sorted(error.schema.get("properties", {})))
            return (
                f"only the fields {known}",
                "also " + ", ".join(show(name) for name in extra),
                "Remove or rename it",
            )
        case "type":
            kinds = value if isinstance(value, str) else " or ".join(value)
            return (
                kinds,
                _kind(instance) if instance is None else f"{_kind(instance)} {show(instance)}",
                _described(error.schema) or "Change its type",
            )
        case "enum":
            return "one of " + ", ".join(str(item) for item in value), show(instance), "Use one of these"
        case "pattern":
            return (
                f"text of the form {value}".replace("\\Z", "$"),
                show(instance),
                _described(error.schema) or "Change the text",
            )
        case "maxLength" | "minLength" | "maxItems" | "minItems" | "maxProperties" | "minProperties":
            return f"{_LIMITS[error.validator]} {value}", str(len(instance)), "Shorten or complete it"
        case "minimum" | "maximum":
            return (
                f"{'at least' if error.validator == 'minimum' else 'at most'} {value}",
                show(instance),
                "Change the number",
            )
        case _:
            return f"{error.validator} {show(value)}", show(instance), "See the reference of the run format"


_LIMITS = {
    "maxLength": "a text length of at most",
    "minLength": "a text length of at least",
    "maxItems": "a list length of at most",
    "minItems": "a list length of at least",
    "maxProperties": "a number of fields of at most",
    "minProperties": "a number of fields of at least",
}


def _described(schema: dict[str, Any]) -> str:
    """The first sentence of a description, as a remedy; empty without one."""
    first = schema.get("description", "").partition("\n")[0].rstrip(".")
    return first and f"It is: {first}"


def _kind(value: object) -> str:
    names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return names.get(type(value), "null")


def pointer(path: object) -> str:
    """A JSON pointer (RFC 6901) from a path of keys and indexes."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)  # type: ignore[attr-defined]
