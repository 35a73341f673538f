"""How a board becomes somebody's: a code for its owner, and a board that shows that it knows it and has its own key.

The board publishes `{"v":1,"type":"pair","board","key","proof","sig"}`: `key` its public key (base64), `proof` the HMAC
of the code over the body, `sig` its signature. The code itself never travels, and a code is worth one board.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from game.boards.reports import BadReport, Json, read_object
from game.boards.signing import KEY_BYTES, Forged, pairing_proof, verify
from lobby.boards import BoardId, Pairing


@dataclass(frozen=True)
class Claim:
    """A board that asks to be paired: its key, and the message that shows which code it knows."""

    board: BoardId
    key: bytes
    body: dict[str, Json]


def read_claim(data: bytes, board: BoardId) -> Claim:
    """The claim in some bytes. Raises BadReport, or Forged where it is not signed with the key it names."""
    body = read_object(data)
    if body.keys() != {"v", "type", "board", "key", "proof", "sig"} or body["v"] != 1 or body["type"] != "pair":
        raise BadReport("$", "v, type, board, key, proof and sig are needed")
    if body["board"] != board:
        raise Forged("it names another board")
    try:
        key = base64.b64decode(str(body["key"]), validate=True)
    except binascii.Error as error:
        raise BadReport("key", "base64 is needed") from error
    if len(key) != KEY_BYTES:
        raise BadReport("key", f"{KEY_BYTES} bytes are needed")
    verify(body, key)
    return Claim(board, key, body)


def pairing_for(claim: Claim, open_pairings: Iterable[Pairing], now: float) -> Pairing | None:
    """The pairing whose code the board knows; None where it knows none that still holds."""
    proof = str(claim.body["proof"])
    for pairing in open_pairings:
        fits = hmac.compare_digest(pairing_proof(pairing.code, claim.body).encode(), proof.encode())
        if fits and now < pairing.until:
            return pairing
    return None
