import { describe, expect, it } from "vitest";

import { asksOf } from "../src/room/asks";
import { type FullState, fullState } from "../src/state";
import { textOrNull } from "../src/texts";

function table(details: Record<string, boolean>, changes: Partial<FullState> = {}): FullState {
  return {
    ...fullState({
      room: "room-1", invite: "invite-1", game: "eight_ball", preset: "sbiz", options: {}, table: "pool_9ft", touch: "club",
      pace: "normal", race_to: 1, rules_hash: "ab", commitment: "cd", people: [], sides: [{ name: "Ana" }, { name: "Bo" }],
      phase: "play", turn: 9, to_act: 0, cue: { balls: {}, cue_ball: "as_lies", strikes: [], details },
    }),
    ...changes,
  };
}

const EVERYTHING = { rack_check_possible: true, draw_possible: true, call_may_be_asked: true, warning_possible: true };

describe("what may be asked for", () => {
  it("is the rack and a draw for the side at the table, a call and a warning for the other one", () => {
    expect(asksOf(table(EVERYTHING), 0)).toEqual(["CHECK_RACK", "DRAW_OFFER"]);
    expect(asksOf(table(EVERYTHING), 1)).toEqual(["ASK_CALL", "WARN_OPPONENT"]);
  });

  it("is nothing where the hall does not say so, for those who watch, and while play stands still", () => {
    expect(asksOf(table({ rack_check_possible: false }), 0)).toEqual([]);
    expect(asksOf(table(EVERYTHING), null)).toEqual([]);
    expect(asksOf(table(EVERYTHING, { stopped: "protest" }), 0)).toEqual([]);
    expect(asksOf(table(EVERYTHING, { to_act: null }), 0)).toEqual([]);
    expect(asksOf(table({}, { cue: null }), 0)).toEqual([]);
  });

  it("has words for all of it", () => {
    for (const code of [...asksOf(table(EVERYTHING), 0), ...asksOf(table(EVERYTHING), 1)])
      for (const id of [`ask-${code}`, `ask-hint-${code}`]) expect(textOrNull(id), id).not.toBeNull();
  });
});
