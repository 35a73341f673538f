"""Board geometry: the rows of darts A.3, boundaries, and the centres of segments."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.darts.board import (
    PROFILES,
    SECTORS,
    SOFT155,
    STEEL,
    BoardProfile,
    Ring,
    Segment,
    centre_of,
    rounded,
    segment_at,
)

ROWS = [
    ("G01", (0, 0), "IB", "IB"),
    ("G02", (6.35, 0), "IB", "IB"),
    ("G04", (15.9, 0), "OB", "OB"),
    ("G05", (16, 0), "S6i", "OB"),
    ("G06", (0, 103), "T20", "S20i"),
    ("G08", (0, 99.01), "T20", "S20i"),
    ("G09", (0, 107), "T20", "S20i"),
    ("G11", (0, 162), "S20o", "S20o"),
    ("G12", (0, 162.01), "D20", "S20o"),
    ("G14", (0, 170.01), "M", "S20o"),
    ("G15", (0, -103), "T3", "S3i"),
    ("G16", (103, 0), "T6", "S6i"),
    ("G17", (-103, 0), "T11", "S11i"),
    ("G19", (50, 50), "S4i", "S4i"),
    ("G20", (-50, -30), "S16i", "S16i"),
    ("G21", (16.11, 101.73), "T20", "S20i"),
    ("G23", (-16.11, 101.73), "T20", "S20i"),
    ("G26", (0, 119), "S20o", "T20"),
    ("G29", (0, 197), "M", "M"),
]
profiles = st.sampled_from(sorted(PROFILES.values(), key=lambda profile: profile.name))


@pytest.mark.parametrize(("row", "point", "steel", "soft"), ROWS, ids=[row[0] for row in ROWS])
def test_a_point_belongs_to_the_segment_of_the_table(
    row: str, point: tuple[float, float], steel: str, soft: str
) -> None:
    assert (segment_at(STEEL, point).name, segment_at(SOFT155, point).name) == (steel, soft)


@pytest.mark.parametrize(
    ("radius", "inside", "beyond"),
    [
        (6.35, "IB", "OB"),
        (15.9, "OB", "S20i"),
        (99.0, "S20i", "T20"),
        (107.0, "T20", "S20o"),
        (162.0, "S20o", "D20"),
        (170.0, "D20", "M"),
    ],
)
def test_an_exact_radius_belongs_to_the_inner_side(radius: float, inside: str, beyond: str) -> None:
    assert segment_at(STEEL, (0.0, radius)).name == inside
    assert segment_at(STEEL, (0.0, math.nextafter(radius, math.inf))).name == beyond


def test_sectors_follow_each_other_clockwise_and_a_line_belongs_to_the_next() -> None:
    for place, number in enumerate(SECTORS):
        for offset in (-8.9, 0.0, 8.9):
            angle = math.radians(18.0 * place + offset)
            assert segment_at(STEEL, (50.0 * math.sin(angle), 50.0 * math.cos(angle))).number == number
    diagonal = segment_at(STEEL, (50.0, 50.0))  # 45 degrees: the line between 18 (27..45) and 4 (45..63)
    assert diagonal == Segment(Ring.INNER_SINGLE, 4)


@pytest.mark.parametrize("point", [(math.nan, 0.0), (0.0, math.inf)])
def test_a_point_that_is_not_finite_has_no_segment(point: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="not a point"):
        segment_at(STEEL, point)


@given(profiles, st.sampled_from(list(Ring)), st.sampled_from(SECTORS))
def test_the_centre_of_a_segment_lies_in_it(profile: BoardProfile, ring: Ring, number: int) -> None:
    if ring in (Ring.OUTSIDE, Ring.OUTER_BULL):
        return
    segment = Segment(ring, 25 if ring is Ring.INNER_BULL else number)
    assert segment_at(profile, rounded(centre_of(profile, segment))) == segment


def test_published_aim_points_come_out() -> None:
    assert rounded(centre_of(STEEL, Segment(Ring.TRIPLE, 19))) == (-31.8, -98.0)
    assert rounded(centre_of(STEEL, Segment(Ring.DOUBLE, 16))) == (-134.3, -97.6)
    assert centre_of(STEEL, Segment(Ring.OUTER_SINGLE, 20)) == (0.0, 134.5)
    assert centre_of(STEEL, Segment(Ring.INNER_SINGLE, 20)) == (0.0, 57.0)


@pytest.mark.parametrize("segment", [Segment(Ring.OUTSIDE, 0), Segment(Ring.TRIPLE, 21)])
def test_what_is_no_segment_has_no_centre(segment: Segment) -> None:
    with pytest.raises(ValueError, match="no centre"):
        centre_of(STEEL, segment)


@given(profiles, st.floats(-260, 260), st.floats(-260, 260))
def test_mirrored_points_share_the_ring(profile: BoardProfile, x: float, y: float) -> None:
    assert segment_at(profile, (x, y)).ring == segment_at(profile, (-x, y)).ring == segment_at(profile, (y, x)).ring


@given(st.floats(-260, 260), st.floats(-260, 260))
def test_a_stored_point_is_near_and_stays_as_it_is(x: float, y: float) -> None:
    stored = rounded((x, y))
    assert math.dist(stored, (x, y)) <= 0.0708
    assert rounded(stored) == stored
    assert "-0.0" not in (repr(stored[0]), repr(stored[1]))
