// The dart board: rings, sectors and their names. Millimetres, board frame: origin in the bull, +x right, +y up.

import type { Point } from "../geometry";

export interface BoardShape {
  innerBull: number;
  outerBull: number;
  tripleIn: number;
  tripleOut: number;
  doubleIn: number;
  doubleOut: number;
  edge: number;
}

const STEEL: BoardShape = {
  innerBull: 6.35,
  outerBull: 15.9,
  tripleIn: 99,
  tripleOut: 107,
  doubleIn: 162,
  doubleOut: 170,
  edge: 225.5,
};

const SOFT: BoardShape = {
  innerBull: 8.5,
  outerBull: 22,
  tripleIn: 114.5,
  tripleOut: 124,
  doubleIn: 187.5,
  doubleOut: 196.85,
  edge: 232,
};

/** Clockwise from the top. */
export const ORDER = [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5] as const;

/** Where an aim may lie: a circle about the bull. */
export const REACH = 250;

export function boardShape(profile: unknown): BoardShape {
  return profile === "soft155" ? SOFT : STEEL;
}

/** The segment under a point, for the label beside the aim; the hall decides what a dart scores. */
export function segmentAt(board: BoardShape, [x, y]: Point): string {
  const r = Math.hypot(x, y);
  if (r <= board.innerBull) return "IB";
  if (r <= board.outerBull) return "OB";
  if (r > board.doubleOut) return "M";
  const degrees = ((Math.atan2(x, y) * 180) / Math.PI + 360 + 9) % 360;
  const number = ORDER[Math.floor(degrees / 18) % 20] ?? 20;
  if (r > board.tripleIn && r <= board.tripleOut) return `T${number}`;
  if (r > board.doubleIn) return `D${number}`;
  return `S${number}`;
}

/** The middle of a segment by its name, or null for a miss. */
export function segmentCentre(board: BoardShape, segment: string): Point | null {
  if (segment === "IB") return [0, 0];
  if (segment === "OB") return [0, (board.innerBull + board.outerBull) / 2];
  const found = /^([SDT])(\d+)([io]?)$/.exec(segment);
  if (!found) return null;
  const index = ORDER.findIndex((number) => String(number) === found[2]);
  if (index < 0) return null;
  const radius = {
    S: found[3] === "i" ? (board.outerBull + board.tripleIn) / 2 : (board.tripleOut + board.doubleIn) / 2,
    D: (board.doubleIn + board.doubleOut) / 2,
    T: (board.tripleIn + board.tripleOut) / 2,
  }[found[1] as "S" | "D" | "T"];
  const angle = (index * Math.PI) / 10;
  return [radius * Math.sin(angle), radius * Math.cos(angle)];
}

/** The aim kept within reach, to a tenth of a millimetre. */
export function clampAim([x, y]: Point): Point {
  const r = Math.hypot(x, y);
  const scale = r > REACH ? REACH / r : 1;
  return [Math.trunc(x * scale * 10) / 10, Math.trunc(y * scale * 10) / 10];
}

const SWAY_PERIODS = [1.7, 2.3] as const;

/** Where a held aim has swayed to, mm, `held` s after the dart was opened. */
export function swayAt(amplitude: number, phases: Point, held: number): Point {
  const swing = (axis: 0 | 1): number => amplitude * Math.sin((2 * Math.PI * held) / SWAY_PERIODS[axis] + phases[axis]);
  return [swing(0), swing(1)];
}

/** The player's own part in the draw: the hall cannot have chosen its key for it. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Outline of a ring piece as an SVG path, y down. */
export function piece(index: number, inner: number, outer: number): string {
  const from = ((index - 0.5) * Math.PI) / 10;
  const to = ((index + 0.5) * Math.PI) / 10;
  const at = (r: number, a: number): string => `${(r * Math.sin(a)).toFixed(2)} ${(-r * Math.cos(a)).toFixed(2)}`;
  return `M${at(inner, from)}L${at(outer, from)}A${outer} ${outer} 0 0 1 ${at(outer, to)}L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}Z`;
}
