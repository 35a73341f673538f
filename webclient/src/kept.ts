// What the browser keeps for this page: the session for good, the open room over a reload.

import type { Session } from "./connection";
import type { Office } from "./links";
import type { Role } from "./protocol.gen";
import type { RoomView } from "./state";

const SESSION_KEY = "cuehall.session";

/** Invitations of the officials of a room, as far as this person was told them. */
export type OfficeInvites = Readonly<Partial<Record<Office, string>>>;

export interface Saved {
  room: string;
  invite: string;
  view: RoomView | null;
  role: Role;
  offices: OfficeInvites;
}

export function browserStore() {
  return {
    load(): Session {
      try {
        const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "{}") as Partial<Session>;
        return { name: stored.name ?? null, token: stored.token ?? null };
      } catch {
        return { name: null, token: null };
      }
    },
    save(session: Session): void {
      localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    },
  };
}

/** A played shot's trace is not kept over a reload: the hall sends an unfinished one again. */
export function leaveTracesOut(key: string, value: unknown): unknown {
  return key === "shot" ? null : value;
}
