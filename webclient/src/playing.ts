// A shot on its way: which trace, and what time of it is now.

import type { Trace } from "./playback";
import type { Played } from "./state";
import { unpackTrace } from "./traces";

/** A notice this much older than now was missed and is caught up with; a younger one is shown from its start. */
const CATCH_UP_AFTER = 1.5;

export class Playing {
  private constructor(
    readonly notice: Played,
    readonly trace: Trace,
    /** Server time at which the stroke is shown. */
    readonly start: number,
  ) {}

  /** The shot to be shown, or null where its balls have come to rest already. */
  static of(notice: Played, now: number): Playing | null {
    const late = now - notice.time > CATCH_UP_AFTER;
    if (late && now > notice.time + notice.duration) return null;
    return new Playing(notice, unpackTrace(notice.trace), late ? notice.time : now);
  }

  /** Seconds since the stroke, at most the duration. */
  at(now: number): number {
    return Math.min(Math.max(now - this.start, 0), this.notice.duration);
  }

  over(now: number): boolean {
    return now >= this.start + this.notice.duration;
  }
}
