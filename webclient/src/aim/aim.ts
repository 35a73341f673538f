// The arithmetic of aiming: angles, power, tip, and how far the line of aim runs. No drawing, no input.

import type { Point, TableShape } from "../geometry";

/** A tip offset beyond this many ball radii slips off the ball. */
export const MISCUE_LIMIT = 0.5;

/** Cue speed at full power, m/s. */
export const FULL_SPEED = 10;
const SOFTEST = 0.3;

/** One pixel of the fine dial, rad: 0.02 degrees. */
export const FINE_STEP = (0.02 * Math.PI) / 180;

/** The same direction in (-pi, pi]. */
export function wrap(angle: number): number {
  const turned = angle % (2 * Math.PI);
  if (turned > Math.PI) return turned - 2 * Math.PI;
  if (turned <= -Math.PI) return turned + 2 * Math.PI;
  return turned;
}

export function direction(from: Point, to: Point): number {
  return Math.atan2(to[1] - from[1], to[0] - from[0]);
}

/** A drag turns the cue by the angle the pointer moved about the cue ball: far from the ball it is finer. */
export function turnByDrag(aim: number, cueBall: Point, from: Point, to: Point): number {
  return wrap(aim + wrap(direction(cueBall, to) - direction(cueBall, from)));
}

/** Power 0 to 1 as cue speed; the lower half is drawn out, where touch matters. */
export function speedOf(power: number): number {
  const p = Math.min(Math.max(power, 0), 1);
  return SOFTEST + (FULL_SPEED - SOFTEST) * p ** 1.7;
}

export function powerOf(speed: number): number {
  const share = (speed - SOFTEST) / (FULL_SPEED - SOFTEST);
  return Math.min(Math.max(share, 0), 1) ** (1 / 1.7);
}

/** The tip kept on the ball, at most `limit` radii from its centre. */
export function clampTip(side: number, up: number, limit = 0.9): [number, number] {
  const far = Math.hypot(side, up);
  if (far <= limit) return [side, up];
  return [(side * limit) / far, (up * limit) / far];
}

export interface Sight {
  /** Centre of the cue ball where it first touches something. */
  ghost: Point;
  distance: number;
  /** The ball it touches, or null for a cushion. */
  ball: string | null;
  /** Direction in which the ball that was hit leaves, rad; null for a cushion. */
  objectAim: number | null;
  /** Direction of the cue ball afterwards along the tangent, rad; null for a full hit or a cushion. */
  cueAim: number | null;
}

/** What a ball sent along `aim` touches first, as far as straight lines tell. */
export function sight(
  table: TableShape,
  cueBall: Point,
  aim: number,
  balls: Iterable<readonly [string, Point]>,
): Sight {
  const dx = Math.cos(aim);
  const dy = Math.sin(aim);
  const r = table.ballRadius;
  let best = distanceToCushion(table, cueBall, dx, dy);
  let hit: [string, Point] | null = null;
  for (const [name, at] of balls) {
    const rx = at[0] - cueBall[0];
    const ry = at[1] - cueBall[1];
    const along = rx * dx + ry * dy;
    const across2 = rx * rx + ry * ry - along * along;
    const reach2 = 4 * r * r - across2;
    if (along <= 0 || reach2 <= 0) continue;
    const distance = along - Math.sqrt(reach2);
    if (distance < best && distance > -r) {
      best = Math.max(distance, 0);
      hit = [name, at];
    }
  }
  const ghost: Point = [cueBall[0] + dx * best, cueBall[1] + dy * best];
  if (!hit) return { ghost, distance: best, ball: null, objectAim: null, cueAim: null };
  const objectAim = direction(ghost, hit[1]);
  const cut = wrap(aim - objectAim);
  const cueAim = Math.abs(cut) < 1e-3 ? null : wrap(objectAim + (Math.sign(cut) * Math.PI) / 2);
  return { ghost, distance: best, ball: hit[0], objectAim, cueAim };
}

function distanceToCushion(table: TableShape, from: Point, dx: number, dy: number): number {
  const r = table.ballRadius;
  const x = table.length / 2 - r;
  const y = table.width / 2 - r;
  const tx = Math.abs(dx) < 1e-12 ? Infinity : ((dx > 0 ? x : -x) - from[0]) / dx;
  const ty = Math.abs(dy) < 1e-12 ? Infinity : ((dy > 0 ? y : -y) - from[1]) / dy;
  return Math.max(Math.min(tx, ty), 0);
}
