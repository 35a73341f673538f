// Earlier positions as lines of what happened. Pure.

import type { EarlierPosition } from "../protocol.gen";
import type { Happening } from "../state";

const KINDS: Readonly<Record<string, Happening["kind"]>> = { shot_played: "shot" };

/** What led to a position, as the list of what happened has it. */
export function happeningOf(position: EarlierPosition): Happening {
  return {
    n: position.entry,
    kind: KINDS[position.cause] ?? "change",
    seat: position.seat ?? null,
    game: position.game_number,
    turn: position.turn ?? 0,
    log: position.log ?? "",
    ruling: position.ruling ?? null,
    cause: position.cause,
    dart: null,
  };
}

/** All balls of a game: those on the table, and those that a referee can bring back. */
export function ballsOf(game: string, table: string, onTable: readonly string[]): string[] {
  const numbers: Readonly<Record<string, number>> = { seven_ball: 7, nine_ball: 9 };
  const all = table.startsWith("carom") ? onTable : ["c", ...Array.from({ length: numbers[game] ?? 15 }, (_, i) => String(i + 1))];
  return [...new Set([...all, ...onTable])];
}
