import { describe, expect, it } from "vitest";

import { boardChoices, seatChoices, throwsAtBoard } from "../src/board_seats";
import { type FullState, fullState } from "../src/state";

const STATE: FullState = fullState({
  room: "room-1", invite: "invite-1", game: "x01", preset: "house", options: {}, table: "", touch: "club", pace: "normal", race_to: 1,
  rules_hash: "ab", commitment: "cd", people: [], sides: [{ name: "Ana" }, { name: "Bo" }], phase: "waiting", turn: 0,
  boards: [
    { seat: 0, board: "b1", name: "Den", online: true },
    { seat: 1, board: "b2", name: "", online: false },
    { seat: 2, board: "b2", name: "", online: false },
  ],
});

describe("seats at real boards", () => {
  it("are all, or those that the option counts", () => {
    expect([0, 1, 2].map((seat) => throwsAtBoard("all", seat))).toEqual([true, true, true]);
    expect([0, 1, 2].map((seat) => throwsAtBoard("0, 2", seat))).toEqual([true, false, true]);
    expect(throwsAtBoard("", 0)).toBe(false);
    expect(throwsAtBoard("all", null)).toBe(false);
    expect(throwsAtBoard(undefined, 0)).toBe(false);
  });

  it("are wished for by name", () => {
    expect(seatChoices(1)).toEqual(["", "all"]);
    expect(seatChoices(3)).toEqual(["", "all", "0", "1", "2"]);
  });
});

describe("boards to throw at", () => {
  it("are one's own and those that others brought, each once", () => {
    const mine = [{ board: "b1", name: "Den", kind: "machine" as const, online: true }];
    expect(boardChoices(mine, STATE)).toEqual([
      { board: "b1", name: "Den", online: true },
      { board: "b2", name: "b2", online: false },
    ]);
    expect(boardChoices([], { ...STATE, boards: [] })).toEqual([]);
  });
});
