"""Worker that plays cases with pooltool, one JSON line in, one out. Runs in the peer's environment, without ours."""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any

import pooltool as pt  # type: ignore[import-not-found]
from pooltool.objects.ball.params import PrebuiltBallParams  # type: ignore[import-not-found]
from pooltool.objects.table.specs import BilliardTableSpecs, PocketTableSpecs  # type: ignore[import-not-found]

TABLES: dict[str, tuple[Any, Any, float, float]] = {
    "pool_9ft": (lambda: PocketTableSpecs(l=2.54, w=1.27), PrebuiltBallParams.POOL_GENERIC, 2.54, 1.27),
    "carom_10ft": (BilliardTableSpecs, PrebuiltBallParams.BILLIARD_GENERIC, 2.84, 1.42),
}


def build(case: dict[str, Any]) -> Any:
    """A system in the peer's frame: origin in a corner, x across, y along; its `a` is positive to the left."""
    specs, balls, length, width = TABLES[case["table"]]
    params = pt.BallParams.prebuilt(balls)
    table = pt.Table.from_table_specs(specs())
    pieces = {name: pt.Ball(id=name, params=params) for name in case["balls"]}
    for name, (x, y) in case["balls"].items():
        pieces[name].state.rvw[0] = [width / 2 - y, x + length / 2, params.R]
    cue = pt.Cue(cue_ball_id=case["ball"])
    side, up = case["tip"]
    cue.set_state(
        V0=case["speed"],
        phi=(math.degrees(case["aim"]) + 90.0) % 360.0,
        theta=math.degrees(case["elevation"]),
        a=-side,
        b=up,
    )
    return pt.System(cue=cue, table=table, balls=pieces)


def play(case: dict[str, Any]) -> dict[str, Any]:
    """CPU and wall seconds of one shot, and its number of events."""
    system = build(case)
    cpu, wall = time.process_time(), time.perf_counter()
    pt.simulate(system, inplace=True, max_events=20_000)
    return {
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - wall,
        "events": len(system.events),
    }


def main() -> None:
    """Answer one line for each line read."""
    print(json.dumps({"version": pt.__version__, "python": sys.version.split()[0]}), flush=True)
    for line in sys.stdin:
        try:
            answer = play(json.loads(line))
        except Exception as error:  # noqa: BLE001  the peer fails in many ways; the report counts them
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
