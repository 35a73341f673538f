import { describe, expect, it } from "vitest";

import { clampTip, FINE_STEP, FULL_SPEED, powerOf, sight, speedOf, turnByDrag, wrap } from "../src/aim/aim";
import { mayLie, nearestPlace, type Point, pockets, tableShape } from "../src/geometry";

const POOL = tableShape("pool_9ft");
const R = POOL.ballRadius;

describe("angles", () => {
  it("stay in one turn", () => {
    expect(wrap(3 * Math.PI)).toBeCloseTo(Math.PI);
    expect(wrap(-Math.PI)).toBeCloseTo(Math.PI);
    expect(wrap(0.3)).toBe(0.3);
  });

  it("turn by what a drag turns about the cue ball, also over the seam", () => {
    expect(turnByDrag(0, [0, 0], [1, 0], [0, 1])).toBeCloseTo(Math.PI / 2);
    expect(turnByDrag(3.1, [0, 0], [-1, 0.05], [-1, -0.05])).toBeCloseTo(wrap(3.1 + 2 * Math.atan(0.05)));
  });

  it("are finer the farther the drag is from the ball", () => {
    const near = turnByDrag(0, [0, 0], [0.1, 0], [0.1, 0.01]);
    const far = turnByDrag(0, [0, 0], [1, 0], [1, 0.01]);
    expect(far).toBeLessThan(near / 9);
  });

  it("move by a fiftieth of a degree with a pixel of the fine dial", () => {
    expect((FINE_STEP * 180) / Math.PI).toBeCloseTo(0.02, 10);
  });
});

describe("power", () => {
  it("is never nothing and never beyond the full stroke", () => {
    expect(speedOf(0)).toBeGreaterThan(0);
    expect(speedOf(1)).toBe(FULL_SPEED);
    expect(speedOf(7)).toBe(FULL_SPEED);
  });

  it("comes back from its speed", () => {
    for (const power of [0, 0.1, 0.5, 0.99, 1]) expect(powerOf(speedOf(power))).toBeCloseTo(power, 9);
  });

  it("grows all the way", () => {
    const speeds = Array.from({ length: 101 }, (_, i) => speedOf(i / 100));
    expect(speeds.every((speed, i) => i === 0 || speed > (speeds[i - 1] ?? 0))).toBe(true);
  });
});

describe("the tip", () => {
  it("stays on the ball, in its direction", () => {
    const [side, up] = clampTip(3, 4);
    expect(Math.hypot(side, up)).toBeCloseTo(0.9);
    expect(side / up).toBeCloseTo(0.75);
    expect(clampTip(0.1, -0.2)).toEqual([0.1, -0.2]);
  });
});

describe("the line of aim", () => {
  it("ends where the cue ball touches a ball hit full", () => {
    const seen = sight(POOL, [0, 0], 0, [["1", [0.5, 0]]]);
    expect(seen.ball).toBe("1");
    expect(seen.ghost[0]).toBeCloseTo(0.5 - 2 * R, 12);
    expect(seen.objectAim).toBeCloseTo(0);
    expect(seen.cueAim).toBeNull();
  });

  it("leaves a half-hit ball by 30 degrees, and the cue ball square to it", () => {
    const seen = sight(POOL, [0, 0], 0, [["1", [0.5, R]]]);
    expect(((seen.objectAim ?? 0) * 180) / Math.PI).toBeCloseTo(30, 6);
    expect(((seen.cueAim ?? 0) * 180) / Math.PI).toBeCloseTo(-60, 6);
  });

  it("takes the nearest ball, and none behind", () => {
    const balls: [string, Point][] = [["far", [0.9, 0]], ["near", [0.4, 0.01]], ["behind", [-0.3, 0]]];
    expect(sight(POOL, [0, 0], 0, balls).ball).toBe("near");
  });

  it("misses a ball that is just out of reach and ends at the cushion", () => {
    const seen = sight(POOL, [0, 0], 0, [["1", [0.5, 2 * R + 1e-9]]]);
    expect(seen.ball).toBeNull();
    expect(seen.ghost[0]).toBeCloseTo(POOL.length / 2 - R, 12);
  });
});

describe("a ball in hand", () => {
  it("lies clear of others, of the cushions, and strictly behind the head string where it has to", () => {
    expect(mayLie(POOL, [0, 0], [[0, 2 * R - 1e-4]], false)).toBe(false);
    expect(mayLie(POOL, [0, 0], [[0, 2 * R + 1e-3]], false)).toBe(true);
    expect(mayLie(POOL, [POOL.length / 2 - R / 2, 0], [], false)).toBe(false);
    expect(mayLie(POOL, [-POOL.length / 4, 0], [], true)).toBe(false);
    expect(mayLie(POOL, [-POOL.length / 4 - 1e-4, 0], [], true)).toBe(true);
  });

  it("is laid at the nearest free place", () => {
    const others: Point[] = [[0, 0]];
    const place = nearestPlace(POOL, [0.001, 0], others, false);
    expect(place && mayLie(POOL, place, others, false)).toBe(true);
    expect(place && Math.hypot(place[0], place[1])).toBeLessThan(3 * R);
    const kitchen = nearestPlace(POOL, [1, 2], [], true);
    expect(kitchen && mayLie(POOL, kitchen, [], true)).toBe(true);
  });

  it("lies strictly beyond the line of the house at the foot", () => {
    expect(mayLie(POOL, [POOL.length / 4, 0], [], "foot")).toBe(false);
    expect(mayLie(POOL, [POOL.length / 4 + 1e-4, 0], [], "foot")).toBe(true);
    const laid = nearestPlace(POOL, [-1, 0], [], "foot");
    expect(laid && mayLie(POOL, laid, [], "foot")).toBe(true);
  });

  it("finds no place where there is none", () => {
    const wall: Point[] = [];
    for (let x = -1.3; x <= 1.3; x += R) for (let y = -0.7; y <= 0.7; y += R) wall.push([x, y]);
    expect(nearestPlace(POOL, [0, 0], wall, false)).toBeNull();
  });
});

describe("tables", () => {
  it("have six pockets or none", () => {
    expect(pockets(POOL).map((pocket) => pocket.name).sort()).toEqual(["FL", "FR", "HL", "HR", "SL", "SR"]);
    expect(pockets(tableShape("carom_10ft"))).toEqual([]);
  });

  it("of an unknown name are drawn as their family", () => {
    expect(tableShape("carom_11ft").corner).toBeNull();
    expect(tableShape("pool_6ft").corner).not.toBeNull();
  });
});
