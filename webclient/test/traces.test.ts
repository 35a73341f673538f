import { describe, expect, it } from "vitest";

import { goneAt, Mode, modeAt, positionAt, type Trace, Turner, turnedBy, UPRIGHT } from "../src/playback";
import { BadTrace, unpackTrace } from "../src/traces";
// Written by tests/browser/golden_traces.py: the bytes, and what Python reads from them.
import golden from "../../tests/golden/traces.json";

type Sample = [string, number, number, number, number];

interface Golden {
  name: string;
  bytes: string;
  balls: string[];
  duration: number;
  spin_deceleration: number;
  contacts: [number, number, string, string, number][];
  segments: [string, ...number[]][];
  positions: Sample[];
}

const GOLDEN = golden as unknown as Golden[];

const bytesOf = ({ bytes }: Golden): Uint8Array => Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));

function traceOf(name: string): Trace {
  const golden = GOLDEN.find((one) => one.name === name);
  if (!golden) throw new Error(`no golden trace ${name}`);
  return unpackTrace(bytesOf(golden));
}

describe.each(GOLDEN)("$name", (golden) => {
  const trace = unpackTrace(bytesOf(golden));

  it("has the balls, the length and the contacts that Python reads", () => {
    expect(trace.balls).toEqual(golden.balls);
    expect(trace.duration).toBeCloseTo(golden.duration, 12);
    expect(trace.spinDeceleration).toBeCloseTo(golden.spin_deceleration, 12);
    expect(trace.contacts).toHaveLength(golden.contacts.length);
    for (const [i, [time, kind, a, b, impulse]] of golden.contacts.entries()) {
      expect(trace.contacts[i]).toMatchObject({ kind, a, b });
      expect(trace.contacts[i]?.time).toBeCloseTo(time, 12);
      expect(trace.contacts[i]?.impulse).toBeCloseTo(impulse, 12);
    }
  });

  it("has the segments that Python reads", () => {
    expect(trace.time).toHaveLength(golden.segments.length);
    for (const [row, [, time, mode, ...numbers]] of golden.segments.entries()) {
      const three = (column: Float64Array): number[] => [...column.subarray(3 * row, 3 * row + 3)];
      expect(trace.time[row]).toBeCloseTo(time ?? NaN, 12);
      expect(trace.mode[row]).toBe(mode);
      const read = [...three(trace.position), ...three(trace.velocity), ...three(trace.spin), ...three(trace.acceleration)];
      for (const [i, value] of read.entries()) expect(value).toBeCloseTo(numbers[i] ?? NaN, 9);
    }
  });

  it("puts every ball where Python does, at any time", () => {
    for (const [ball, time, ...place] of golden.positions) {
      const drawn = positionAt(trace, golden.balls.indexOf(ball), time);
      for (const [axis, value] of drawn.entries()) expect(Math.abs(value - (place[axis] ?? NaN))).toBeLessThan(1e-9);
    }
  });

  it("is refused when it is cut short or too long, at every length", () => {
    const whole = bytesOf(golden);
    for (let length = 0; length < whole.length; length++) {
      expect(() => unpackTrace(whole.subarray(0, length))).toThrow(BadTrace);
    }
    expect(() => unpackTrace(new Uint8Array([...whole, 0]))).toThrow(BadTrace);
  });

  it("is read from the middle of a larger buffer too", () => {
    const whole = bytesOf(golden);
    const shifted = new Uint8Array(whole.length + 7);
    shifted.set(whole, 3);
    expect(unpackTrace(shifted.subarray(3, 3 + whole.length))).toEqual(trace);
  });
});

describe("playback", () => {
  const trace = traceOf("stun and pot");
  const nine = trace.balls.indexOf("9");

  it("shows the start before the stroke and the end after the last segment", () => {
    expect(positionAt(trace, 0, -1)).toEqual(positionAt(trace, 0, 0));
    expect(positionAt(trace, 0, 100)).toEqual(positionAt(trace, 0, trace.duration));
  });

  it("knows which motion holds, at the seam the later one", () => {
    expect(modeAt(trace, nine, 0.3)).toBe(Mode.Rest);
    expect(modeAt(trace, nine, 0.31)).toBe(Mode.Rolling);
    expect(modeAt(trace, nine, 0.95)).toBe(Mode.Airborne);
  });

  it("takes a ball away once it has fallen", () => {
    expect(goneAt(trace, nine, 1.04)).toBe(false);
    expect(goneAt(trace, nine, 1.06)).toBe(true);
  });
});

describe("turning", () => {
  const RADIUS = 0.03;

  /** A ball that rolls along +x at a steady speed. */
  function rolling(speed: number): Trace {
    return {
      balls: ["c"],
      first: Uint32Array.of(0, 1),
      time: Float64Array.of(0),
      mode: Uint8Array.of(Mode.Rolling),
      position: Float64Array.of(0, 0, RADIUS),
      velocity: Float64Array.of(speed, 0, 0),
      spin: Float64Array.of(0, speed / RADIUS, 0),
      acceleration: Float64Array.of(0, 0, 0),
      contacts: [],
      duration: 1,
      spinDeceleration: 10,
    };
  }

  it("brings a rolling ball round once on its circumference", () => {
    const turner = new Turner(rolling(2 * Math.PI * RADIUS), RADIUS, () => UPRIGHT);
    const [x, y, z, w] = turner.at(0, 1);
    expect(Math.abs(w)).toBeCloseTo(1, 6);
    expect(Math.hypot(x, y, z)).toBeCloseTo(0, 6);
    const [, half] = turner.at(0, 0.5);
    expect(Math.abs(half)).toBeCloseTo(1, 6);
  });

  it("is the same whether it is played or sought", () => {
    const played = new Turner(traceOf("stun and pot"), RADIUS, () => UPRIGHT);
    for (let t = 0; t < 2.5; t += 0.05) played.at(0, t);
    const sought = new Turner(traceOf("stun and pot"), RADIUS, () => UPRIGHT);
    expect(played.at(0, 2.2)).toEqual(sought.at(0, 2.2));
  });

  it("adds turns up and stays a rotation", () => {
    const quarter = turnedBy(UPRIGHT, [0, 0, 5], Math.PI / 2);
    const once = [1, 2, 3].reduce((turn) => turnedBy(turn, [0, 0, 1], Math.PI / 2), quarter);
    expect(Math.abs(once[3])).toBeCloseTo(1, 9);
    expect(turnedBy(UPRIGHT, [0, 0, 0], 1)).toEqual(UPRIGHT);
  });
});
