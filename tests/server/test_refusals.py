"""The codes that the documents explain are the codes that are sent."""

from __future__ import annotations

from client_protocol.refusals import Refusal
from game.errors import Refusal as GameRefusal
from server.translate import code_of
from tests.repository.files import texts

SENDERS = ("server", "lobby", "client_protocol")


def test_every_refusal_of_the_rules_has_a_word_on_the_wire() -> None:
    assert {type(code_of(refusal)) for refusal in GameRefusal} == {Refusal}


def test_every_code_on_the_wire_is_sent_by_somebody() -> None:
    of_rules = {code_of(refusal) for refusal in GameRefusal}
    code = "".join(
        text
        for path, text in texts(".py")
        if path.parts[0] in SENDERS and path.name not in ("refusals.py", "client.py", "client_room.py")
    )
    unsent = [
        refusal.value
        for refusal in Refusal
        if refusal not in of_rules and f"Refusal.{refusal.name}" not in code and f'"{refusal.value}"' not in code
    ]
    assert unsent == []
