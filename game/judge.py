"""Written rule cases of all games: an answer for each, and what differs from what it expects."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.case_fields import Field
from game.catalog import CUE_GAMES
from game.cue_cases import differing, judge_cue_case
from game.darts import cases as dart_cases
from game.errors import BadCase
from game.vocabulary import GameKind


@dataclass(frozen=True)
class Answer:
    """What is said to one case: a result or an error; differences: keys of `expect` that are not met."""

    id: object
    result: dict[str, object] | None = None
    error: str | None = None
    differences: dict[str, tuple[object, object]] = field(default_factory=dict)


def judge_cases(cases: object) -> list[Answer]:
    """An answer to each case of a list, or to one case alone."""
    return [judge_case(case) for case in (cases if isinstance(cases, list) else [cases])]


def judge_case(case: object) -> Answer:
    """The answer to one case; one that cannot be read gets an error with the path of the field."""
    name = case.get("id") if isinstance(case, dict) else None
    try:
        result = _result(Field(case))
    except BadCase as error:
        return Answer(name, error=str(error))
    assert isinstance(case, dict)
    expect = case.get("expect")
    if not isinstance(expect, dict):
        return Answer(name, result)
    keys = differing(expect, result)
    return Answer(name, result, differences={key: (expect[key], result.get(key)) for key in keys})


def _result(case: Field) -> dict[str, object]:
    game = case.need("game").text()
    if dart_cases.judges(game):
        assert isinstance(case.value, dict)
        return dart_cases.judge_case(case.value)
    if game not in CUE_GAMES:
        raise BadCase("game", f"{game} cannot be judged here")
    return judge_cue_case(CUE_GAMES[GameKind(game)], case)
