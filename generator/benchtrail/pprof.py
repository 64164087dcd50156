# SPDX-License-Identifier: Apache-2.0
"""Reading pprof profiles: the messages of the profile format that we use, and sums over samples.

The format is Google's `profile.proto` (github.com/google/pprof, proto/profile.proto); the field numbers
below are its. Decompression is capped before any parser sees a byte: a megabyte of gzip can hold gigabytes.
"""

from __future__ import annotations

import functools
import zlib
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message, message_factory

MAX_PROFILE_BYTES = 64 * 2**20
_CHUNK = 2**16

_U64, _I64, _TEXT, _MESSAGE = (
    descriptor_pb2.FieldDescriptorProto.TYPE_UINT64,
    descriptor_pb2.FieldDescriptorProto.TYPE_INT64,
    descriptor_pb2.FieldDescriptorProto.TYPE_STRING,
    descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE,
)
#: Message: field: number, type, repeated, and the message it holds.
_MESSAGES: dict[str, dict[str, tuple[int, int, bool, str]]] = {
    "ValueType": {"type": (1, _I64, False, ""), "unit": (2, _I64, False, "")},
    "Sample": {"location_id": (1, _U64, True, ""), "value": (2, _I64, True, "")},
    "Mapping": {"id": (1, _U64, False, ""), "filename": (5, _I64, False, "")},
    "Line": {"function_id": (1, _U64, False, ""), "line": (2, _I64, False, "")},
    "Location": {
        "id": (1, _U64, False, ""),
        "mapping_id": (2, _U64, False, ""),
        "line": (4, _MESSAGE, True, "Line"),
    },
    "Function": {"id": (1, _U64, False, ""), "name": (2, _I64, False, ""), "filename": (4, _I64, False, "")},
    "Profile": {
        "sample_type": (1, _MESSAGE, True, "ValueType"),
        "sample": (2, _MESSAGE, True, "Sample"),
        "mapping": (3, _MESSAGE, True, "Mapping"),
        "location": (4, _MESSAGE, True, "Location"),
        "function": (5, _MESSAGE, True, "Function"),
        "string_table": (6, _TEXT, True, ""),
        "default_sample_type": (14, _I64, False, ""),
    },
}


class BadProfile(ValueError):
    """The bytes are no profile, or too large a one; the message says what was expected."""


def parse(data: bytes) -> Any:  # noqa: ANN401 - a message class made at run time
    """The `Profile` message of a gzipped or plain profile. Raises `BadProfile`."""
    profile = _profile_class()()
    try:
        profile.ParseFromString(_decompress(data))
    except message.DecodeError:
        raise BadProfile("a pprof profile") from None
    if not profile.string_table or not profile.sample_type:
        raise BadProfile("a pprof profile with sample types")
    return profile


def total(data: bytes, sample_type: str) -> int:
    """The sum of one sample type, such as `inuse_space`, over all samples. Raises `BadProfile`."""
    profile = parse(data)
    return sum(sample.value[_index(profile, sample_type)] for sample in profile.sample)


def sample_types(profile: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - as above
    """The sample types of a profile with their units, in order."""
    strings = profile.string_table
    return [(strings[item.type], strings[item.unit]) for item in profile.sample_type]


def _index(profile: Any, sample_type: str) -> int:  # noqa: ANN401 - as above
    names = [name for name, _ in sample_types(profile)]
    if sample_type not in names:
        raise BadProfile(f"a sample type {sample_type!r} among {', '.join(names)}")
    return names.index(sample_type)


def _decompress(data: bytes) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    stream = zlib.decompressobj(wbits=31)
    parts: list[bytes] = []
    size = 0
    pending = data
    try:
        while pending and not stream.eof:
            part = stream.decompress(pending, _CHUNK)
            pending = stream.unconsumed_tail
            size += len(part)
            if size > MAX_PROFILE_BYTES:
                raise BadProfile(f"a profile of at most {MAX_PROFILE_BYTES} bytes")
            parts.append(part)
    except zlib.error:
        raise BadProfile("gzip data") from None
    if not stream.eof:
        raise BadProfile("whole gzip data")
    return b"".join(parts)


@functools.cache
def _profile_class() -> type[message.Message]:
    file = descriptor_pb2.FileDescriptorProto(
        name="benchtrail/profile.proto", package="perftools.profiles", syntax="proto3"
    )
    for name, fields in _MESSAGES.items():
        declared = file.message_type.add(name=name)
        for field, (number, kind, repeated, holds) in fields.items():
            declared.field.add(
                name=field,
                number=number,
                type=kind,
                label=3 if repeated else 1,
                type_name=f".perftools.profiles.{holds}" if holds else None,
            )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("perftools.profiles.Profile"))
