import { describe, expect, it } from "vitest";

import { countdown, counter, darkNumbers, litNumbers, mark, powerAt } from "../src/dart_view/lights";

describe("the counter of the pub game", () => {
  const details = { lights: "pub", zero: 100, step_ms: 1000, target: "bull", opens: 100 };
  it.each([[97, 10], [100, 10], [100.999, 10], [101, 9], [109.999, 1], [110, 0], [200, 0]])("at %d s is %d", (now, count) => {
    expect(counter(details, now)).toBe(count);
  });
  it("is in no other game", () => expect(counter({ zero: 100, step_ms: 1000 }, 101)).toBeNull());
  it("comes after a count of three", () => expect([97, 97.5, 99.2, 100, 101].map((now) => countdown(details, now))).toEqual([3, 3, 1, 0, 0]));
  it("lights the bull alone", () => {
    expect(litNumbers("pub_game", details, 101)).toEqual([25]);
    expect(litNumbers("pub_game", { ...details, target: "any" }, 101)).toEqual([]);
  });
});

describe("the running light", () => {
  const details = { lights: "s100", light_index: 0, zero: 100, step_ms: 1000, lit_width: 3 };
  it.each([[100.1, [20, 5, 12]], [101, [1, 20, 5]], [119.9, [5, 12, 9]], [120, [20, 5, 12]]])("at %d s", (now, lit) => {
    expect(litNumbers("super_100", details, now)).toEqual(lit);
  });
  it("may be one wide", () => expect(litNumbers("super_100", { ...details, lit_width: 1 }, 100)).toEqual([20]));
});

describe("the wheel", () => {
  const details = { lights: "spin", target: 7, zero: 103 };
  it("stops at the target, and turns before", () => {
    expect(litNumbers("roulette", details, 103)).toEqual([7]);
    const seen = new Set(Array.from({ length: 300 }, (_, i) => litNumbers("roulette", details, 100 + i / 100)[0]));
    expect(seen.size).toBe(20);
  });
});

describe("what counts and what does not", () => {
  it("cricket", () => {
    const details = { dead: "20 25", scoring: "19" };
    expect([litNumbers("cricket", details, 0), darkNumbers("cricket", details)]).toEqual([[19], [20, 25]]);
  });
  it("scram", () => {
    const details = { role: "scorer", stopped: "20 25" };
    expect(litNumbers("scram", details, 0)).toHaveLength(19);
    expect(darkNumbers("scram", details)).toEqual([20, 25]);
    expect(litNumbers("scram", { role: "stopper", stopped: "20" }, 0)).toEqual([]);
  });
  it("a number of the round", () => expect(litNumbers("baseball", { target: 4 }, 0)).toEqual([4]));
  it("nothing", () => expect(litNumbers("x01", {}, 0)).toEqual([]));
});

describe("the power bar", () => {
  it.each([[0, 0], [0.35, 0.5], [0.7, 1], [1.05, 0.5], [1.4, 0]])("after %d s is %d", (held, power) => {
    expect(powerAt(100, 100 + held)).toBeCloseTo(power, 6);
  });
});

it("marks are drawn as on a slate", () => expect([0, 1, 2, 3, 9].map(mark)).toEqual(["", "/", "✕", "⊗", "⊗"]));
