"""Only the board with the key speaks for itself, and every change of a report breaks its signature. Source: B.5."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from game.boards.reports import BadReport, Json, ReportKind, read_object, read_report, report_body
from game.boards.signing import Forged, canonical, pairing_proof, read_signed, signed
from tests.game.boards.boards import report

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()


def test_a_signed_report_reads_as_it_was_made() -> None:
    made = report(5, "S20", zone="i", at=1.0)
    read, _ = read_signed(signed(report_body(made), KEY), "b1", PUBLIC)
    assert read == made


def test_the_canonical_body_is_that_of_rfc_8785() -> None:
    body: dict[str, Json] = {"seq": 5, "sig": "x", "board": "b1", "xy": [1.0, -31.8], "zone": None, "é": "ü"}
    assert canonical(body) == '{"board":"b1","seq":5,"xy":[1,-31.8],"zone":null,"é":"ü"}'.encode()


def test_the_example_of_the_page_reproduces() -> None:
    """docs/mqtt.md prints these; whoever writes a board can check his own against them."""
    body: dict[str, Json] = {
        "v": 1, "board": "b17", "boot": "c0ffee01", "seq": 12, "ts": 1796074205123, "type": "throw", "arm": "k7Qe",
        "seg": "T20", "zone": None, "xy": [1.2, 103.0],
    }  # fmt: skip
    sent = json.loads(signed(body, KEY))
    assert PUBLIC.hex() == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    assert canonical(body).decode() == (
        '{"arm":"k7Qe","board":"b17","boot":"c0ffee01","seg":"T20","seq":12,"ts":1796074205123,"type":"throw",'
        '"v":1,"xy":[1.2,103],"zone":null}'
    )
    assert sent["sig"] == EXAMPLE_SIGNATURE


EXAMPLE_SIGNATURE = "Hr0Cx/bc0BRiG4ndI+GVTvDZrMjEWrvbLlVA12NSI0wHu17RKkpJq7xM5ntWDnDv0NFXKyH2AjDClFzN3LF5Cw=="


@given(st.sampled_from(["board", "boot", "seq", "ts", "seg", "arm", "type", "zone", "xy"]))
def test_a_report_with_one_field_changed_is_forged(field: str) -> None:
    body = json.loads(signed(report_body(report(5, "T20")), KEY))
    others: dict[str, Json] = {
        "board": "b2", "boot": "bb", "seq": 6, "ts": 5, "seg": "T19", "arm": "t2", "type": "button_next", "zone": "i",
        "xy": [1, 2],
    }  # fmt: skip
    with pytest.raises(Forged):
        read_signed(json.dumps({**body, field: others[field]}).encode(), "b1", PUBLIC)


def test_a_report_under_another_boards_topic_is_forged() -> None:
    with pytest.raises(Forged):
        read_signed(signed(report_body(report(5, "T20")), KEY), "b2", PUBLIC)


@pytest.mark.parametrize("sig", [None, "", "AAAA", "not base64!", 5, ["x"]])
def test_a_report_without_a_signature_is_forged(sig: Json) -> None:
    with pytest.raises(Forged):
        read_signed(json.dumps({**report_body(report(5, "T20")), "sig": sig}).encode(), "b1", PUBLIC)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"v": 2}, "v"), ({"v": True}, "v"), ({"type": "dance"}, "type"), ({"seq": 0}, "seq"), ({"seq": 1.5}, "seq"),
        ({"seq": True}, "seq"), ({"seq": 2**60}, "seq"), ({"ts": -1}, "ts"), ({"board": "B 1"}, "board"),
        ({"boot": "xyz"}, "boot"), ({"seg": "T21"}, "seg"), ({"seg": "NT"}, "seg"), ({"seg": "S20i"}, "seg"),
        ({"seg": "T20@5"}, "seg"), ({"seg": None}, "seg"), ({"zone": "x"}, "zone"), ({"zone": "i"}, "zone"),
        ({"xy": [1]}, "xy"), ({"xy": [1, 5000]}, "xy"), ({"xy": ["1", 2]}, "xy"), ({"extra": 1}, "extra"),
        ({"arm": "a b"}, "arm"),
    ],
)  # fmt: skip
def test_a_bad_field_is_named(changes: dict[str, Json], field: str) -> None:
    with pytest.raises(BadReport) as error:
        read_report({**report_body(report(5, "T20")), **changes})
    assert error.value.field == field


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b'"x"', b'{"v":NaN}', b'{"v":1,"v":1}', b"\xff\xfe", b"[" * 3000, b" " * 5000]
)
def test_bytes_that_are_no_object_are_refused(data: bytes) -> None:
    with pytest.raises(BadReport):
        read_object(data)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    with pytest.raises((BadReport, Forged)):
        read_signed(data, "b1", PUBLIC)


@given(st.dictionaries(st.text(max_size=5), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
), max_size=6))  # fmt: skip
def test_no_object_breaks_the_reader(body: dict[str, Json]) -> None:
    with pytest.raises((BadReport, Forged)):
        read_signed(json.dumps(body).encode(), "b1", PUBLIC)


def test_a_report_of_every_kind_survives_its_own_writing() -> None:
    for kind in ReportKind:
        segment = "T20" if kind in (ReportKind.THROW, ReportKind.CORRECT) else ""
        ref = 3 if kind in (ReportKind.CORRECT, ReportKind.DELETE) else 0
        made = report(5, segment, kind=kind, ref=ref)
        assert read_report(report_body(made)) == made


def test_a_pairing_proof_holds_for_its_body_and_its_code_only() -> None:
    body: dict[str, Json] = {"board": "b1", "key": "k"}
    proof = pairing_proof("ABCD", body)
    assert pairing_proof("ABCD", {**body, "proof": proof, "sig": "s"}) == proof
    assert proof != pairing_proof("ABCE", body)
    assert proof != pairing_proof("ABCD", {**body, "key": "other"})
