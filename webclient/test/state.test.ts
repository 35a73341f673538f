import { describe, expect, it } from "vitest";

import type { RoomChanged, RoomState, ShotPlayed, Snapshot } from "../src/protocol.gen";
import { aimFits, applyDelta, cutShort, fullState, reduce, type RoomView, shownState } from "../src/state";

const STATE: RoomState = {
  room: "room-1",
  invite: "invite-1",
  game: "nine_ball",
  preset: "wpa",
  options: {},
  table: "pool_9ft",
  touch: "club",
  pace: "normal",
  race_to: 1,
  rules_hash: "ab",
  commitment: "cd",
  people: [{ name: "Ana", role: "player", seat: 0 }],
  sides: [{ name: "Ana" }, { name: "Bo" }],
  phase: "play",
  turn: 4,
  to_act: 0,
  legal: ["take_shot"],
  cue: { balls: { c: [0, 0], "9": [0.5, 0.1] }, cue_ball: "as_lies", strikes: ["c"] },
};

function snapshot(n: number): Snapshot {
  return { type: "snapshot", room: "room-1", n, state: STATE, time: 100 };
}

function changed(n: number, delta: RoomChanged["delta"]): RoomChanged {
  return { type: "room_changed", room: "room-1", n, cause: "chosen", delta, time: 101 };
}

function shot(n: number): ShotPlayed {
  return {
    type: "shot_played",
    room: "room-1",
    n,
    seat: 0,
    intent: { ball: "c", aim: 0, speed: 2 },
    stroke: { ball: "c", aim: 0.001, speed: 2 },
    trace: new Uint8Array(),
    rest: { c: [0.4, 0] },
    log: "c>9 9@FL",
    ruling: { points: 1, continues: true },
    delta: {
      turn: 5,
      to_act: null,
      phase: "over",
      sides: [{ name: "Ana", games: 1 }, { name: "Bo" }],
      cue: { balls: { c: [0.4, 0] }, cue_ball: "as_lies", strikes: [] },
      result: { winners: [0], reason: "nine", scores: { "0": 1, "1": 0 } },
    },
    time: 102,
    duration: 3,
  };
}

function folded(view: RoomView | null, notice: Parameters<typeof reduce>[1]): RoomView {
  const step = reduce(view, notice);
  if (step.kind !== "folded") throw new Error(step.kind);
  return step.view;
}

describe("reduce", () => {
  it("fills in what the wire leaves out", () => {
    const { state } = folded(null, snapshot(7));
    expect(state.options_offered).toEqual([]);
    expect(state.clock).toBeNull();
    expect(state.game_number).toBe(1);
  });

  it("replaces each changed field whole and keeps the others", () => {
    const before = folded(null, snapshot(7));
    const after = folded(before, changed(8, { turn: 5, to_act: null, legal: [] }));
    expect(after.state).toEqual({ ...before.state, turn: 5, to_act: null, legal: [] });
    expect(before.state.turn).toBe(4);
  });

  it("ends where a snapshot would", () => {
    const deltas = folded(folded(null, snapshot(7)), shot(8));
    const whole = folded(null, { ...snapshot(8), state: { ...STATE, ...shot(8).delta } });
    expect(deltas.state).toEqual(whole.state);
    expect(deltas.n).toBe(whole.n);
  });

  it("counts a repeated notice once", () => {
    const view = folded(folded(null, snapshot(7)), shot(8));
    expect(reduce(view, shot(8))).toEqual({ kind: "old" });
  });

  it("asks for a resume where a number is missing", () => {
    expect(reduce(folded(null, snapshot(7)), shot(9))).toEqual({ kind: "gap", seen: 7 });
    expect(reduce(null, shot(9))).toEqual({ kind: "gap", seen: null });
  });

  it("takes a snapshot at any number, and drops what lies after it", () => {
    const view = folded(folded(null, snapshot(7)), shot(8));
    const back = folded(view, snapshot(7));
    expect(back.n).toBe(7);
    expect(back.happenings).toEqual([]);
    expect(folded(view, snapshot(30)).n).toBe(30);
  });

  it("keeps the list of what was played", () => {
    const view = folded(folded(null, snapshot(7)), shot(8));
    expect(view.happenings).toHaveLength(1);
    expect(view.happenings[0]).toMatchObject({ n: 8, kind: "shot", seat: 0, game: 1, turn: 4, log: "c>9 9@FL" });
  });

  it("remembers that the room was closed", () => {
    for (const n of [6, 7, 9]) {
      const sentOut = folded(folded(null, snapshot(7)), { type: "room_closed", room: "room-1", n, reason: "sent_out" });
      expect(sentOut.closed).toBe("sent_out");
    }
    const view = folded(folded(null, snapshot(7)), { type: "room_closed", room: "room-1", n: 8, reason: "empty" });
    expect(view.closed).toBe("empty");
  });
});

describe("applyDelta", () => {
  it("tells a field set to nothing from one that did not change", () => {
    const state = fullState({ ...STATE, clock: { limit: 30 } });
    expect(applyDelta(state, {}).clock).toEqual({ limit: 30 });
    expect(applyDelta(state, { clock: null }).clock).toBeNull();
  });
});

describe("shownState", () => {
  it("tells no score and no end before the balls rest", () => {
    const view = folded(folded(null, snapshot(7)), shot(8));
    const during = shownState(view, true);
    expect(during.result).toBeNull();
    expect(during.sides[0]?.games ?? 0).toBe(0);
    expect(during.cue?.balls).toHaveProperty("9");
    expect(during.legal).toEqual([]);
    const after = shownState(view, false);
    expect(after.result?.winners).toEqual([0]);
    expect(after.cue?.balls).not.toHaveProperty("9");
  });

  it("shows people who come and go meanwhile", () => {
    const rolling = folded(folded(null, snapshot(7)), shot(8));
    const view = folded(rolling, changed(9, { people: [{ name: "Ana", role: "player", seat: 0, connected: false }] }));
    expect(shownState(view, true).people[0]?.connected).toBe(false);
  });
});

describe("cutShort", () => {
  const rolling = folded(folded(null, snapshot(7)), { ...shot(8), delta: { ...shot(8).delta, plays_until: 105 } });

  it("is told by the hall opening the table earlier, to whoever watches", () => {
    expect(cutShort(folded(null, snapshot(7)))).toBe(false);
    expect(cutShort(rolling)).toBe(false);
    expect(cutShort(folded(rolling, changed(9, { watchers: 1 })))).toBe(false);
    expect(cutShort(folded(rolling, changed(9, { plays_until: 103.2 })))).toBe(true);
    expect(cutShort(folded(rolling, changed(9, { plays_until: null })))).toBe(true);
  });

  it("is not told by an outage that moves the end", () => {
    expect(cutShort(folded(rolling, changed(9, { plays_until: 135 })))).toBe(false);
  });
});

describe("aimFits", () => {
  const stroke = { ball: "c", aim: 1, speed: 1 };

  it("takes an aim of the open turn only", () => {
    const view = folded(null, snapshot(7));
    expect(aimFits(view, { type: "aim_shown", room: "room-1", turn: 4, seat: 0, stroke })).toBe(true);
    expect(aimFits(view, { type: "aim_shown", room: "room-1", turn: 3, seat: 0, stroke })).toBe(false);
    expect(aimFits(view, { type: "aim_shown", room: "room-1", turn: 4, seat: 1, stroke })).toBe(false);
  });
});
