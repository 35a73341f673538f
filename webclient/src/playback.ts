// Where every ball is at time t, exactly: inside a segment the position is a quadratic in time. No drawing here, so that
// every view, flat or solid, draws from the same numbers.

export enum Mode {
  Rest = 0,
  Spinning = 1,
  Rolling = 2,
  Sliding = 3,
  Airborne = 4,
  Gone = 5,
}

export interface Contact {
  time: number;
  kind: number;
  a: string;
  b: string;
  impulse: number;
}

/** What a shot did: rows of segments, ordered by ball, then by time; vectors lie flat, three numbers a row. */
export interface Trace {
  balls: readonly string[];
  /** Row where each ball's segments start; one more entry than balls. */
  first: Uint32Array;
  time: Float64Array;
  mode: Uint8Array;
  position: Float64Array;
  velocity: Float64Array;
  spin: Float64Array;
  acceleration: Float64Array;
  contacts: readonly Contact[];
  duration: number;
  /** How fast spin about the vertical dies, rad/s². */
  spinDeceleration: number;
}

export type Vector = [number, number, number];

/** The row that holds at time t: the last one that has begun, or the first. */
export function rowAt(trace: Trace, ball: number, t: number): number {
  const start = trace.first[ball] ?? 0;
  let low = start;
  let high = (trace.first[ball + 1] ?? start) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((trace.time[middle] ?? 0) <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Centre of the ball at time t, m. */
export function positionAt(trace: Trace, ball: number, t: number): Vector {
  const row = rowAt(trace, ball, t);
  const dt = Math.max(t - (trace.time[row] ?? 0), 0);
  const at = (axis: number): number => {
    const i = row * 3 + axis;
    const p = trace.position[i] ?? 0;
    return p + dt * ((trace.velocity[i] ?? 0) + 0.5 * dt * (trace.acceleration[i] ?? 0));
  };
  return [at(0), at(1), at(2)];
}

export function modeAt(trace: Trace, ball: number, t: number): Mode {
  return (trace.mode[rowAt(trace, ball, t)] ?? Mode.Rest) as Mode;
}

/** Is the ball in a pocket or off the table at time t? */
export function goneAt(trace: Trace, ball: number, t: number): boolean {
  return modeAt(trace, ball, t) === Mode.Gone;
}

// --- how a ball has turned: only for the eye, so that stripes and numbers roll true ---

/** Unit quaternion x, y, z, w. */
export type Turn = [number, number, number, number];

export const UPRIGHT: Turn = [0, 0, 0, 1];

export function turnedBy(turn: Turn, axis: Vector, angle: number): Turn {
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  if (length < 1e-12 || angle === 0) return turn;
  const s = Math.sin(angle / 2) / length;
  const [ax, ay, az, aw] = [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
  const [bx, by, bz, bw] = turn;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

const EYE_STEP = 0.02;

/** Angular velocity `dt` after the row began: sliding friction turns the ball, rolling holds it to its speed. */
export function spinAfter(trace: Trace, row: number, dt: number, radius: number): Vector {
  const i = row * 3;
  const w: Vector = [trace.spin[i] ?? 0, trace.spin[i + 1] ?? 0, trace.spin[i + 2] ?? 0];
  const ax = trace.acceleration[i] ?? 0;
  const ay = trace.acceleration[i + 1] ?? 0;
  switch (trace.mode[row]) {
    case Mode.Rolling:
      return [w[0] - (ay * dt) / radius, w[1] + (ax * dt) / radius, fallen(w[2], trace.spinDeceleration * dt)];
    case Mode.Sliding:
      return [w[0] + (2.5 * ay * dt) / radius, w[1] - (2.5 * ax * dt) / radius, fallen(w[2], trace.spinDeceleration * dt)];
    case Mode.Airborne:
      return w;
    case Mode.Spinning:
      return [w[0], w[1], fallen(w[2], trace.spinDeceleration * dt)];
    default:
      return [0, 0, 0];
  }
}

function fallen(spin: number, by: number): number {
  return Math.sign(spin) * Math.max(Math.abs(spin) - by, 0);
}

/** Follows how balls turn while a trace is played forwards or sought. */
export class Turner {
  private readonly rows: (Turn | undefined)[] = [];

  constructor(
    private readonly trace: Trace,
    private readonly radius: number,
    private readonly start: (ball: string) => Turn,
  ) {}

  at(ball: number, t: number): Turn {
    const row = rowAt(this.trace, ball, t);
    return this.along(row, this.atStart(ball, row), t - (this.trace.time[row] ?? 0));
  }

  private atStart(ball: number, row: number): Turn {
    const first = this.trace.first[ball] ?? 0;
    let known = row;
    while (known > first && !this.rows[known]) known--;
    let turn = this.rows[known] ?? this.start(this.trace.balls[ball] ?? "");
    this.rows[known] = turn;
    for (; known < row; known++) {
      turn = this.along(known, turn, (this.trace.time[known + 1] ?? 0) - (this.trace.time[known] ?? 0));
      this.rows[known + 1] = turn;
    }
    return turn;
  }

  private along(row: number, from: Turn, dt: number): Turn {
    const mode = this.trace.mode[row];
    if (mode === Mode.Rest || mode === Mode.Gone || dt <= 0) return from;
    const steps = Math.min(Math.ceil(dt / EYE_STEP), 400);
    const h = dt / steps;
    let turn = from;
    for (let k = 0; k < steps; k++) {
      const w = spinAfter(this.trace, row, (k + 0.5) * h, this.radius);
      turn = turnedBy(turn, w, Math.hypot(w[0], w[1], w[2]) * h);
    }
    return turn;
  }
}
