"""Hypothesis strategies for valid messages of either direction, drawn from the structs themselves."""

import string
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect as mi

from client_protocol.notices import AnyMessage
from client_protocol.requests import AnyRequest

_LETTERS = string.ascii_letters + string.digits
_PATTERNS = {
    "HL|HR": ["HL", "HR", "SL", "SR", "FL", "FR"],
    "[SDT]": ["S1", "D9", "T10", "T20", "OB", "IB", "M", "BO", "NT"],
}


def _texts(kind: mi.StrType) -> st.SearchStrategy[str]:
    least, most = kind.min_length or 0, min(kind.max_length or 30, 60)
    if kind.pattern is None:
        return st.text(min_size=least, max_size=most)
    for part, words in _PATTERNS.items():
        if part in kind.pattern:
            return st.sampled_from(words)
    alphabet = "0123456789abcdef" if "0-9a-f]" in kind.pattern else string.ascii_lowercase
    if "A-Z" in kind.pattern:
        alphabet = _LETTERS
    return st.text(alphabet, min_size=max(least, 1), max_size=most)


def _structs(kind: mi.StructType) -> st.SearchStrategy[Any]:
    fields: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for field in kind.fields:
        (fields if field.required else optional)[field.name] = values(field.type)
    return st.fixed_dictionaries(fields, optional=optional).map(lambda given: kind.cls(**given))


def _numbers(kind: mi.IntType | mi.FloatType) -> st.SearchStrategy[Any]:
    if isinstance(kind, mi.FloatType):
        return st.floats(kind.ge, kind.le, allow_nan=False, allow_infinity=False)
    return st.integers(kind.ge, kind.le if kind.lt is None else int(kind.lt) - 1)


def _groups(kind: mi.Type) -> st.SearchStrategy[Any]:
    match kind:
        case mi.StructType():
            return _structs(kind)
        case mi.UnionType():
            return st.one_of([values(one) for one in kind.types])
        case mi.VarTupleType():
            return st.lists(values(kind.item_type), max_size=3).map(tuple)
        case mi.TupleType():
            return st.tuples(*[values(one) for one in kind.item_types])
        case mi.DictType():
            return st.dictionaries(values(kind.key_type), values(kind.value_type), max_size=3)
    raise AssertionError(f"no strategy for {kind}")


def values(kind: mi.Type) -> st.SearchStrategy[Any]:
    """Values that a field of this type may hold."""
    match kind:
        case mi.Metadata():
            return values(kind.type)
        case mi.IntType() | mi.FloatType():
            return _numbers(kind)
        case mi.StrType():
            return _texts(kind)
        case mi.BytesType():
            return st.binary(max_size=64)
        case mi.BoolType():
            return st.booleans()
        case mi.NoneType():
            return st.none()
        case mi.EnumType():
            return st.sampled_from(list(kind.cls))
    return _groups(kind)


def _all_of(union: Any) -> st.SearchStrategy[Any]:
    kind = mi.type_info(union)
    assert isinstance(kind, mi.UnionType)
    return values(kind)


REQUESTS: st.SearchStrategy[Any] = _all_of(AnyRequest)
MESSAGES: st.SearchStrategy[Any] = _all_of(AnyMessage)
