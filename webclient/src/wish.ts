// What somebody wishes for a new room, and the request that asks for it. Pure.

import type { RequestBody } from "./connection";
import type { Touch } from "./protocol.gen";

export type OptionValue = boolean | number | string;

export interface RoomWish {
  game: string;
  preset: string | null;
  table: string | null;
  options: Readonly<Record<string, OptionValue>>;
  raceTo: number;
  shotClock: number | null;
  touch: Touch;
  listed: boolean;
  readyCheck: boolean;
  sides: number;
  /** Whether there is a seat for a referee, and for a director. */
  referee: boolean;
  director: boolean;
  /** Whether who opens the room is its referee while nobody has such a seat. */
  owner: boolean;
}

export function asked(wish: RoomWish): RequestBody {
  return {
    type: "create_room",
    game: wish.game,
    preset: wish.preset,
    table: wish.table,
    options: wish.options,
    race_to: wish.raceTo,
    shot_clock: wish.shotClock,
    touch: wish.touch,
    listed: wish.listed,
    sides: wish.sides,
    ready_check: wish.readyCheck,
    referee: wish.referee,
    director: wish.director,
    owner: wish.owner,
  };
}
