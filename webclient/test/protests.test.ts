import { describe, expect, it } from "vitest";

import { marginOf } from "../src/referee/margins";
import { ballsOf, happeningOf } from "../src/referee/positions";
import { lastShot, mayProtest, nearCalls, openProtest, protestedTurn, stoppedBy } from "../src/referee/protests";
import type { OfficialAct } from "../src/protocol.gen";
import { type FullState, fullState, type Happening } from "../src/state";

function state(changes: Partial<FullState> = {}): FullState {
  return {
    ...fullState({
      room: "room-1", invite: "invite-1", game: "nine_ball", preset: "sbiz", options: {}, table: "pool_9ft", touch: "club",
      pace: "normal", race_to: 1, rules_hash: "ab", commitment: "cd", people: [], sides: [{ name: "Ana" }, { name: "Bo" }],
      phase: "play", turn: 9,
    }),
    ...changes,
  };
}

function line(changes: Partial<Happening>): Happening {
  return { n: 1, kind: "change", seat: 0, game: 1, turn: 3, log: "", ruling: null, cause: "", dart: null, ...changes };
}

function act(entry: number, name: string, by: string, reason = ""): OfficialAct {
  return { entry, at: 0, by, act: name, reason };
}

const SHOT = line({ kind: "shot", turn: 7, ruling: { rules: ["5.1"] } });
const FINAL = line({ cause: "referee", ruling: { rules: ["2.26"] } });

describe("a protest", () => {
  it("can be made after a shot, until it is ruled on", () => {
    expect(mayProtest(state(), [])).toBe(false);
    expect(mayProtest(state(), [SHOT])).toBe(true);
    expect(mayProtest(state(), [SHOT, line({ cause: "option_chosen" })])).toBe(true);
    expect(mayProtest(state(), [SHOT, FINAL])).toBe(false);
    expect(mayProtest(state(), [SHOT, FINAL, SHOT])).toBe(true);
  });

  it("can not be made while play stands still, before it or after it", () => {
    expect(mayProtest(state({ stopped: "suspended" }), [SHOT])).toBe(false);
    expect(mayProtest(state({ phase: "over" }), [SHOT])).toBe(false);
    expect(mayProtest(state({ phase: "waiting" }), [SHOT])).toBe(false);
  });

  it("is against the turn of the last shot", () => {
    expect(protestedTurn(state(), [SHOT, line({ cause: "ball_placed", turn: 8 })])).toBe(7);
    expect(protestedTurn(state(), [])).toBe(8);
    expect(lastShot([SHOT, FINAL])).toBe(SHOT);
  });

  it("waits in the trail until it is ruled on", () => {
    const audit = [act(1, "protest", "Ana", "early"), act(2, "rule_protest", "Ann (referee)"), act(9, "protest", "Bo", "twice hit")];
    expect(openProtest(state({ audit }))).toBeNull();
    expect(openProtest(state({ audit, stopped: "protest" }))?.reason).toBe("twice hit");
  });
});

describe("a stop", () => {
  it("names who stopped play and why", () => {
    const audit = [act(3, "suspend", "Ann (referee)", "A lamp fell."), act(4, "warn", "Ann (referee)")];
    expect(stoppedBy(state({ audit, stopped: "suspended" }))?.reason).toBe("A lamp fell.");
    expect(stoppedBy(state({ audit }))).toBeNull();
  });
});

describe("near calls", () => {
  it("are listed with the latest first", () => {
    const near = line({ n: 5, kind: "shot", ruling: { close: true } });
    const later = line({ n: 8, kind: "shot", ruling: { close: true, rules: ["3.18"] } });
    expect(nearCalls([near, SHOT, later]).map(({ n }) => n)).toEqual([8, 5]);
  });

  it("say by how much, in digits that count", () => {
    const item = { token: "c>1", time: 0.5 };
    expect(marginOf(item)).toBe("–");
    expect(marginOf({ ...item, margin_mm: 0.04213 })).toBe("0.0421 mm");
    expect(marginOf({ ...item, margin_mm: 57.14, margin_ms: 1.2345 })).toBe("57.1 mm · 1.23 ms");
    expect(marginOf({ ...item, margin_ms: 0 })).toBe("0 ms");
    expect(marginOf({ ...item, margin_mm: 0.00001 })).toBe("0.0000 mm");
  });
});

describe("earlier positions", () => {
  it("read as lines of what happened", () => {
    const position = { entry: 4, at: 1, cause: "shot_played", phase: "play" as const, game_number: 2, turn: 3, seat: 1, log: "c>1 1@FL", ruling: { rules: ["5.1"] } };
    expect(happeningOf(position)).toMatchObject({ kind: "shot", seat: 1, game: 2, turn: 3, log: "c>1 1@FL" });
    expect(happeningOf({ entry: 0, at: 1, cause: "begun", phase: "lag", game_number: 1 })).toMatchObject({ kind: "change", seat: null, ruling: null });
  });

  it("know the balls that can be laid, those that are gone too", () => {
    expect(ballsOf("nine_ball", "pool_9ft", ["c", "9"])).toEqual(["c", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(ballsOf("eight_ball", "pool_9ft", ["c"])).toHaveLength(16);
    expect(ballsOf("libre", "carom_10ft", ["W", "Y", "R"])).toEqual(["W", "Y", "R"]);
  });
});
