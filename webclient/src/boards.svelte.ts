// One's real dart boards: which there are, a code for a new one, and which of them a seat throws at.

import { hall } from "./hall.svelte";
import type { BoardEntry, BoardKind } from "./protocol.gen";
import { refusal } from "./refusals";

export interface Code {
  readonly code: string;
  /** Server time, s. */
  readonly until: number;
}

class Boards {
  mine = $state.raw<readonly BoardEntry[]>([]);
  /** The code that waits for a board. */
  code = $state.raw<Code | null>(null);
  /** Why the hall gives no code, or null. */
  why = $state<string | null>(null);
  loaded = $state(false);

  async load(): Promise<void> {
    const reply = await hall.connection.request({ type: "list_boards" });
    if (reply.type !== "boards") return;
    const known = new Set(this.mine.map((one) => one.board));
    // The board that was waited for has come: its code is spent.
    if (this.loaded && reply.boards.some((one) => !known.has(one.board))) this.code = null;
    [this.mine, this.loaded] = [reply.boards, true];
  }

  async pair(name: string, kind: BoardKind): Promise<void> {
    const reply = await hall.connection.request({ type: "pair_board", name, kind }, "once");
    this.why = reply.type === "refused" ? refusal(reply.code, reply.text) : null;
    if (reply.type === "pairing_code") this.code = { code: reply.code, until: reply.until };
  }

  async revoke(board: string): Promise<void> {
    const reply = await hall.connection.request({ type: "revoke_board", board }, "once");
    if (reply.type === "refused") hall.say(refusal(reply.code, reply.text), true);
    await this.load();
  }

  /** Throw at that board from now on; null: on the screen. */
  async use(room: string, board: string | null): Promise<boolean> {
    const reply = await hall.connection.request({ type: "use_board", room, board }, "once");
    if (reply.type === "refused") hall.say(refusal(reply.code, reply.text), true);
    return reply.type !== "refused";
  }
}

export const boards = new Boards();
