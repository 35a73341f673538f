// Which seats of a room throw at real boards, as its option `board_seats` says: `all`, or like `0,1`. Pure.

import type { BoardEntry, BoardInRoom } from "./protocol.gen";
import type { FullState } from "./state";

export function throwsAtBoard(option: unknown, seat: number | null): boolean {
  if (typeof option !== "string" || seat === null) return false;
  return option.trim() === "all" || option.split(",").some((part) => part.trim() === String(seat));
}

/** The wishes a room can be opened with: nobody, all, and every single seat. */
export function seatChoices(sides: number): string[] {
  return ["", "all", ...(sides > 1 ? Array.from({ length: sides }, (_, seat) => String(seat)) : [])];
}

/** The boards a seat of this room can throw at: one's own, and those that others brought. */
export function boardChoices(mine: readonly BoardEntry[], shown: FullState): { board: string; name: string; online: boolean }[] {
  const own = mine.map(({ board, name, online }) => ({ board, name, online: online === true }));
  const brought = (shown.boards ?? [])
    .filter((one: BoardInRoom) => !own.some(({ board }) => board === one.board))
    .map(({ board, name, online }) => ({ board, name: name || board, online: online === true }));
  return [...own, ...brought.filter((one, i) => brought.findIndex(({ board }) => board === one.board) === i)];
}
