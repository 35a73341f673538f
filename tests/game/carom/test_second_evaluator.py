"""The rules of three-cushion and four-ball against a second evaluator, on random sequences of contacts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game.carom import four_ball, reading, strokes
from game.cloth import Frozen
from game.shot_facts import BallHit
from game.vocabulary import Ball, Cushion
from tests.game.carom import second_evaluator
from tests.game.carom.playing import Playing

SEED = 20261201
FEW, MANY = 3_000, 100_000
GAMES = ("three_cushion", "four_ball")


def sequence(chance: random.Random, balls: str, cue: str) -> list[str]:
    """Contacts as they could come; the own cushions only early, before the ball can have left them."""
    objects = [ball for ball in balls if ball != cue]
    contacts = []
    for _ in range(chance.randint(0, 9)):
        is_cushion = chance.random() < 0.55
        contacts.append(f"c{chance.choice('HFLR')}" if is_cushion else chance.choice(objects))
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        contacts.insert(chance.randint(0, min(2, len(contacts))), f"*c{chance.choice('HFLR')}")
    return contacts


def log_of(contacts: list[str], balls: str, cue: str, chance: random.Random) -> str:
    """The same as tokens of the shot log, with what other balls do in between."""
    objects = [ball for ball in balls if ball != cue]
    tokens: list[str] = []
    for contact in contacts:
        if contact[0] == "*":
            tokens.append(f"{cue}#{contact[2]}*")
        elif contact[0] == "c":
            tokens.append(f"{cue}#{contact[1]}")
        else:
            tokens.append(f"{cue}>{contact}" if chance.random() < 0.8 else f"{contact}>{cue}")
        if chance.random() < 0.3:
            one, two = chance.sample(objects, 2)
            tokens.append(chance.choice((f"{one}#{chance.choice('HFLR')}", f"{one}>{two}")))
    return " ".join(tokens)


def frozen_of(contacts: list[str], touching: str, cue: str) -> Frozen:
    """What the cue ball touches at the stroke: these balls, and the cushions that it then leaves."""
    pairs = frozenset(frozenset((Ball(cue), Ball(ball))) for ball in touching)
    cushions = frozenset((Ball(cue), Cushion(contact[2])) for contact in contacts if contact[0] == "*")
    return Frozen(pairs, cushions)


def disagreements(game: str, count: int) -> tuple[list[str], Counter[object]]:
    chance = random.Random(SEED)
    balls = "WYRB" if game == "four_ball" else "WYR"
    wrong: list[str] = []
    seen: Counter[object] = Counter()
    for _ in range(count):
        cue = chance.choice("WY")
        contacts = sequence(chance, balls, cue)
        touching = "".join(chance.sample([ball for ball in balls if ball != cue], chance.choice((0, 0, 0, 1, 1, 2))))
        log = log_of(contacts, balls, cue, chance)
        frozen = frozen_of(contacts, touching, cue)
        playing = Playing(game, shooter="WY".index(cue), scores=(30, 30), run=20, frozen=frozen)
        ruling = playing.shot(log, struck=cue)
        opponent = "Y" if cue == "W" else "W"
        expected = (
            second_evaluator.four_ball(contacts, opponent, touching)
            if game == "four_ball"
            else second_evaluator.three_cushion(contacts, touching)
        )
        fouls = " ".join(foul.value for foul in ruling.fouls)
        got = fouls or (second_evaluator.ERASED if ruling.erased else ruling.points)
        seen[got] += 1
        if got != expected:
            wrong.append(f"{' '.join(contacts)} frozen to {touching or 'nothing'}: {got}, not {expected}")
    return wrong, seen


@pytest.mark.parametrize("game", GAMES)
def test_both_evaluators_agree(game: str) -> None:
    wrong, seen = disagreements(game, FEW)
    assert wrong == []
    foul = second_evaluator.FOUL
    assert set(seen) == ({1, 0, foul} if game == "three_cushion" else {0, 1, 5, 25, 50, "erased", foul})


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_both_evaluators_agree_on_very_many(game: str) -> None:
    wrong, _ = disagreements(game, MANY)
    assert wrong == []


Change = Callable[[pytest.MonkeyPatch], None]
honest_read, honest_contacts = reading.read, reading._contacts


def reads(change: Callable[[Any], Any]) -> Change:
    """The rules read every stroke wrongly."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(strokes, "read", lambda state, shot: change(honest_read(state, shot)))
        patch.setattr(four_ball, "read", lambda state, shot: change(honest_read(state, shot)))

    return plant


def own_counts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reading, "_contacts", lambda event, struck, _: honest_contacts(event, struck, True))


def kiss_lost(patch: pytest.MonkeyPatch) -> None:
    def contacts(event: Any, struck: Ball, own: bool) -> Any:
        is_kiss = isinstance(event, BallHit) and event.other == struck
        return () if is_kiss else honest_contacts(event, struck, own)

    patch.setattr(reading, "_contacts", contacts)


def never_frozen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(strokes, "direct_frozen", lambda *_: None)


PLANTED: dict[str, Change] = {
    "a cushion more": reads(lambda read: replace(read, hits=tuple((ball, n + 1) for ball, n in read.hits))),
    "a cushion less": reads(lambda read: replace(read, hits=tuple((ball, max(0, n - 1)) for ball, n in read.hits))),
    "the last ball lost": reads(lambda read: replace(read, hits=read.hits[:-1])),
    "the own cushion counted": own_counts,
    "a ball that runs into the cue ball overlooked": kiss_lost,
    "a frozen ball played at freely": never_frozen,
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_disagreement_is_found(name: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    assert disagreements(game, FEW)[0]


def test_a_difference_in_the_second_one_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = second_evaluator.four_ball

    def no_fifty(contacts: list[str], opponent: str, frozen: str) -> int | str:
        points = honest(contacts, opponent, frozen)
        return 25 if points == 50 else points

    monkeypatch.setattr(second_evaluator, "four_ball", no_fifty)
    assert disagreements("four_ball", FEW)[0]
