import { describe, expect, it } from "vitest";

import { boardShape, clampAim, ORDER, REACH, segmentAt, segmentCentre } from "../src/dart_view/board";
import { reportedVisits, visits } from "../src/room/visits";
import type { Happening } from "../src/state";

const STEEL = boardShape("steel");

describe("segments of the steel board", () => {
  it.each([
    [0, 0, "IB"], [6.35, 0, "IB"], [15.9, 0, "OB"], [16, 0, "S6"], [0, 103, "T20"], [0, 99.01, "T20"], [0, 107, "T20"],
    [0, 162, "S20"], [0, 162.01, "D20"], [0, 170.01, "M"], [0, -103, "T3"], [103, 0, "T6"], [-103, 0, "T11"],
    [50, 50, "S4"], [-50, -30, "S16"], [16.11, 101.73, "T20"], [-16.11, 101.73, "T20"],
  ])("(%d, %d) is %s", (x, y, segment) => {
    expect(segmentAt(STEEL, [x, y])).toBe(segment);
  });

  it("have their centres in themselves", () => {
    for (const number of ORDER) {
      for (const ring of ["S", "D", "T"]) {
        const centre = segmentCentre(STEEL, `${ring}${number}`);
        expect(centre && segmentAt(STEEL, centre)).toBe(`${ring}${number}`);
      }
    }
    expect(segmentCentre(STEEL, "M")).toBeNull();
  });
});

describe("the aim at the board", () => {
  it("stays within reach and within what the wire takes", () => {
    const [x, y] = clampAim([400, 300]);
    expect(Math.hypot(x, y)).toBeLessThanOrEqual(REACH);
    expect(clampAim([10.26, -3.14])).toEqual([10.2, -3.1]);
  });
});

describe("visits", () => {
  function dart(n: number, seat: number, number: number, value: number, game = 1, bust = false): Happening {
    const thrown = { number, segment: `S${value}`, value, hit: null };
    return { n, kind: "dart", seat, game, turn: n, log: "", cause: "", ruling: { points: bust ? 0 : value, bust }, dart: thrown };
  }

  it("are put together from darts, and a bust is told", () => {
    const lines = [dart(1, 0, 1, 20), dart(2, 0, 2, 5), dart(3, 0, 3, 1), dart(4, 1, 1, 19), dart(5, 1, 2, 60, 1, true)];
    expect(visits(lines, 1)).toEqual([
      { key: 1, seat: 0, segments: ["S20", "S5", "S1"], sum: 26, bust: false },
      { key: 4, seat: 1, segments: ["S19", "S60"], sum: 19, bust: true },
    ]);
  });

  it("belong to one leg", () => {
    expect(visits([dart(1, 0, 1, 20), dart(2, 1, 1, 5, 2)], 2)).toHaveLength(1);
  });
});

it("puts reported darts together by their turns, void ones in brackets", () => {
  const dart = (number: number, seat: number, turn: number, segment: string, void_ = false) => ({ number, seat, turn, segment, is_void: void_ });
  const rows = reportedVisits([dart(1, 0, 1, "T20"), dart(2, 0, 1, "S5", true), dart(3, 1, 2, "M")]);
  expect(rows.map(({ seat, segments, sum }) => [seat, segments.join(" "), sum])).toEqual([[0, "T20 (S5)", null], [1, "M", null]]);
});
