"""`cuehall simulate`: what it reads, what it writes, what it refuses (docs/physics.md#documents)."""

from __future__ import annotations

import copy
import json
import math
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from physics.balls import CONSTANT_NAMES, PRESETS
from physics.documents import read_shot, read_table, write_constants, write_table
from physics.errors import BadInput
from physics.tables import TABLES
from server.cli import app

SHOT: dict[str, Any] = {
    "table": "pool_9ft",
    "game": "nine_ball",
    "balls": {"c": [-0.635, 0.0], "1": [0.635, 0.0]},
    "stroke": {"ball": "c", "aim": 0.0, "speed": 5.0, "elevation": 0.0, "tip": [0.0, 0.0]},
    "options": {},
}
MODES = {"rest", "spinning", "rolling", "sliding", "airborne", "gone"}
KINDS = {"ball", "cushion", "pocket", "bed", "rail", "off_table"}


def run(document: object, *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Exit status, answer and error line of the command."""
    text = document if isinstance(document, str) else json.dumps(document)
    result = CliRunner().invoke(app, ["simulate", "-", *arguments], input=text)
    answer = json.loads(result.stdout) if result.exit_code == 0 else {}
    return result.exit_code, answer, result.stderr


def test_the_answer_has_the_agreed_shape() -> None:
    status, answer, _ = run(SHOT)
    assert status == 0
    assert set(answer) == {"rest", "duration", "log", "contacts", "cue", "segments", "energy", "max_overlap"}
    assert set(answer["rest"]) == {"c", "1"}
    assert answer["log"].startswith("c>1")
    for contact in answer["contacts"]:
        assert set(contact) == {"t", "kind", "a", "b", "at", "impulse"}
        assert contact["kind"] in KINDS
        assert contact["impulse"] > 0
    for rows in answer["segments"].values():
        assert rows[0][0] == 0.0
        assert [row[0] for row in rows] == sorted(row[0] for row in rows)
        for t, mode, *vectors in rows:
            assert isinstance(t, float)
            assert mode in MODES
            assert [len(vector) for vector in vectors] == [3, 3, 3, 3]
    assert answer["energy"]["end"] <= answer["energy"]["start"]
    assert 0.0 <= answer["max_overlap"] <= 1e-9


def test_the_least_elevation_of_a_cue_over_rails_and_balls() -> None:
    frozen = {**SHOT, "balls": {"c": [0.028575 - 1.27, 0.0], "1": [0.635, 0.0]}}
    status, answer, _ = run(frozen, "--clearance")
    assert status == 0
    assert answer == {"rails": pytest.approx(27.84, abs=0.01), "balls": 0.0, "least_elevation": answer["rails"]}
    behind = {**SHOT, "balls": {"c": [0.0, 0.0], "1": [-0.06, 0.0]}}
    _, answer, _ = run(behind, "--clearance")
    assert answer["least_elevation"] == answer["balls"] > 30.0 > answer["rails"]
    under = {**behind, "stroke": {**SHOT["stroke"], "tip": [0.0, -0.95]}}
    assert run(under, "--clearance")[1]["balls"] is None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"stroke": {**SHOT["stroke"], "ball": "7"}}, "stroke.ball"),
        ({"stroke": {**SHOT["stroke"], "tip": [0.8, 0.8]}}, "stroke.tip"),
        ({"stroke": None, "motion": {"c": {"v": [1.0, 0.0, 0.0]}}}, "stroke"),
    ],
)
def test_what_has_no_cue_has_no_clearance(change: dict[str, Any], field: str) -> None:
    document = {key: value for key, value in {**SHOT, **change}.items() if value is not None}
    status, _, line = run(document, "--clearance")
    assert status == 2
    assert line.startswith(f"{field}: ")


def test_segments_join_without_gaps() -> None:
    _, answer, _ = run(SHOT)
    for rows in answer["segments"].values():
        for (t, _, p, v, _, a), (u, mode, q, *_) in pairwise(rows):
            dt = u - t
            for k in range(3):
                assert mode == "gone" or p[k] + v[k] * dt + a[k] * dt * dt / 2 == pytest.approx(q[k], abs=1e-9)


def test_a_motion_stands_in_for_a_stroke() -> None:
    shot = {**SHOT, "motion": {"c": {"v": [1, 0, 0], "w": [0, 0, 0]}, "1": {"v": [0, 0.5, 0]}}}
    del shot["stroke"]
    status, answer, _ = run(shot)
    assert status == 0
    assert answer["segments"]["c"][0][3] == [1.0, 0.0, 0.0]
    assert answer["segments"]["1"][0][3] == [0.0, 0.5, 0.0]
    assert answer["cue"] == []


def test_degrees_at_the_edge() -> None:
    shot = copy.deepcopy(SHOT)
    shot["stroke"]["aim"] = 90.0
    _, answer, _ = run(shot)
    assert answer["segments"]["c"][0][3][0] == pytest.approx(0.0, abs=1e-12)
    assert answer["segments"]["c"][0][3][1] > 5.0


@pytest.mark.parametrize("name", TABLES)
def test_what_constants_prints_plays_the_same_shot(name: str) -> None:
    result = CliRunner().invoke(app, ["simulate", "--constants", name])
    printed = json.loads(result.stdout)
    assert set(printed["options"]) == set(CONSTANT_NAMES)
    shot = {"table": name, "balls": {"c": [-0.5, 0.1]}, "stroke": {"ball": "c", "aim": 20.0, "speed": 3.0}}
    assert run({**shot, **printed})[1] == run(shot)[1]


@pytest.mark.parametrize("name", CONSTANT_NAMES)
def test_every_constant_can_be_overridden(name: str) -> None:
    shot = copy.deepcopy(SHOT)
    shot["stroke"] |= {"aim": 0.9, "elevation": 25.0, "tip": [0.3, 0.1]}
    value = {"ball_ball_friction": 0.2, "cushion_restitution": 0.3, "tip_friction": 0.2}.get(name)
    if value is None:
        value = 0.9 * getattr(PRESETS["pool_9ft"], name)
    shot["options"] = {name: value}
    status, answer, error = run(shot)
    assert (status, error) == (0, "")
    assert answer["segments"] != run({**shot, "options": {}})[1]["segments"]


def broken(path: str, value: object) -> dict[str, Any]:
    """The good shot with one field replaced (None: left out)."""
    shot = copy.deepcopy(SHOT)
    *way, last = path.split(".")
    inner = shot
    for key in way:
        inner = inner[key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return shot


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("table", "pool_3ft", "table"),
        ("table", None, "table"),
        ("table", {"length": 2.0}, "table.width"),
        ("table", 7, "table"),
        ("balls", None, "balls"),
        ("balls", {}, "balls"),
        ("balls.1", [0.0], "balls.1"),
        ("balls.1", [-0.635, 0.05], "balls.1"),
        ("balls.1", [1.3, 0.0], "balls.1"),
        ("balls.1", ["a", 0.0], "balls.1[0]"),
        ("balls.99", [0.0, 0.0], "balls.99"),
        ("stroke", None, "stroke"),
        ("stroke.ball", "9", "stroke.ball"),
        ("stroke.ball", None, "stroke.ball"),
        ("stroke.aim", None, "stroke.aim"),
        ("stroke.aim", "x", "stroke.aim"),
        ("stroke.speed", -1.0, "stroke.speed"),
        ("stroke.speed", True, "stroke.speed"),
        ("stroke.elevation", 95.0, "stroke.elevation"),
        ("stroke.tip", [0.8, 0.8], "stroke.tip"),
        ("stroke.tip", [0.1], "stroke.tip"),
        ("stroke.spin", 1.0, "stroke.spin"),
        ("options", {"stickiness": 1.0}, "options.stickiness"),
        ("options", {"ball_mass": -0.1}, "options.ball_mass"),
        ("options", {"ball_ball_friction": {"floor": 0.1}}, "options.ball_ball_friction"),
        ("motion", {}, "stroke"),
        ("cue", 1, "cue"),
    ],
)
def test_bad_input_is_one_line_naming_the_field(path: str, value: object, field: str) -> None:
    status, _, error = run(broken(path, value))
    assert status == 2
    assert error.startswith(field + ": ")
    assert error.count("\n") == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none_are_refused(number: str) -> None:
    status, _, error = run(json.dumps(SHOT).replace("5.0", number))
    assert status == 2
    assert error.startswith("stroke.speed: ")


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000])
def test_what_is_no_document_is_refused(text: str) -> None:
    status, _, error = run(text)
    assert status == 2
    assert error.startswith("document: ")


def test_a_missing_file_is_named() -> None:
    result = CliRunner().invoke(app, ["simulate", "/nowhere/shot.json"])
    assert result.exit_code == 2
    assert result.stderr.startswith("FILE: ")


def test_a_spent_budget_is_no_answer() -> None:
    status, _, error = run({**SHOT, "budget": {"events": 2}})
    assert status == 1
    assert "events" in error


def test_touching_balls_may_overlap_by_rounding() -> None:
    shot = broken("balls.1", [-0.635 + 0.05715 - 5e-10, 0.0])
    status, answer, _ = run(shot)
    assert status == 0
    assert answer["max_overlap"] == pytest.approx(5e-10, abs=1e-12)


def test_pictures_are_drawn(tmp_path: Path) -> None:
    svg, png = tmp_path / "shot.svg", tmp_path / "shot.png"
    assert run(SHOT, "--svg", str(svg), "--png", str(png))[0] == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_survives_its_document(name: str) -> None:
    table, preset = read_table(json.loads(json.dumps(write_table(TABLES[name]))))
    assert preset == name
    assert table == TABLES[name]


def test_constants_survive_their_document() -> None:
    shot = read_shot({**SHOT, "options": write_constants(PRESETS["carom_10ft"])})
    assert write_constants(shot.constants) == write_constants(PRESETS["carom_10ft"])


def test_balls_of_their_own_size() -> None:
    shot = {**SHOT, "specs": {"c": {"mass": 0.094, "radius": 0.0238}}}
    _, answer, _ = run(shot)
    assert answer["segments"]["c"][0][2][2] == 0.0238
    with pytest.raises(BadInput, match=r"specs\.c"):
        read_shot({**SHOT, "specs": {"c": {"mass": -1, "radius": 0.02}}})


def distance(**fields: object) -> float:
    """How far a ball struck along an empty table goes, m."""
    shot = {"balls": {"c": [-1.0, 0.0]}, "stroke": {"ball": "c", "aim": 0.0, "speed": 0.4}, "table": "pool_9ft"}
    status, answer, error = run({**shot, **fields})
    assert status == 0, error
    return float(answer["rest"]["c"][0]) + 1.0


def test_the_state_of_the_cloth_the_cue_and_the_set_of_balls_are_named() -> None:
    assert distance(cloth="clean") > distance(cloth="average") > distance(cloth="damp")
    assert distance(cue="break") > distance(cue="playing") == distance() > distance(cue="jump")
    table = {"table": "pyramid_12ft", "balls": {"c": [-1.0, 0.0]}}
    assert distance(**table, ball_set="light") > distance(**table, ball_set="standard") == distance(**table)
    light = distance(**table, options={"ball_mass": 0.255})
    assert distance(**table, ball_set="light") == light
    assert distance(**table, ball_set="light", options={"ball_mass": 0.285}) == distance(**table)


@pytest.mark.parametrize(
    ("field", "value"), [("cloth", "wet"), ("cue", 3), ("ball_set", "heavy"), ("ball_set", "light"), ("cue", None)]
)
def test_an_unknown_cloth_cue_or_set_of_balls_is_refused_by_its_field(field: str, value: object) -> None:
    status, _, error = run({**SHOT, field: value})
    assert status == 2
    assert error.startswith(f"{field}: ")


def test_values_need_no_compiled_module() -> None:
    program = (
        "import sys; import physics.tables, physics.balls, physics.trajectories, physics.racks, physics.placement;"
        "assert not [name for name in sys.modules if name.startswith(('physics.kernels', 'numpy'))]"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_aim_turns_counter_clockwise() -> None:
    shot = broken("stroke.aim", 30.0)
    _, answer, _ = run(shot)
    vx, vy, _ = answer["segments"]["c"][0][3]
    assert math.degrees(math.atan2(vy, vx)) == pytest.approx(30.0, abs=1e-9)
