// Visits to the board put together from single darts.

import type { Happening } from "../state";

export interface Visit {
  key: number;
  seat: number;
  segments: string[];
  sum: number;
  bust: boolean;
}

/** The visits of one game (leg), oldest first. */
export function visits(happenings: readonly Happening[], game: number): Visit[] {
  const rows: Visit[] = [];
  for (const line of happenings) {
    const { dart, seat } = line;
    if (!dart || seat === null || line.game !== game) continue;
    let row = rows.at(-1);
    if (!row || dart.number === 1 || row.seat !== seat) {
      row = { key: line.n, seat, segments: [], sum: 0, bust: false };
      rows.push(row);
    }
    row.segments.push(dart.segment);
    row.sum += line.ruling?.points ?? 0;
    row.bust ||= line.ruling?.bust ?? false;
  }
  return rows;
}
