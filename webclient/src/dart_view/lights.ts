// What lights up on the board: pure functions of what the hall said and of its time, so that nothing is sent while
// lights run.

import { ORDER } from "./board";

export type Details = Readonly<Record<string, unknown>>;

export const BULL = 25;

/** Time of one step of the wheel, s, from the first to the last: it slows down. */
const SPIN_STEPS = [0.02, 0.04, 0.12] as const;

function numberOf(details: Details, name: string): number | null {
  const value = details[name];
  return typeof value === "number" ? value : null;
}

/** Numbers in a list like "20 19 25". */
export function listed(value: unknown): number[] {
  return typeof value === "string" && value !== "" ? value.split(" ").map(Number) : [];
}

/** The counter of the pub game, 10 down to 0; null before it runs or in other games. */
export function counter(details: Details, now: number): number | null {
  const zero = numberOf(details, "zero");
  const step = numberOf(details, "step_ms");
  if (details.lights !== "pub" || zero === null || step === null) return null;
  return Math.min(10, Math.max(0, 10 - Math.floor(((now - zero) * 1000) / step)));
}

/** Whole seconds until the first dart may be let go: 3, 2, 1, and 0 from then on. */
export function countdown(details: Details, now: number): number {
  const opens = numberOf(details, "opens");
  return opens === null ? 0 : Math.max(0, Math.ceil(opens - now));
}

/** The numbers of the running light: its head and those behind it. */
function running(details: Details, now: number): number[] {
  const index = numberOf(details, "light_index");
  const zero = numberOf(details, "zero") ?? now;
  const step = numberOf(details, "step_ms") ?? 1000;
  const width = numberOf(details, "lit_width") ?? 3;
  if (index === null) return [];
  const head = index + Math.floor((Math.max(0, now - zero) * 1000) / step);
  return Array.from({ length: width }, (_, behind) => ORDER[(((head - behind) % 20) + 20) % 20] ?? 20);
}

/** Where the wheel stands while it spins: two turns and more, slower and slower, to the target. */
function spinning(details: Details, now: number): number[] {
  const target = numberOf(details, "target");
  const zero = numberOf(details, "zero") ?? now;
  if (target === null || now >= zero) return target === null ? [] : [target];
  const end = Math.max(0, ORDER.findIndex((number) => number === target));
  let left = zero - now;
  let steps = 0;
  for (const step of [SPIN_STEPS[2], SPIN_STEPS[1], SPIN_STEPS[0]]) {
    const most = step === SPIN_STEPS[0] ? Infinity : 14;
    const taken = Math.min(most, Math.floor(left / step));
    steps += taken;
    left -= taken * step;
    if (taken < most) break;
  }
  return [ORDER[(((end - steps) % 20) + 20) % 20] ?? 20];
}

/** The numbers that count just now (25: the bull), all rings of them lit. */
export function litNumbers(game: string, details: Details, now: number): number[] {
  if (details.lights === "s100") return running(details, now);
  if (details.lights === "spin") return spinning(details, now);
  if (game === "pub_game") return details.target === "bull" ? [BULL] : [];
  if (game === "cricket") return listed(details.scoring);
  if (game === "scram" && details.role === "scorer") {
    const stopped = new Set(listed(details.stopped));
    return [...ORDER, BULL].filter((number) => !stopped.has(number));
  }
  const target = numberOf(details, "target");
  return target === null ? [] : [target];
}

/** The numbers that count for nobody any more, or are stopped for the scorer. */
export function darkNumbers(game: string, details: Details): number[] {
  if (game === "cricket") return listed(details.dead);
  return game === "scram" ? listed(details.stopped) : [];
}

/** The power bar at a time: 0 to 1 and back in 1.4 s, from when the dart was opened. */
export function powerAt(opens: number, now: number): number {
  const phase = (Math.max(0, now - opens) / 1.4) % 1;
  return phase < 0.5 ? 2 * phase : 2 - 2 * phase;
}

/** A mark of cricket: nothing, one, two, closed. */
export function mark(count: number): string {
  return ["", "/", "✕", "⊗"][Math.min(3, Math.max(0, count))] ?? "";
}
