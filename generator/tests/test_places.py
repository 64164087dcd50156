# SPDX-License-Identifier: Apache-2.0
"""Places in JSON documents and in profiles."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtrail import pprof
from benchtrail.extract import Missing, json_value, profile_total
from benchtrail.jsonspan import value_span
from benchtrail.model import PointerPlace, ProfilePlace

_SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
_DOCUMENTS = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def _pointers(value: object, prefix: str = "") -> list[tuple[str, object]]:
    found = [(prefix, value)]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += _pointers(inner, f"{prefix}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += _pointers(inner, f"{prefix}/{index}")
    return found


@given(_DOCUMENTS, st.booleans(), st.sampled_from([None, 1]))
def test_the_span_of_every_pointer_is_its_value(
    document: object, ascii_only: bool, indent: int | None
) -> None:  # noqa: FBT001 - drawn
    data = json.dumps(document, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    for pointer, value in _pointers(document):
        start, end = value_span(data, pointer)
        assert json.loads(data[start:end].decode("utf-8", "surrogatepass")) == value


@pytest.mark.parametrize("pointer", ["/b", "/a/2", "/a/-1", "/a/01", "/a/0/x", "/c"])
def test_what_is_not_there_is_missing(pointer: str) -> None:
    with pytest.raises(Missing):
        json_value(b'{"a": [1, 2], "d": "x"}', PointerPlace(pointer=pointer))


def test_a_string_is_read_without_its_quotation_marks() -> None:
    located = json_value('{"é": "µs"}'.encode(), PointerPlace(pointer="/é"))
    assert (located.literal, located.start, located.end) == ("µs", 8, 11)
    with pytest.raises(Missing, match="without escapes"):
        json_value(rb'{"a": "x\n"}', PointerPlace(pointer="/a"))


def _profile() -> bytes:
    profile = pprof._profile_class()()  # noqa: SLF001 - to write one
    profile.string_table.extend(["", "inuse_objects", "count", "inuse_space", "bytes"])  # type: ignore[attr-defined]
    profile.sample_type.add(type=1, unit=2)  # type: ignore[attr-defined]
    profile.sample_type.add(type=3, unit=4)  # type: ignore[attr-defined]
    for objects, space in ((1, 512), (2, 1 << 40), (0, 0)):
        profile.sample.add(location_id=[1], value=[objects, space])  # type: ignore[attr-defined]
    return profile.SerializeToString()


def test_a_total_is_the_sum_over_samples() -> None:
    data = gzip.compress(_profile())
    assert profile_total(data, ProfilePlace(sample_type="inuse_space")).literal == str((1 << 40) + 512)
    assert profile_total(_profile(), ProfilePlace(sample_type="inuse_objects")).literal == "3"
    with pytest.raises(Missing, match="inuse_objects, inuse_space"):
        profile_total(data, ProfilePlace(sample_type="alloc_space"))


@pytest.mark.parametrize(
    "data", [b"", b"\x1f\x8b", b"not a profile", gzip.compress(b"x"), gzip.compress(_profile())[:-9]]
)
def test_what_is_no_profile_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(Missing):
        profile_total(data, ProfilePlace(sample_type="inuse_space"))


def test_a_bomb_is_refused_before_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pprof, "MAX_PROFILE_BYTES", 2**20)
    with pytest.raises(pprof.BadProfile, match="at most 1048576 bytes"):
        pprof.parse(gzip.compress(b"\0" * 2**24))
