// Trace bytes to numbers. The layout is told in docs/protocol.md and written by client_protocol/traces.py.

import { type Contact, Mode, type Trace } from "./playback";
import { TRACE_CUSHIONS, TRACE_FORMAT, TRACE_POCKETS } from "./protocol.gen";

const TICK = 2 ** -23;
const UNIT = 2 ** -18;
const SPIN_UNIT = 1 / 16;
const IMPULSE_UNIT = 1e-4;
const MOTION = 7;
const HEIGHT = 8;
const PLANAR = 16;
const VERTICAL = 32;
const BRIDGE = 64;
const CLOSING = 128;


/** Bytes that are no trace. */
export class BadTrace extends Error {}

class Reader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly data: Uint8Array) {
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  private next(size: number): number {
    const from = this.at;
    this.at += size;
    if (this.at > this.data.length) throw new BadTrace("the trace is cut short");
    return from;
  }

  bytes(count: number): Uint8Array {
    const from = this.next(count);
    return this.data.subarray(from, from + count);
  }

  u8(): number {
    return this.view.getUint8(this.next(1));
  }

  u16(): number {
    return this.view.getUint16(this.next(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.next(4), true);
  }

  column(count: number, size: 2 | 4, signed: boolean, unit: number): Float64Array {
    const from = this.next(count * size);
    return Float64Array.from({ length: count }, (_, k) => {
      const at = from + k * size;
      if (size === 4) return this.view.getUint32(at, true) * unit;
      return (signed ? this.view.getInt16(at, true) : this.view.getUint16(at, true)) * unit;
    });
  }

  /** Three-byte integers in three planes, as lengths in m. */
  lengths(count: number): Float64Array {
    const low = this.bytes(count);
    const middle = this.bytes(count);
    const high = this.bytes(count);
    return Float64Array.from({ length: count }, (_, k) => {
      const wide = (low[k] ?? 0) | ((middle[k] ?? 0) << 8) | ((high[k] ?? 0) << 16);
      return ((wide << 8) >> 8) * UNIT;
    });
  }

  finish(): void {
    if (this.at !== this.data.length) throw new BadTrace("bytes after the trace");
  }
}

interface BallHead {
  name: string;
  radius: number;
  rows: number;
}

/** All rows of the trace, a column for each number. */
interface Rows {
  flags: Uint8Array;
  time: Float64Array;
  place: Float64Array;
  bend: Float64Array;
  /** NaN where the spin follows from the motion. */
  planar: Float64Array;
  vertical: Float64Array;
}

/** The trace that the bytes hold. Throws BadTrace. */
export function unpackTrace(data: Uint8Array): Trace {
  const reader = new Reader(data);
  const format = reader.u8();
  if (format !== TRACE_FORMAT) throw new BadTrace(`format ${format}`);
  const ballCount = reader.u8();
  const duration = reader.u32() * TICK;
  const spinDeceleration = reader.u16() / 256;
  const contactCount = reader.u16();
  const heads = Array.from({ length: ballCount }, () => readHead(reader));
  const rows = readRows(reader, heads);
  const names = heads.map((head) => head.name);
  const contacts = readContacts(reader, names, contactCount);
  reader.finish();
  return { ...build(rows, heads), balls: names, contacts, duration, spinDeceleration };
}

function readHead(reader: Reader): BallHead {
  const radius = reader.u16() * 1e-6;
  const rows = reader.u16();
  const name = String.fromCharCode(...reader.bytes(reader.u8()));
  if (radius === 0 || rows === 0) throw new BadTrace("a ball without radius or rows");
  return { name, radius, rows };
}

function moves(flag: number): boolean {
  const mode = flag & MOTION;
  return mode >= Mode.Rolling && mode <= Mode.Airborne && !(flag & (BRIDGE | CLOSING));
}

function readRows(reader: Reader, heads: readonly BallHead[]): Rows {
  const n = heads.reduce((sum, head) => sum + head.rows, 0);
  const radii = heads.flatMap((head) => Array.from({ length: head.rows }, () => head.radius));
  const flags = reader.bytes(n);
  const count = (test: (flag: number) => boolean): number => flags.reduce((sum, flag) => sum + Number(test(flag)), 0);
  const time = reader.column(n, 4, false, TICK);
  const [x, y] = [reader.lengths(n), reader.lengths(n)];
  const moving = count(moves);
  const [bendX, bendY] = [reader.lengths(moving), reader.lengths(moving)];
  const high = count((flag) => (flag & HEIGHT) !== 0);
  const [z, bendZ] = [reader.lengths(high), reader.lengths(high)];
  const planarCount = count((flag) => (flag & PLANAR) !== 0);
  const [spinX, spinY] = [reader.column(planarCount, 2, true, SPIN_UNIT), reader.column(planarCount, 2, true, SPIN_UNIT)];
  const spinZ = reader.column(count((flag) => (flag & VERTICAL) !== 0), 2, true, SPIN_UNIT);
  const rows: Rows = {
    flags,
    time,
    place: new Float64Array(3 * n),
    bend: new Float64Array(3 * n),
    planar: new Float64Array(2 * n).fill(NaN),
    vertical: new Float64Array(n),
  };
  let [m, h, p, v] = [0, 0, 0, 0];
  for (let k = 0; k < n; k++) {
    const flag = flags[k] ?? 0;
    if ((flag & MOTION) > Mode.Gone) throw new BadTrace("a motion that is none");
    const lifted = (flag & HEIGHT) !== 0;
    rows.place.set([x[k] ?? 0, y[k] ?? 0, lifted ? (z[h] ?? 0) : (radii[k] ?? 0)], 3 * k);
    if (lifted) rows.bend[3 * k + 2] = bendZ[h++] ?? 0;
    if (moves(flag)) {
      rows.bend[3 * k] = bendX[m] ?? 0;
      rows.bend[3 * k + 1] = bendY[m++] ?? 0;
    }
    if (flag & PLANAR) {
      rows.planar.set([spinX[p] ?? 0, spinY[p] ?? 0], 2 * k);
      p++;
    }
    if (flag & VERTICAL) rows.vertical[k] = spinZ[v++] ?? 0;
  }
  return rows;
}

type Built = Pick<Trace, "first" | "time" | "mode" | "position" | "velocity" | "spin" | "acceleration">;

/** Segments from rows: a row's quadratic goes through its start, its bent middle and the next row's start. */
function build(rows: Rows, heads: readonly BallHead[]): Built {
  const first: number[] = [];
  const kept: { time: number; mode: number; position: number[]; velocity: number[]; spin: number[]; acceleration: number[] }[] = [];
  let from = 0;
  for (const head of heads) {
    first.push(kept.length);
    for (let k = from; k < from + head.rows; k++) {
      const flag = rows.flags[k] ?? 0;
      if (flag & (BRIDGE | CLOSING)) continue;
      const mode = flag & MOTION;
      const start = rows.time[k] ?? 0;
      let velocity = [0, 0, 0];
      let acceleration = [0, 0, 0];
      const place = (row: number, axis: number): number => rows.place[3 * row + axis] ?? 0;
      if (moves(flag)) {
        if (k + 1 === from + head.rows) throw new BadTrace("a ball that moves without end");
        const span = (rows.time[k + 1] ?? 0) - start;
        if (span < 0) throw new BadTrace("rows out of order");
        const bend = (axis: number): number => rows.bend[3 * k + axis] ?? 0;
        const way = (axis: number): number => (axis === 2 && !(flag & HEIGHT) ? 0 : place(k + 1, axis) - place(k, axis));
        if (span > 0) {
          velocity = [0, 1, 2].map((axis) => (way(axis) + 4 * bend(axis)) / span);
          acceleration = [0, 1, 2].map((axis) => (-8 * bend(axis)) / (span * span));
        }
      }
      const planar = [rows.planar[2 * k] ?? NaN, rows.planar[2 * k + 1] ?? NaN];
      const rolling = mode === Mode.Rolling ? [-(velocity[1] ?? 0) / head.radius, (velocity[0] ?? 0) / head.radius] : [0, 0];
      const [sx, sy] = Number.isNaN(planar[0]) ? rolling : planar;
      kept.push({
        time: start,
        mode,
        position: [place(k, 0), place(k, 1), place(k, 2)],
        velocity,
        spin: [sx ?? 0, sy ?? 0, rows.vertical[k] ?? 0],
        acceleration,
      });
    }
    if (kept.length === first.at(-1)) throw new BadTrace("a ball without segments");
    from += head.rows;
  }
  first.push(kept.length);
  return {
    first: Uint32Array.from(first),
    time: Float64Array.from(kept, (row) => row.time),
    mode: Uint8Array.from(kept, (row) => row.mode),
    position: Float64Array.from(kept.flatMap((row) => row.position)),
    velocity: Float64Array.from(kept.flatMap((row) => row.velocity)),
    spin: Float64Array.from(kept.flatMap((row) => row.spin)),
    acceleration: Float64Array.from(kept.flatMap((row) => row.acceleration)),
  };
}

function readContacts(reader: Reader, names: readonly string[], count: number): Contact[] {
  const time = reader.column(count, 4, false, TICK);
  const who = reader.bytes(count);
  const other = reader.bytes(count);
  const impulse = reader.column(count, 2, false, IMPULSE_UNIT);
  const others = [names, TRACE_CUSHIONS, TRACE_POCKETS, ["bed"], ["rail"], ["floor"]];
  return Array.from({ length: count }, (_, k) => {
    const kind = (who[k] ?? 0) >> 5;
    const a = names[(who[k] ?? 0) & 31];
    const b = others[kind]?.[other[k] ?? 0];
    if (a === undefined || b === undefined) throw new BadTrace("a contact of nothing");
    return { time: time[k] ?? 0, kind, a, b, impulse: impulse[k] ?? 0 };
  });
}
