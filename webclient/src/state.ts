// What the page knows of a room, folded from what the server said. Pure: notice in, state out.

import type {
  Absence,
  AimShown,
  ClockState,
  CueTable,
  DartsTable,
  DartThrown,
  LagPlayed,
  MatchResult,
  OfficialAct,
  Role,
  RoomChanged,
  RoomClosed,
  RoomDelta,
  RoomState,
  Ruling,
  ShotPlayed,
  Snapshot,
  TurnRecalculated,
} from "./protocol.gen";
import { defaults } from "./protocol.gen";

/** What sets balls rolling. */
export type Played = ShotPlayed | LagPlayed;
export type Notice = Snapshot | ShotPlayed | LagPlayed | DartThrown | TurnRecalculated | RoomChanged | RoomClosed;

/** The room with every default filled in, since the wire leaves defaults out. */
export interface FullState extends RoomState {
  to_act: number | null;
  legal: readonly string[];
  options_offered: readonly string[];
  clock: ClockState | null;
  plays_until: number | null;
  game_number: number;
  cue: CueTable | null;
  darts: DartsTable | null;
  result: MatchResult | null;
  key: string | null;
  watchers: number;
  stopped: string;
  stopped_by: number | null;
  stopped_until: number | null;
  entries: number;
  officials: readonly Role[];
  agreed: readonly number[];
  audit: readonly OfficialAct[];
  ready_check: boolean;
  ready: readonly number[];
  ready_by: number | null;
  absences: readonly Absence[];
}

/** One line of the list of what happened. */
export interface Happening {
  n: number;
  kind: "shot" | "dart" | "change";
  seat: number | null;
  game: number;
  turn: number;
  log: string;
  ruling: Ruling | null;
  cause: string;
  dart: { number: number; segment: string; value: number; hit: readonly [number, number] | null } | null;
}

export interface RoomView {
  n: number;
  state: FullState;
  happenings: readonly Happening[];
  /** The last shot, with the table it was played on. */
  shot: { notice: Played; before: FullState } | null;
  closed: string | null;
}

export type Step =
  | { kind: "folded"; view: RoomView }
  | { kind: "old" }
  | { kind: "gap"; seen: number | null };

/** How many happenings are kept. */
const MEMORY = 400;

export function fullState(state: RoomState): FullState {
  return { ...defaults.RoomState, ...state };
}

/** The state with the changed fields replaced, each whole. */
export function applyDelta(state: FullState, delta: RoomDelta): FullState {
  const changed = Object.fromEntries(Object.entries(delta).filter(([, value]) => value !== undefined));
  return { ...state, ...changed };
}

/** Fold one notice in. A number that does not follow the last one seen asks for a resume. */
export function reduce(view: RoomView | null, notice: Notice): Step {
  if (notice.type === "snapshot") {
    const happenings = view?.happenings.filter((line) => line.n <= notice.n) ?? [];
    const shot = view && view.n === notice.n ? view.shot : null;
    return { kind: "folded", view: { n: notice.n, state: fullState(notice.state), happenings, shot, closed: null } };
  }
  if (!view) return { kind: "gap", seen: null };
  if (notice.type === "room_closed") return { kind: "folded", view: fold(view, notice) }; // nothing follows it
  if (notice.n <= view.n) return { kind: "old" };
  if (notice.n !== view.n + 1) return { kind: "gap", seen: view.n };
  return { kind: "folded", view: fold(view, notice) };
}

function fold(view: RoomView, notice: Exclude<Notice, Snapshot>): RoomView {
  if (notice.type === "room_closed") return { ...view, n: notice.n, closed: notice.reason };
  const state = applyDelta(view.state, notice.delta);
  const happenings = [...view.happenings, happening(view.state, notice)].slice(-MEMORY);
  const rolls = notice.type === "shot_played" || notice.type === "lag_played";
  const shot = rolls ? { notice, before: view.state } : view.shot;
  return { ...view, n: notice.n, state, happenings, shot };
}

function happening(before: FullState, notice: Exclude<Notice, Snapshot | RoomClosed>): Happening {
  const line: Happening = {
    n: notice.n,
    kind: "change",
    seat: notice.type === "lag_played" ? null : (notice.seat ?? null),
    game: before.game_number,
    turn: before.turn,
    log: "",
    ruling: notice.ruling ?? null,
    cause: "",
    dart: null,
  };
  switch (notice.type) {
    case "shot_played":
      return { ...line, kind: "shot", log: notice.log };
    case "dart_thrown":
      return {
        ...line,
        kind: "dart",
        dart: { number: notice.dart, segment: notice.segment, value: notice.value, hit: notice.hit ?? null },
      };
    case "lag_played":
      return { ...line, cause: notice.type };
    case "turn_recalculated":
      return { ...line, cause: notice.type };
    case "room_changed":
      return { ...line, cause: notice.cause };
  }
}

/** While a shot is on its way people see the match as it stood before it: no score before the balls rest. */
export function shownState(view: RoomView, playing: boolean): FullState {
  if (!playing || !view.shot) return view.state;
  const { before } = view.shot;
  return {
    ...view.state,
    sides: view.state.sides.map((side, seat) => ({ ...(before.sides[seat] ?? side), name: side.name })),
    phase: before.phase,
    to_act: before.to_act,
    legal: [],
    options_offered: [],
    clock: null,
    game_number: before.game_number,
    cue: before.cue,
    result: before.result,
  };
}

/** All seated have seen the last shot and the hall opened the table before its balls would have come to rest. */
export function cutShort(view: RoomView): boolean {
  const told = view.shot?.notice.delta.plays_until;
  return typeof told === "number" && (view.state.plays_until ?? 0) < told;
}

/** Does this aim belong to the turn that is open? */
export function aimFits(view: RoomView | null, aim: AimShown): boolean {
  return view !== null && aim.room === view.state.room && aim.turn === view.state.turn && aim.seat === view.state.to_act;
}
