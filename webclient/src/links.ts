// Where the page is: the lobby, or a room by its invitation. `/#/room/CODE`, `/join/CODE` and `/r/CODE` lead into a room,
// `/#/referee/CODE` and `/#/director/CODE` to the seat of that official, `/#/boards` to one's real dart boards.

export type Office = "referee" | "director";
export type Route = { name: "lobby" } | { name: "boards" } | { name: "room"; invite: string; office?: Office };

const INVITE = /^[A-Za-z0-9_-]{6,24}$/;
const OFFICE = /#\/(referee|director)\/([^/\s]+)\/?$/;

export function parse(path: string, hash: string): Route {
  const office = officeOf(hash);
  if (office) return { name: "room", ...office };
  if (/^#\/boards\/?$/.test(hash)) return { name: "boards" };
  const invite = /^#\/room\/([^/]+)\/?$/.exec(hash)?.[1] ?? /^\/(?:r|join)\/([^/]+)\/?$/.exec(path)?.[1];
  return invite && INVITE.test(invite) ? { name: "room", invite } : { name: "lobby" };
}

/** The office and its invitation that a link names, or null where it names none. */
export function officeOf(link: string): { office: Office; invite: string } | null {
  const [, office, invite] = OFFICE.exec(link) ?? [];
  return (office === "referee" || office === "director") && invite && INVITE.test(invite) ? { office, invite } : null;
}

/** What somebody pasted to take an office: its link, or the bare invitation; null where it is neither. */
export function invitationTo(office: Office, pasted: string): { office: Office; invite: string } | null {
  const bare = pasted.trim();
  return officeOf(bare) ?? (INVITE.test(bare) ? { office, invite: bare } : null);
}

export function inviteLink(invite: string): string {
  return `${location.origin}/#/room/${invite}`;
}

export function officeLink(office: Office, invite: string): string {
  return `${location.origin}/#/${office}/${invite}`;
}
