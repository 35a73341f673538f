"""The rules of three-cushion and four-ball against a second evaluator, on random sequences of contacts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from game.cloth import Frozen
from game.vocabulary import Ball
from tests.game.carom import second_evaluator
from tests.game.carom.playing import Playing

SEED = 20261201
FEW, MANY = 2_000, 100_000


def sequence(chance: random.Random, balls: str, cue: str) -> list[str]:
    """Contacts as they could come: own cushions only at the start, frozen balls now and then."""
    objects = [ball for ball in balls if ball != cue]
    contacts = [f"*c{chance.choice('HFLR')}" for _ in range(chance.choice((0, 0, 0, 1, 2)))]
    for _ in range(chance.randint(0, 9)):
        is_cushion = chance.random() < 0.55
        contacts.append(f"c{chance.choice('HFLR')}" if is_cushion else chance.choice(objects))
    if chance.random() < 0.2:
        contacts.insert(0, f"={chance.choice(objects)}")
    return contacts


def log_of(contacts: list[str], cue: str, chance: random.Random) -> str:
    """The same as tokens of the shot log, with contacts of other balls in between."""
    tokens: list[str] = []
    for contact in contacts:
        if contact[0] == "=":
            continue  # leaning on a frozen ball is no contact: only one with impulse is logged
        if contact[0] == "*":
            tokens.append(f"{cue}#{contact[2]}*")
        elif contact[0] == "c":
            tokens.append(f"{cue}#{contact[1]}")
        else:
            tokens.append(f"{cue}>{contact}" if chance.random() < 0.8 else f"{contact}>{cue}")
        if chance.random() < 0.3:
            tokens.append(f"R#{chance.choice('HFLR')}")
    return " ".join(tokens)


def frozen_of(contacts: list[str], cue: str) -> Frozen:
    pairs = (frozenset((Ball(cue), Ball(contact[1:]))) for contact in contacts if contact[0] == "=")
    return Frozen(frozenset(pairs))


def disagreements(game: str, count: int) -> tuple[list[str], Counter[object]]:
    chance = random.Random(SEED)
    balls = "WYRB" if game == "four_ball" else "WYR"
    wrong: list[str] = []
    seen: Counter[object] = Counter()
    for _ in range(count):
        cue = chance.choice("WY")
        contacts = sequence(chance, balls, cue)
        log = log_of(contacts, cue, chance)
        playing = Playing(game, shooter="WY".index(cue), scores=(30, 30), run=20, frozen=frozen_of(contacts, cue))
        ruling = playing.shot(log, struck=cue)
        opponent = "Y" if cue == "W" else "W"
        expected = (
            second_evaluator.four_ball(contacts, opponent)
            if game == "four_ball"
            else second_evaluator.three_cushion(contacts)
        )
        if ruling.fouls:  # a frozen ball was played at: no stroke to be counted
            assert [foul.value for foul in ruling.fouls] == ["frozen_ball"]
            seen["foul"] += 1
            continue
        got = second_evaluator.ERASED if ruling.erased else ruling.points
        seen[got] += 1
        if got != expected:
            wrong.append(f"{' '.join(contacts)}: {got}, not {expected}")
    return wrong, seen


@pytest.mark.parametrize("game", ["three_cushion", "four_ball"])
def test_both_evaluators_agree(game: str) -> None:
    wrong, seen = disagreements(game, FEW)
    assert wrong == []
    outcomes = {1, 0, "foul"} if game == "three_cushion" else {0, 1, 5, 25, 50, "erased", "foul"}
    assert set(seen) == outcomes


@pytest.mark.slow
@pytest.mark.parametrize("game", ["three_cushion", "four_ball"])
def test_both_evaluators_agree_on_very_many(game: str) -> None:
    wrong, _ = disagreements(game, MANY)
    assert wrong == []


def test_a_planted_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = second_evaluator.three_cushion
    monkeypatch.setattr(second_evaluator, "three_cushion", lambda contacts: honest([c for c in contacts if c != "cH"]))
    assert disagreements("three_cushion", FEW)[0]
    honest_four = second_evaluator.four_ball

    def no_fifty(contacts: list[str], opponent: str) -> int | str:
        points = honest_four(contacts, opponent)
        return 25 if points == 50 else points

    monkeypatch.setattr(second_evaluator, "four_ball", no_fifty)
    assert disagreements("four_ball", FEW)[0]
