// Sizes of tables and balls as far as drawing and aiming need them. Metres, table frame:
// origin in the centre, +x to the foot, +y to the breaker's left.

export type Point = readonly [number, number];

export interface PocketShape {
  /** Between the cushion noses, m. */
  mouth: number;
  /** Between the ends of the jaws, m. */
  throat: number;
  /** From the mouth back to the ends of the jaws, m. */
  jaw: number;
  /** From the mouth back to where the slate ends, m. */
  shelf: number;
  /** Radius of the hole, m. */
  hole: number;
}

export interface TableShape {
  name: string;
  length: number;
  width: number;
  ballRadius: number;
  corner: PocketShape | null;
  side: PocketShape | null;
  /** Seen from above: how wide the cushions and the wooden rails are, m. */
  cushion: number;
  rail: number;
  cloth: "green" | "blue" | "red";
}

// The figures of physics/tables.py.
const POOL_CORNER: PocketShape = { mouth: 0.116, throat: 0.1008, jaw: 0.062, shelf: 0.0381, hole: 0.06985 };
const POOL_SIDE: PocketShape = { mouth: 0.1286, throat: 0.1062, jaw: 0.045, shelf: 0.004763, hole: 0.0762 };
const PYRAMID_CORNER: PocketShape = { mouth: 0.0725, throat: 0.0694, jaw: 0.03, shelf: 0.03, hole: 0.05 };
const PYRAMID_SIDE: PocketShape = { mouth: 0.0825, throat: 0.0702, jaw: 0.05, shelf: 0.01, hole: 0.055 };

function pool(name: string, length: number): TableShape {
  return {
    name,
    length,
    width: length / 2,
    ballRadius: 0.028575,
    corner: POOL_CORNER,
    side: POOL_SIDE,
    cushion: 0.05,
    rail: 0.115,
    cloth: "green",
  };
}

function carom(name: string, length: number): TableShape {
  return {
    name,
    length,
    width: length / 2,
    ballRadius: 0.03075,
    corner: null,
    side: null,
    cushion: 0.05,
    rail: 0.1,
    cloth: "blue",
  };
}

function pyramid(name: string, length: number): TableShape {
  return {
    name,
    length,
    width: length / 2,
    ballRadius: 0.034,
    corner: PYRAMID_CORNER,
    side: PYRAMID_SIDE,
    cushion: 0.06,
    rail: 0.12,
    cloth: "red",
  };
}

const TABLES: readonly TableShape[] = [
  pool("pool_9ft", 2.54),
  pool("pool_8ft", 2.34),
  pool("pool_7ft", 1.98),
  carom("carom_10ft", 2.84),
  carom("carom_9ft", 2.54),
  carom("carom_8ft", 2.3),
  pyramid("pyramid_12ft", 3.55),
  pyramid("pyramid_9ft", 2.54),
];

/** The table of that name; a name from a newer server is drawn as the table of its family that is nearest. */
export function tableShape(name: string): TableShape {
  const exact = TABLES.find((table) => table.name === name);
  const family = TABLES.find((table) => table.name.split("_")[0] === name.split("_")[0]);
  const found = exact ?? family ?? TABLES[0];
  if (!found) throw new Error("no tables are known");
  return found;
}

export interface PocketPlace extends PocketShape {
  name: string;
  /** Centre of the hole. */
  at: Point;
}

/** Pockets with the centres of their holes; none on a carom table. */
export function pockets(table: TableShape): PocketPlace[] {
  const { corner, side } = table;
  if (!corner || !side) return [];
  const out = (corner.shelf + corner.hole - corner.mouth / 2) / Math.SQRT2;
  const x = table.length / 2 + out;
  const y = table.width / 2 + out;
  const s = table.width / 2 + side.shelf + side.hole;
  return [
    { name: "HL", at: [-x, y], ...corner },
    { name: "HR", at: [-x, -y], ...corner },
    { name: "FL", at: [x, y], ...corner },
    { name: "FR", at: [x, -y], ...corner },
    { name: "SL", at: [0, s], ...side },
    { name: "SR", at: [0, -s], ...side },
  ];
}

/** Outlines of the cushions, seen from above, one polygon each. */
export function cushions(table: TableShape): Point[][] {
  const x = table.length / 2;
  const y = table.width / 2;
  const c = table.cushion;
  const { corner, side } = table;
  if (!corner || !side) {
    return [
      [[-x, y], [x, y], [x + c, y + c], [-x - c, y + c]],
      [[-x, -y], [x, -y], [x + c, -y - c], [-x - c, -y - c]],
      [[-x, -y], [-x, y], [-x - c, y + c], [-x - c, -y - c]],
      [[x, -y], [x, y], [x + c, y + c], [x + c, -y - c]],
    ];
  }
  // Jaws of a corner lead back along the diagonal, those of a side pocket straight out.
  const m = corner.mouth / Math.SQRT2;
  const jawX = -m / 2 + (corner.jaw - corner.throat / 2) / Math.SQRT2;
  const jawY = -m / 2 + (corner.jaw + corner.throat / 2) / Math.SQRT2;
  const s = side.mouth / 2;
  const long = (sx: number, sy: number): Point[] => [
    [sx * (x - m), sy * y],
    [sx * s, sy * y],
    [sx * (side.throat / 2), sy * (y + Math.min(side.jaw, c))],
    [sx * (side.throat / 2), sy * (y + c)],
    [sx * (x + jawX), sy * (y + c)],
    [sx * (x + jawX), sy * (y + Math.min(jawY, c))],
  ];
  const short = (sx: number): Point[] => [
    [sx * x, -y + m],
    [sx * x, y - m],
    [sx * (x + Math.min(jawY, c)), y + jawX],
    [sx * (x + c), y + jawX],
    [sx * (x + c), -y - jawX],
    [sx * (x + Math.min(jawY, c)), -y - jawX],
  ];
  return [long(-1, 1), long(1, 1), long(-1, -1), long(1, -1), short(-1), short(1)];
}

/** Diamonds on the wooden rails: every eighth of the length, every quarter of the width. */
export function diamonds(table: TableShape): Point[] {
  const x = table.length / 2;
  const y = table.width / 2;
  const off = table.cushion + table.rail * 0.5;
  const marks: Point[] = [];
  const withPockets = table.corner !== null;
  for (let i = withPockets ? 1 : 0; i <= (withPockets ? 7 : 8); i++) {
    if (withPockets && i === 4) continue;
    for (const sign of [-1, 1]) marks.push([-x + (table.length * i) / 8, sign * (y + off)]);
  }
  for (let i = withPockets ? 1 : 0; i <= (withPockets ? 3 : 4); i++) {
    for (const sign of [-1, 1]) marks.push([sign * (x + off), -y + (table.width * i) / 4]);
  }
  return marks;
}

/** Spots on the cloth. */
export function spots(table: TableShape): Point[] {
  const q = table.length / 4;
  const head: Point[] = [[-q, 0], [0, 0], [q, 0]];
  return table.corner ? head : [...head, [-q, 0.1825], [-q, -0.1825]];
}

/** Side of the square around the end of a balk line, m. */
const ANCHOR = 0.178;

/** Lines of the zones that both object balls may not stay in: of balkline with its anchors, or the corners of libre. */
export function zoneLines(table: TableShape, zones: "47" | "71" | "corners"): Point[][] {
  const x = table.length / 2;
  const y = table.width / 2;
  const both = [-1, 1];
  if (zones === "corners") {
    return both.flatMap((sx) => both.map((sy): Point[] => [[sx * x / 2, sy * y], [sx * x, sy * y / 2]]));
  }
  const across = zones === "71" ? [-table.length / 4, table.length / 4] : [-table.length / 3, table.length / 3];
  const along = zones === "71" ? [0] : [-table.width / 6, table.width / 6];
  const a = ANCHOR / 2;
  return [
    ...across.map((at): Point[] => [[at, -y], [at, y]]),
    ...along.map((at): Point[] => [[-x, at], [x, at]]),
    ...across.flatMap((at) =>
      both.map((s): Point[] => [[at - a, s * y], [at - a, s * (y - ANCHOR)], [at + a, s * (y - ANCHOR)], [at + a, s * y]]),
    ),
    ...along.flatMap((at) =>
      both.map((s): Point[] => [[s * x, at - a], [s * (x - ANCHOR), at - a], [s * (x - ANCHOR), at + a], [s * x, at + a]]),
    ),
  ];
}

/** The x of the head string: a ball is behind it where its centre lies strictly on the head's side. */
export function headString(table: TableShape): number {
  return -table.length / 4;
}

/** Where a ball in hand may be laid: anywhere, behind the head string, or behind the line at the other end. */
export type House = boolean | "foot";

/** The x from which the house at the foot begins: a ball lies in it where its centre is strictly beyond. */
export function footString(table: TableShape): number {
  return table.length / 4;
}

/** May the centre of a ball lie here, among the others? `kitchen` asks for strictly behind the line of a house. */
export function mayLie(
  table: TableShape,
  at: Point,
  others: Iterable<Point>,
  kitchen: House,
): boolean {
  const r = table.ballRadius;
  if (Math.abs(at[0]) > table.length / 2 - r || Math.abs(at[1]) > table.width / 2 - r) return false;
  if (kitchen === true && at[0] >= headString(table)) return false;
  if (kitchen === "foot" && at[0] <= footString(table)) return false;
  for (const other of others) {
    if (Math.hypot(at[0] - other[0], at[1] - other[1]) <= 2 * r + 1e-5) return false;
  }
  return true;
}

/** The nearest place to `at` where the ball may lie, searched on growing rings; null where there is none. */
export function nearestPlace(
  table: TableShape,
  at: Point,
  others: readonly Point[],
  kitchen: House,
): Point | null {
  const r = table.ballRadius;
  const xMax = kitchen === true ? headString(table) - 1e-4 : table.length / 2 - r;
  const xMin = kitchen === "foot" ? footString(table) + 1e-4 : -table.length / 2 + r;
  const inside: Point = [
    Math.min(Math.max(at[0], xMin), xMax),
    Math.min(Math.max(at[1], -table.width / 2 + r), table.width / 2 - r),
  ];
  if (mayLie(table, inside, others, kitchen)) return inside;
  for (let ring = 1; ring <= 120; ring++) {
    const distance = (ring * r) / 6;
    for (let k = 0; k < 48; k++) {
      const angle = (k * Math.PI) / 24;
      const place: Point = [inside[0] + distance * Math.cos(angle), inside[1] + distance * Math.sin(angle)];
      if (mayLie(table, place, others, kitchen)) return place;
    }
  }
  return null;
}
