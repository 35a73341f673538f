// What may be asked for without the rules having offered it: codes of `choose_option`. Pure.

import type { FullState } from "../state";

/** What this seat may ask for now: the side at the table a look at the rack or a draw, the other one a call or a warning. */
export function asksOf(shown: FullState, seat: number | null): string[] {
  const details = shown.cue?.details ?? {};
  if (seat === null || shown.stopped || shown.to_act === null) return [];
  const own = shown.to_act === seat;
  const asks: [boolean, unknown, string][] = [
    [own, details.rack_check_possible, "CHECK_RACK"],
    [own, details.draw_possible, "DRAW_OFFER"],
    [!own, details.call_may_be_asked, "ASK_CALL"],
    [!own, details.warning_possible, "WARN_OPPONENT"],
  ];
  return asks.filter(([whose, possible]) => whose && possible === true).map(([, , code]) => code);
}
