"""Parts of the bot that need no server: options as they are typed, counts of what was seen, the choice of a brain."""

import pytest

from client_protocol.notices import DartThrown, RoomChanged, RoomClosed, RoomDelta, ShotPlayed, Snapshot
from client_protocol.values import OptionValue, Phase, Ruling, Stroke
from loadtest.bot import BotOptions, main, play, read_option
from loadtest.players.carom import CaromPlayer
from loadtest.players.choice import brain_for
from loadtest.players.darts import DartPlayer
from loadtest.players.pool import PoolPlayer
from loadtest.tally import Tally
from tests.loadtest.states import a_board, a_room, a_table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("target=5", ("target", 5)),
        ("noise_mm=1.5", ("noise_mm", 1.5)),
        ("equal=true", ("equal", True)),
        ("out=double", ("out", "double")),
        ("handicaps=50,38", ("handicaps", "50,38")),
        ("x=[1]", ("x", "[1]")),
    ],
)
def test_options_are_read_as_typed(text: str, expected: tuple[str, OptionValue]) -> None:
    assert read_option(text) == expected


@pytest.mark.parametrize("text", ["target", "=5"])
def test_an_option_without_name_or_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="name=value"):
        read_option(text)


def test_the_command_line_refuses_an_option_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["ws://127.0.0.1:1/ws", "--option", "target"])
    assert ended.value.code == 2
    assert "--option" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert play(BotOptions("ws://127.0.0.1:1/ws", patience=0.05)) == 1
    assert "no session" in capsys.readouterr().err


def a_shot(n: int, seat: int, delta: RoomDelta, ruling: Ruling) -> ShotPlayed:
    stroke = Stroke("c", 0.0, 1.0)
    return ShotPlayed("room01", n, seat, stroke, stroke, b"", {}, "c>1 1@FL 2@SR", ruling, delta, 0.0, 1.0)


def test_shots_points_pots_and_fouls_are_counted_by_seat() -> None:
    tally = Tally()
    tally.add(Snapshot("room01", 4, a_room(), 0.0))
    tally.add(a_shot(5, 0, RoomDelta(turn=6), Ruling(points=1)))
    tally.add(a_shot(6, 1, RoomDelta(turn=7), Ruling(fouls=("scratch", "no_rail"))))
    tally.add(RoomChanged("room01", 7, "placed", RoomDelta(turn=8), 0.0))
    thrown = DartThrown(
        "room01", 9, 1, 1, (0.0, 0.0), (1.0, 1.0), "IB", 50, Ruling(points=50), RoomDelta(phase=Phase.OVER), 0.0
    )
    assert not tally.is_over
    tally.add(thrown)
    assert tally.is_over
    assert tally.summary() == {
        "shots": 2,
        "darts": 1,
        "by_seat": {
            "0": {"shots": 1, "darts": 0, "points": 1, "pots": 2, "fouls": 0},
            "1": {"shots": 1, "darts": 1, "points": 50, "pots": 2, "fouls": 2},
        },
        "gaps": 1,
    }


def test_a_closed_room_and_a_snapshot_of_the_end_are_the_end() -> None:
    tally = Tally()
    tally.add(RoomClosed("room01", 1, "empty"))
    assert tally.is_over
    tally.add(Snapshot("room01", 9, a_room(phase=Phase.OVER), 0.0))
    assert tally.is_over
    assert (tally.snapshots, tally.gaps) == (1, 0)


def test_each_family_has_its_brain() -> None:
    assert isinstance(brain_for(a_room(darts=a_board()), 1), DartPlayer)
    assert isinstance(brain_for(a_room(table="carom_10ft", cue=a_table({})), 1), CaromPlayer)
    assert isinstance(brain_for(a_room(cue=a_table({"c": (0, 0), "1": (1, 0)})), 1), PoolPlayer)
