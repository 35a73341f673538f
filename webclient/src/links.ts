// Where the page is: the lobby, or a room by its invitation. `/#/room/CODE`, `/join/CODE` and `/r/CODE` lead into a room.

export type Route = { name: "lobby" } | { name: "room"; invite: string };

const INVITE = /^[A-Za-z0-9_-]{6,24}$/;

export function parse(path: string, hash: string): Route {
  const invite = /^#\/room\/([^/]+)\/?$/.exec(hash)?.[1] ?? /^\/(?:r|join)\/([^/]+)\/?$/.exec(path)?.[1];
  return invite && INVITE.test(invite) ? { name: "room", invite } : { name: "lobby" };
}

export function inviteLink(invite: string): string {
  return `${location.origin}/#/room/${invite}`;
}
