import { describe, expect, it } from "vitest";

import { tableShape } from "../src/geometry";
import { fit, outerSize, svgTransform, toScreen, toTable } from "../src/table_view/frame";

const POOL = tableShape("pool_9ft");

describe("the frame", () => {
  it("lies on a wide screen and stands on a tall one", () => {
    expect(fit(POOL, 1200, 600).upright).toBe(false);
    expect(fit(POOL, 330, 600).upright).toBe(true);
  });

  it.each([[1200, 600], [330, 600], [50, 50]])("shows the whole table in %d × %d", (width, height) => {
    const frame = fit(POOL, width, height);
    const { length, width: across } = outerSize(POOL);
    for (const sx of [-1, 1]) {
      for (const sy of [-1, 1]) {
        const [x, y] = toScreen(frame, [(sx * length) / 2, (sy * across) / 2]);
        expect(x).toBeGreaterThanOrEqual(-1e-9);
        expect(y).toBeGreaterThanOrEqual(-1e-9);
        expect(x).toBeLessThanOrEqual(width + 1e-9);
        expect(y).toBeLessThanOrEqual(height + 1e-9);
      }
    }
  });

  it.each([[1200, 600], [330, 600]])("finds the place that was pointed at in %d × %d", (width, height) => {
    const frame = fit(POOL, width, height);
    const [x, y] = toTable(frame, toScreen(frame, [0.3, -0.2]));
    expect(x).toBeCloseTo(0.3, 12);
    expect(y).toBeCloseTo(-0.2, 12);
  });

  it("has the foot to the right lying, above standing; the breaker's left is up, or left", () => {
    const lying = fit(POOL, 1200, 600);
    expect(toScreen(lying, [1, 0])[0]).toBeGreaterThan(lying.centre[0]);
    expect(toScreen(lying, [0, 0.5])[1]).toBeLessThan(lying.centre[1]);
    const standing = fit(POOL, 330, 600);
    expect(toScreen(standing, [1, 0])[1]).toBeLessThan(standing.centre[1]);
    expect(toScreen(standing, [0, 0.5])[0]).toBeLessThan(standing.centre[0]);
  });

  it.each([[1200, 600], [330, 600]])("draws the SVG where it draws the balls in %d × %d", (width, height) => {
    const frame = fit(POOL, width, height);
    const [a, b, c, d, e, f] = (/\((.*)\)/.exec(svgTransform(frame))?.[1] ?? "").split(" ").map(Number) as [
      number, number, number, number, number, number,
    ];
    const [x, y] = [300, -200];
    const [sx, sy] = toScreen(frame, [0.3, -0.2]);
    expect(a * x + c * y + e).toBeCloseTo(sx, 9);
    expect(b * x + d * y + f).toBeCloseTo(sy, 9);
  });
});
