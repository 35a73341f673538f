// Protests, stops and near calls, read from what the room told. Pure.

import type { OfficialAct, Ruling } from "../protocol.gen";
import type { FullState, Happening } from "../state";

/** Whether a ruling can be protested now: one on a shot, before the next stroke, and not final (2.26, R35, R37). */
export function mayProtest(state: FullState, happenings: readonly Happening[]): boolean {
  if (state.stopped !== "" || state.phase === "over" || state.phase === "waiting") return false;
  const last = happenings.findLastIndex((line) => line.kind === "shot" || line.kind === "dart" || line.cause === "lag_played");
  return last >= 0 && !happenings.slice(last).some((line) => line.cause === "referee" && line.ruling?.rules?.includes("2.26"));
}

/** The turn that a protest is against: that of the last shot, or the last turn where this page has seen none. */
export function protestedTurn(state: FullState, happenings: readonly Happening[]): number {
  const shot = happenings.findLast((line) => line.kind === "shot" || line.kind === "dart" || line.cause === "lag_played");
  return shot?.turn ?? Math.max(0, state.turn - 1);
}

/** The protest that waits for a ruling: its line in the audit trail. */
export function openProtest(state: FullState): OfficialAct | null {
  if (state.stopped !== "protest") return null;
  return state.audit.findLast((line) => line.act === "protest") ?? null;
}

/** The line of the audit trail that stopped play. */
export function stoppedBy(state: FullState): OfficialAct | null {
  const acts: Record<string, readonly string[]> = {
    protest: ["protest"],
    time_out: ["time_out"],
    suspended: ["suspend", "pause"],
    referee_left: ["suspend", "pause"],
  };
  return state.audit.findLast((line) => acts[state.stopped]?.includes(line.act)) ?? null;
}

/** A shot whose ruling hung by less than the stated margin. */
export interface NearCall {
  n: number;
  line: Happening;
  ruling: Ruling;
}

export function nearCalls(happenings: readonly Happening[]): NearCall[] {
  return happenings.flatMap((line) => (line.ruling?.close ? [{ n: line.n, line, ruling: line.ruling }] : [])).reverse();
}

/** The last shot or dart that was ruled on. */
export function lastShot(happenings: readonly Happening[]): Happening | null {
  return happenings.findLast((line) => line.kind !== "change" && line.ruling !== null) ?? null;
}
