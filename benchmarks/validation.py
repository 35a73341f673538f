"""Every published figure of docs/physics.md beside ours: `python -m benchmarks.validation [--write DIR]`.

Runs the shipped engine through its public entry. A figure that assumes another model than the default names the mode
it runs in. Exit status 1 if one misses its tolerance. `--write` puts the report (Markdown) and plots (SVG) there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.plots import Curve, plot
from benchmarks.validation_shots import (
    CORNER_FIVE,
    CUTS,
    ball_speed,
    bank,
    bank_travel,
    corner_five,
    first_speeds,
    flight,
    jump,
    mathavan_2010,
    mathavan_2014,
    ninety_degrees,
    plain_rebound,
    pocket_limit,
    rolling_distance,
    slide,
    spin_down,
    spin_passed_on,
    spin_throw,
    squirt,
    thirty_degrees,
    throw,
)
from benchmarks.validation_tables import MEASURED_2014, REBOUNDS, SIDE_REBOUNDS, SPIN_THROW, SQUIRT, THROW, TRAVEL
from physics.version import ENGINE_VERSION


@dataclass(frozen=True)
class Row:
    """One figure: what, its source, published, ours, how far it may be off, and the mode if not the default."""

    what: str
    source: str
    published: float
    ours: float
    tolerance: float
    unit: str = ""
    mode: str = "default"

    @property
    def holds(self) -> bool:
        """Whether ours is within the tolerance."""
        return abs(self.ours - self.published) <= self.tolerance


def cloth() -> Iterator[Row]:
    """Closed forms of sliding, rolling, spinning, flying."""
    for speed, time, way in ((1.0, 0.1456, 0.1248), (2.0, 0.2912, 0.4993), (4.0, 0.5825, 1.9971)):
        got_time, got_way, got_speed = slide(speed)
        yield Row(f"stun ball at {speed:g} m/s rolls after", "TP 4.1", time, got_time, 5e-5, "s")
        yield Row(f"stun ball at {speed:g} m/s slides", "TP 4.1", way, got_way, 5e-5, "m")
        yield Row("its speed then, over the first", "5/7", 5 / 7, got_speed / speed, 1e-9)
    yield Row("full draw ends at", "3/7 v", 3 / 7, slide(1.0, -1.0)[2], 1e-9)
    for friction, way in ((0.01, 5.0968), (0.0075, 6.7958), (0.005, 10.1937)):
        yield Row(f"1 m/s rolls, mu {friction}", "v^2 / 2 mu g", way, rolling_distance(friction), 1e-3, "m")
    for loss in (5.0, 15.0):
        yield Row(f"100 rad/s of spin, loss {loss:g}", "omega / alpha", 100 / loss, spin_down(loss), 1e-9, "s")
    time, height = flight(2.0)
    yield Row("flight at 2 m/s up", "2 v / g", 4.0 / 9.81, time, 1e-9, "s")
    yield Row("its height", "v^2 / 2 g", 4.0 / 19.62, height, 1e-9, "m")


def ball_ball() -> Iterator[Row]:
    """Throw, spin transfer, rules of thumb, measured rows."""
    elastic = "ball_ball_restitution 1"
    for (way, speed), wanted in THROW.items():
        for cut, want in zip(CUTS, wanted, strict=True):
            yield Row(
                f"throw, {way}, {speed} m/s, cut {cut}", "TP A.14", want, throw(way, speed, cut), 0.05, "deg", elastic
            )
    for speed, by_factor in SPIN_THROW.items():
        for factor, want in zip((0.25, 0.5, 0.75, 1.0, 1.25), by_factor, strict=True):
            what = f"spin throw, {speed} m/s, spin factor {factor}"
            yield Row(what, "TP A.14", want, spin_throw(speed, factor), 0.05, "deg", elastic)
    yield Row("greatest share of side spin passed on", "TP A.27", 5 / 14, spin_passed_on(), 1e-6, "", elastic)
    for e, mu, want in ((0.94, 0.0, 87.025), (1.0, 0.06, 86.566), (0.94, 0.06, 83.259)):
        mode = f"ball_ball_restitution {e}, ball_ball_friction {mu}"
        yield Row("angle between the balls, stun, 30 cut", "TP A.5", want, ninety_degrees(e, mu), 0.05, "deg", mode)
    for e, fraction, want in (
        *((1.0, 0.25, 27.27), (1.0, 0.4, 32.28), (1.0, 0.5, 33.67), (1.0, 0.529, 33.749), (1.0, 0.6, 33.21)),
        *((1.0, 0.75, 27.63), (0.95, 0.25, 26.42), (0.95, 0.5, 32.27), (0.95, 0.75, 25.91)),
    ):
        mode = f"ball_ball_restitution {e}, ball_ball_friction 0"
        yield Row(
            f"rolling cue ball, ball hit {fraction}", "TP 3.3", want, thirty_degrees(e, fraction), 0.05, "deg", mode
        )
    for row in MEASURED_2014:
        for name, want, got in zip(("cue", "object"), row[3:5], first_speeds(row), strict=True):
            yield Row(f"{name} ball, cut {row[2]}", "Mathavan 2014", want, got, 0.015 * want, "m/s", "snooker ball")
        for name, want, got in zip(("cue", "object"), row[5:7], mathavan_2014(row), strict=True):
            yield Row(f"{name} ball, cut {row[2]}", "Mathavan 2014", want, got, 0.015 * want, "deg", "snooker ball")


def cue() -> Iterator[Row]:
    """Speed, spin, squirt, jumps."""
    mode = "elastic tip, cue 19/6 of the ball, no squirt"
    for offset, want in ((0.0, 1.52), (0.25, 1.359), (0.4, 1.166), (0.5, 1.031)):
        yield Row(f"ball over cue speed, offset {offset}", "TP A.30", want, ball_speed(offset), 5e-4, "", mode)
    yield Row("the same with the default tip, centre", "TP B.8", 1.3, ball_speed(0.0, plain=True), 0.05)
    for ratio, want in SQUIRT.items():
        got = squirt(0.5, ratio)
        yield Row(f"squirt at 0.5 R, end mass ratio {ratio:g}", "TP A.31", want, got, 0.02, "deg")
    for inches, ratio, want in ((0.51, 20.15, 2.5), (0.51, 29.2, 1.8), (0.30, 12.0, 2.4)):
        got = squirt(inches / 1.125, ratio)
        yield Row(f"measured shaft, {inches} in, ratio {ratio}", "TP B.1", want, got, 0.08, "deg")
    height, wanted_height, length, wanted_length = jump()
    yield Row("height of a jump at 45", "closed form", wanted_height, height, 1e-9, "m")
    yield Row("length of a jump at 45", "closed form", wanted_length, length, 1e-9, "m")


def cushions() -> Iterator[Row]:
    """Rebounds and travel."""
    rigid = "rigid core: cushion_restitution 0.98, cushion_friction 0.14, nose 7R/5, sliding_friction 0.212"
    for angle, ratio, out in REBOUNDS:
        got = mathavan_2010(angle)
        yield Row(f"rebound speed, rolling at {angle}", "Mathavan 2010", ratio, got[0], 0.01, "", rigid)
        yield Row(f"rebound angle, rolling at {angle}", "Mathavan 2010", out, got[1], 1.0, "deg", rigid)
    for side, out, ratio in SIDE_REBOUNDS:
        got = mathavan_2010(45, side)
        yield Row(f"rebound speed at 45, side {side:+d}", "Mathavan 2010", ratio, got[0], 0.01, "", rigid)
        yield Row(f"rebound angle at 45, side {side:+d}", "Mathavan 2010", out, got[1], 1.0, "deg", rigid)
    plain = "plain core: restitution 0.7, cushion_friction 0.17, nose 0.08 R over the centre"
    for spin, want in ((1.524 / 0.028575, -3.33), (80.0, 23.33), (0.0, -18.13)):
        yield Row(f"spin after a cushion, {spin:.1f} before", "TP 7.3", want, plain_rebound(spin), 0.1, "rad/s", plain)
    leaves = "plain core: restitution 0.7, leaves without spin"
    for mph, feet in TRAVEL:
        yield Row(f"travel of a rolling ball at {mph} mph", "TP B.6", feet, bank_travel(mph), 0.01 * feet, "ft", leaves)
    worst = max(abs(corner_five(start, first)) for start, first in CORNER_FIVE)
    yield Row("Corner-5 diamond system, 27 tracks, worst", "third = departure - first", 0.0, worst, 0.5, "diamond")
    yield Row("rebound over incident speed, 2 m/s rolling", "typical 0.6 to 0.9", 0.75, bank(2.0), 0.15)


def pockets() -> Iterator[Row]:
    """How obliquely a slow ball is still taken."""
    mode = "TP 3.5 to 3.8's pockets"
    yield Row("side pocket, slow", "TP 3.6", 68.292, pocket_limit("side"), 3.0, "deg", mode)
    yield Row("corner pocket, fast", "TP 3.8", 59.841, pocket_limit("corner"), 3.0, "deg", mode)


CHAPTERS: dict[str, Callable[[], Iterator[Row]]] = {
    "Cloth": cloth,
    "Ball and ball": ball_ball,
    "Cue": cue,
    "Cushions": cushions,
    "Pockets": pockets,
}


def report(chapters: dict[str, list[Row]]) -> str:
    """The report as Markdown."""
    rows = [row for part in chapters.values() for row in part]
    held = sum(row.holds for row in rows)
    summary = (
        f"Made by `python -m benchmarks.validation --write docs` with engine version {ENGINE_VERSION}: "
        f"{held} of {len(rows)} published figures hold within their tolerance. Sources: docs/physics.md."
    )
    text = [
        "# Validation of the physics",
        "",
        summary,
        "",
        "![Throw against cut](validation-throw.svg) ![Rebound against incidence](validation-rebound.svg)",
    ]
    for name, part in chapters.items():
        text += ["", f"## {name}", "", "| figure | source | published | ours | tolerance | holds | mode |"]
        text.append("|---|---|---|---|---|---|---|")
        text += [markdown(row) for row in part]
    return "\n".join(text) + "\n"


def markdown(row: Row) -> str:
    """One figure as a table row."""
    unit = f" {row.unit}" if row.unit else ""
    holds = "yes" if row.holds else "**no**"
    numbers = f"{row.published:.5g}{unit} | {row.ours:.5g}{unit} | {row.tolerance:.2g}"
    return f"| {row.what} | {row.source} | {numbers} | {holds} | {row.mode} |"


def plots() -> dict[str, str]:
    """The report's pictures by file name."""
    curves = []
    for way, speed in THROW:
        points = [(cut, throw(way, speed, cut)) for cut in range(1, 86, 2)]
        marks = list(zip(CUTS, THROW[way, speed], strict=True))
        curves.append(Curve(f"{way} {speed} m/s", points, marks))
    throws = plot(
        "Throw of the object ball against cut angle (lines ours, dots published)", "cut, deg", "throw, deg", curves
    )
    points = [(angle, mathavan_2010(angle)[1]) for angle in range(10, 91, 2)]
    marks = [(angle, out) for angle, _, out in REBOUNDS]
    default = [(angle, mathavan_2010(angle, core="rubber")[1]) for angle in range(10, 91, 2)]
    lines = [Curve("rigid core, Mathavan 2010", points, marks), Curve("rubber that gives", default, [])]
    rebounds = plot("Rebound angle of a rolling ball against angle to the cushion", "in, deg", "out, deg", lines)
    return {"validation-throw.svg": throws, "validation-rebound.svg": rebounds}


def main(arguments: list[str] | None = None) -> int:
    """Compute every figure, print those that miss, return 1 if any does."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.validation", description=__doc__)
    parser.add_argument("--write", type=Path, metavar="DIR", help="write validation.md and its plots there")
    chosen = parser.parse_args(arguments)
    chapters = {name: list(rows()) for name, rows in CHAPTERS.items()}
    missed = [row for part in chapters.values() for row in part if not row.holds]
    for row in missed:
        print(markdown(row))
    total = sum(len(part) for part in chapters.values())
    print(f"engine {ENGINE_VERSION}: {total - len(missed)} of {total} published figures hold")
    if chosen.write:
        (chosen.write / "validation.md").write_text(report(chapters), encoding="utf-8")
        for name, picture in plots().items():
            (chosen.write / name).write_text(picture, encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
