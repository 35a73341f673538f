"""Fitting finds the strokes and constants that made recorded shots."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from physics.balls import PRESETS
from physics.conditions import CLOTHS, CUES, with_cloth, with_cue
from physics.fitting import fit_strokes, read_recordings, simplex, with_values
from physics.simulate import simulate
from physics.tables import TABLES
from physics.trajectories import Ball, Layout, Stroke
from server.cli import app
from tests.physics.worlds import CUE, layout, play

TABLE, CONSTANTS = TABLES["carom_10ft"], PRESETS["carom_10ft"]
RADIUS = CONSTANTS.ball_radius


def recorded(count: int, rolling: float = CONSTANTS.rolling_friction) -> list[dict[str, Any]]:
    """Shots of known strokes as a camera would see them, in units of half a metre."""
    constants = replace(CONSTANTS, rolling_friction=rolling)
    shots = []
    for k in range(count):
        balls = {"1": (-0.9 + 0.1 * k, 0.3), "2": (0.7, -0.2 + 0.05 * k), "3": (0.2, 0.5)}
        stroke = Stroke(Ball("1"), -0.4 - 0.1 * k, 2.2, 0.0, (0.2, 0.1))
        trace = simulate(TABLE, constants, Layout({Ball(name): at for name, at in balls.items()}), [stroke])
        tracks = {}
        for name in balls:
            times = np.arange(0.0, trace.duration, 0.04)
            places = np.array([trace.position_at(Ball(name), t)[:2] for t in times])
            moved = np.flatnonzero(np.abs(places - places[0]).max(axis=1) > 1e-9)
            keep = (
                np.concatenate([[0], np.arange(moved[0], len(times))]) if len(moved) else np.array([0, len(times) - 1])
            )
            x, y = 2.0 * places[keep].T
            tracks[name] = {"t": times[keep].tolist(), "x": x.tolist(), "y": y.tolist()}
        shots.append({"id": k, "balls": tracks})
    return shots


def test_strokes_are_found_again_from_their_paths() -> None:
    shots = read_recordings(recorded(3), 0.5, TABLE, RADIUS)
    assert [shot.struck for shot in shots] == ["1"] * 3
    first = fit_strokes(TABLE, CONSTANTS, shots, np.random.default_rng(1))
    found = fit_strokes(TABLE, CONSTANTS, shots, np.random.default_rng(2), first.strokes)
    assert found.quantile(0.5) < 0.02
    assert found.strokes[:, 0] == pytest.approx([-0.4, -0.5, -0.6], abs=0.01)


def test_wrong_constants_leave_larger_errors() -> None:
    shots = read_recordings(recorded(2, rolling=0.009), 0.5, TABLE, RADIUS)
    right, wrong = (
        fit_strokes(TABLE, with_values(CONSTANTS, {"rolling_friction": rolling}), shots, np.random.default_rng(1))
        for rolling in (0.009, CONSTANTS.rolling_friction)
    )
    assert right.errors.mean() < 0.5 * wrong.errors.mean()


def test_the_simplex_walks_to_the_lowest_point() -> None:
    low = simplex(lambda point: float(((point - [1.0, -2.0]) ** 2).sum()), np.zeros(2), np.ones(2), 80)
    assert low == pytest.approx([1.0, -2.0], abs=1e-4)


def test_touching_balls_are_read_apart() -> None:
    track = {"t": [0.0, 1.0], "x": [0.0, 0.0], "y": [0.0, 0.0]}
    near = {"t": [0.0, 0.02, 1.0], "x": [0.06, 0.1, 0.2], "y": [0.0, 0.0, 0.0]}
    (shot,) = read_recordings([{"id": 1, "balls": {"1": track, "2": near}}], 1.0, TABLE, RADIUS)
    assert abs(shot.starts[Ball("2")][0] - shot.starts[Ball("1")][0]) >= 2 * RADIUS


def test_the_command_reports_constants_and_errors(tmp_path: Path) -> None:
    file = tmp_path / "shots.json"
    file.write_text(json.dumps(recorded(1)), encoding="utf-8")
    result = CliRunner().invoke(app, ["fit", str(file), "--scale", "0.5", "--rounds", "0"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["constants"]["cushion_height"] == 0.037
    assert report["path_error_m"]["0.5"] < 0.03
    assert report["shots"][0]["id"] == "0"


TRACK = {"t": [0, 1], "x": [0, 0.1], "y": [0, 0]}


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ([], "shots"),
        ({}, "shots"),
        (["shot"], "shots[0]"),
        ([{"id": 1}], "shots[0]"),
        ([{"id": 1, "balls": []}], "shots[0].balls"),
        ([{"id": 1, "balls": {}}], "shots[0].balls"),
        ([{"id": 1, "balls": {"1": [0]}}], "shots[0].balls.1"),
        ([{"id": 1, "balls": {"1": {"t": [0, 1], "x": [0, 1]}}}], "shots[0].balls.1"),
        ([{"id": 1, "balls": {"1": TRACK | {"t": [0]}}}], "shots[0].balls.1.t"),
        ([{"id": 1, "balls": {"1": TRACK | {"t": [1, 0]}}}], "shots[0].balls.1.t"),
        ([{"id": 1, "balls": {"1": TRACK | {"x": [0, "far"]}}}], "shots[0].balls.1.x"),
        ([{"id": 1, "balls": {"1": TRACK | {"y": [0, float("nan")]}}}], "shots[0].balls.1.y"),
        ([{"id": 1, "balls": {"1": TRACK | {"y": [[0], [1]]}}}], "shots[0].balls.1.y"),
        ([{"id": 1, "balls": {"1": TRACK | {"y": [0, 1, 2]}}}], "shots[0].balls.1"),
        ([{"id": 1, "balls": {"1": TRACK}}, {"id": 2, "balls": {"2": 5}}], "shots[1].balls.2"),
    ],
)
def test_what_is_no_recording_is_refused_by_its_field(tmp_path: Path, document: object, field: str) -> None:
    file = tmp_path / "shots.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    result = CliRunner().invoke(app, ["fit", str(file)])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{field}: ")


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    for name in ("empty.json", "missing.json"):
        if name == "empty.json":
            (tmp_path / name).write_text("", encoding="utf-8")
        result = CliRunner().invoke(app, ["fit", str(tmp_path / name)])
        assert result.exit_code == 2
        assert result.stderr.startswith("FILE: ")


def test_damp_cloth_is_slower_and_clean_cloth_faster() -> None:
    pool = PRESETS["pool_9ft"]
    ways = {}
    for name, cloth in CLOTHS.items():
        trace = play(layout(c=(-1.0, 0.0)), [Stroke(CUE, 0.0, 0.5)], constants=with_cloth(pool, cloth))
        ways[name] = trace.rest[CUE][0]
    assert ways["damp"] < ways["average"] < ways["clean"]


def test_a_low_deflection_shaft_squirts_less_than_a_break_cue() -> None:
    pool = PRESETS["pool_9ft"]
    sideways = {}
    for name, cue in CUES.items():
        trace = play(layout(c=(0.0, 0.0)), [Stroke(CUE, 0.0, 2.0, 0.0, (0.4, 0.0))], constants=with_cue(pool, cue))
        v = trace.rows_of(CUE)[0]["vel"]
        sideways[name] = float(v[1] / v[0])
    assert sideways["low_deflection"] < sideways["playing"] < sideways["break"]
