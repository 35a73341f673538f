"""Published figures that the validation compares with; sources in docs/physics.md."""

from __future__ import annotations

THROW = {
    ("stun", 0.447): (0.72, 1.44, 2.19, 2.98, 3.81, 4.72, 5.24, 5.08, 4.95, 4.62, 4.40),
    ("stun", 1.341): (0.72, 1.44, 2.19, 2.98, 3.81, 3.55, 3.25, 2.99, 2.77, 2.32, 2.04),
    ("stun", 3.129): (0.72, 1.44, 2.19, 2.50, 2.04, 1.70, 1.45, 1.26, 1.13, 0.90, 0.79),
    ("roll", 0.447): (0.38, 0.76, 1.13, 1.50, 1.85, 2.19, 2.51, 2.81, 3.09, 3.78, 4.30),
    ("roll", 1.341): (0.18, 0.35, 0.52, 0.69, 0.85, 1.00, 1.15, 1.29, 1.42, 1.74, 1.98),
    ("roll", 3.129): (0.07, 0.14, 0.20, 0.27, 0.33, 0.39, 0.45, 0.50, 0.55, 0.67, 0.76),
}
"""Throw, deg, by the cue ball's way and speed (m/s), at the cuts of `validation_shots.CUTS`: TP A.14, e = 1."""

SPIN_THROW = {
    0.447: (2.05, 4.09, 4.86, 4.37, 3.93),
    1.341: (2.05, 3.55, 2.64, 2.01, 1.57),
    3.129: (2.05, 1.70, 1.05, 0.78, 0.66),
}
"""Throw, deg, of a straight shot by speed, at R omega / v = 0.25, 0.5, 0.75, 1, 1.25: TP A.14."""

SQUIRT = {15.0: 3.466, 20.0: 2.71, 30.0: 1.89, 40.0: 1.446, 60.0: 0.99}
"""Squirt, deg, at half a radius by ball mass / end mass: TP A.31."""

MEASURED_2014 = (
    (1.539, 58.63, 33.83, 0.914, 0.831, 31.93, 32.20),
    (1.032, 39.31, 26.36, 0.520, 0.599, 32.45, 25.07),
    (1.364, 51.96, 40.52, 0.917, 0.676, 29.91, 38.62),
    (1.731, 65.94, 46.50, 1.280, 0.780, 27.32, 44.38),
    (0.942, 35.89, 18.05, 0.383, 0.579, 29.47, 17.15),
)
"""Speed m/s, top spin rad/s, cut deg; then cue and object ball when they roll: speeds m/s, ways deg (Mathavan 2014)."""

REBOUNDS = (
    (15, 0.918, 15.9),
    (30, 0.861, 34.0),
    (45, 0.848, 52.7),
    (60, 0.867, 68.8),
    (75, 0.898, 80.0),
    (90, 0.911, 90.0),
)
"""Angle to the cushion, speed ratio, angle after, of a rolling ball: Mathavan 2010's equations."""

SIDE_REBOUNDS = ((-2, 54.9, 0.838), (-1, 54.3, 0.840), (0, 52.7, 0.848), (1, 43.2, 0.941), (2, 37.0, 1.116))
"""Side spin R omega / V (+ running), angle after, speed ratio, at 45 degrees."""

TRAVEL = ((1.5, 7.522), (3.0, 14.033), (7.0, 25.041), (12.0, 30.752), (20.0, 39.291))
"""Speed mph, whole way of a rolling ball along a nine-foot table, ft: TP B.6."""
