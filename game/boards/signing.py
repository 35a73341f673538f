"""Whether a board said it: Ed25519 over the canonical body. Source: darts B.5.

The canonical body is the JSON object without `sig`, written as RFC 8785 has it: keys sorted, no spaces, UTF-8,
numbers as short as they can be (`3`, not `3.0`).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from game.boards.reports import BadReport, Json, Report, read_object, read_report

KEY_BYTES = 32
SIGNATURE_BYTES = 64
SMALLEST, LARGEST = 1e-6, 1e15
"""Between these numbers JSON writers of all languages agree on the shortest form."""


class Forged(Exception):
    """A report that is not signed with the key of its board."""


def canonical(body: Mapping[str, Json]) -> bytes:
    """The bytes that are signed. Raises BadReport where a number has no form that all agree on."""
    plain = {key: _plain(value) for key, value in body.items() if key != "sig"}
    try:
        return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadReport("$", "text that cannot be written") from error


def signed(body: Mapping[str, Json], key: Ed25519PrivateKey) -> bytes:
    """A body with its signature, ready to be sent."""
    signature = base64.b64encode(key.sign(canonical(body))).decode()
    return json.dumps({**body, "sig": signature}, separators=(",", ":"), ensure_ascii=False).encode()


def verify(body: Mapping[str, Json], key: bytes) -> None:
    """Nothing, where the board with this public key signed the body. Raises Forged."""
    try:
        signature = base64.b64decode(str(body.get("sig", "")), validate=True)
        Ed25519PublicKey.from_public_bytes(key).verify(signature, canonical(body))
    except (InvalidSignature, binascii.Error, ValueError) as error:
        raise Forged("the signature does not fit") from error


def read_signed(data: bytes, board: str, key: bytes) -> tuple[Report, str]:
    """The report in some bytes that came under a board's topic, and the digest of its body.

    Raises BadReport; Forged where another board, or nobody with its key, says it.
    """
    body = read_object(data)
    verify(body, key)
    report = read_report({name: value for name, value in body.items() if name != "sig"})
    if report.board != board:
        raise Forged(f"it names the board {report.board}")
    return report, hashlib.sha256(canonical(body)).hexdigest()


def pairing_proof(code: str, body: Mapping[str, Json]) -> str:
    """What shows that a board which wants to be paired was told the code: HMAC-SHA256 over the body, hexadecimal."""
    plain = {name: value for name, value in body.items() if name not in ("proof", "sig")}
    return hmac.digest(code.encode(), canonical(plain), "sha256").hex()


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if not isinstance(value, float):
        return value
    if value.is_integer() and abs(value) < LARGEST:
        return int(value)
    if not SMALLEST <= abs(value) < LARGEST:
        raise BadReport("$", "a number too small or too large")
    return value
