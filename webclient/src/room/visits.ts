// Visits to the board put together from single darts.

import type { ReportedDart } from "../protocol.gen";
import type { Happening } from "../state";

export interface Visit {
  key: number;
  seat: number;
  segments: string[];
  sum: number | null;
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
    row.sum = (row.sum ?? 0) + (line.ruling?.points ?? 0);
    row.bust ||= line.ruling?.bust ?? false;
  }
  return rows;
}

/** The last visits of a match with real boards, as they stand after corrections; a void dart is set in brackets. */
export function reportedVisits(reported: readonly ReportedDart[]): Visit[] {
  const rows: Visit[] = [];
  for (const dart of reported) {
    let row = rows.at(-1);
    if (row?.key !== dart.turn) {
      row = { key: dart.turn, seat: dart.seat, segments: [], sum: null, bust: false };
      rows.push(row);
    }
    row.segments.push(dart.is_void ? `(${dart.segment})` : dart.segment);
  }
  return rows;
}
