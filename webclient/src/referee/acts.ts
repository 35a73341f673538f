// What a referee or director can do at this page, and how a filled-in form becomes the act on the wire. Pure.

import type { ActionBody } from "../connection";
import type { PersonInRoom, Role } from "../protocol.gen";
import table from "./acts.json";

export const GROUPS = ["shot", "warn", "award", "again", "table", "play", "people", "match"] as const;
export type Group = (typeof GROUPS)[number];

/** What a form asks for besides the reason. `winner` may be left open: nobody wins. */
export type FieldName = "player" | "winner" | "kind" | "ball" | "cushion" | "pocket" | "points" | "seconds" | "spectator" | "dart" | "segment";

/** What a dart can hit, as it is written. */
export const SEGMENT = /^(([SDT])([1-9]|1[0-9]|20)|IB|OB|M|BO|NT)$/;

export interface Act {
  readonly do: string;
  readonly group: Group;
  readonly fields: readonly FieldName[];
  /** Families and games that know the act; left out: all. */
  readonly families?: readonly string[];
  readonly games?: readonly string[];
  readonly kinds?: readonly string[];
  /** Kinds that one game has besides. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
  readonly director?: boolean;
  /** The ball and the pocket are a call: both have to be named, and the ball may be down by now. */
  readonly called?: boolean;
}

/** What can be called in the games that know calls. */
export const CALLED_BALLS = Array.from({ length: 15 }, (_, i) => String(i + 1));

export const ACTS = table as readonly Act[];

export type Family = "pool" | "carom" | "pyramid" | "darts";

/** Whose acts somebody has: an official his own; where nobody is one, the owner of the room those of a referee, and if he
 * does not play those of a director. */
export function rankOf(
  people: readonly PersonInRoom[],
  me: { readonly name: string; readonly role: Role; readonly seat: number | null },
): Role {
  const isOfficial = (role: Role) => role === "referee" || role === "director";
  if (isOfficial(me.role) || people.some((person) => isOfficial(person.role))) return me.role;
  const owner = people.find((person) => person.owner === true);
  if (!owner || (owner.seat ?? null) !== me.seat) return me.role;
  if (me.seat !== null) return "referee";
  return owner.name === me.name ? "director" : me.role;
}

/** The acts that this official can do in this game, those of a director apart. */
export function actsOf(family: Family, game: string, role: Role): Act[] {
  return ACTS.filter(
    (act) =>
      (act.families?.includes(family) ?? true) &&
      (act.games?.includes(game) ?? true) &&
      (role === "director" || (role === "referee" && !act.director)),
  );
}

export function kindsOf(act: Act, game: string): readonly string[] {
  return [...(act.kinds ?? []), ...(act.more?.[game] ?? [])];
}

/** What was filled in; numbers as the text of their fields. */
export type Form = Partial<Record<FieldName | "reason", string>>;

export type Officiate = Extract<ActionBody, { type: "officiate" }>;

/** Which fields are still to be filled in, or hold no number that can be sent. */
export function missing(act: Act, form: Form): FieldName[] {
  return act.fields.filter((field) => {
    const value = form[field]?.trim() ?? "";
    if (field === "winner" || (field === "pocket" && !act.called)) return false;
    if (field === "points") return !/^-?\d{1,6}$/.test(value) || Number(value) === 0;
    if (field === "seconds") return value === "" || !(Number(value) >= 0 && Number(value) <= 3600);
    if (field === "segment") return !SEGMENT.test(value.toUpperCase());
    return value === "";
  });
}

/** The act on the wire. Its form is complete. */
export function officiate(act: Act, form: Form): Officiate {
  const fields = new Set<FieldName>(act.fields);
  const side = fields.has("player") ? form.player : fields.has("winner") ? form.winner : undefined;
  const named = act.fields.map((field) => (["kind", "cushion", "pocket", "spectator"].includes(field) ? form[field] : "")).find(Boolean);
  const kind = fields.has("segment") ? form.segment?.trim().toUpperCase() : named;
  return {
    type: "officiate",
    do: act.do,
    ...(side ? { player: Number(side) } : {}),
    ...(kind ? { kind } : {}),
    ...(fields.has("ball") && form.ball ? { ball: form.ball } : {}),
    ...(fields.has("dart") && form.dart ? { dart: Number(form.dart) } : {}),
    ...(fields.has("points") ? { points: Number(form.points) } : {}),
    ...(fields.has("seconds") ? { seconds: Number(form.seconds) } : {}),
    ...(form.reason?.trim() ? { reason: form.reason.trim() } : {}),
  };
}

/** How a protest can be ruled: what is done first, if anything, before the ruling itself lets play go on. */
export type Verdict = "stands" | "replay" | "foul" | "no_foul";

export function verdictsOf(family: Family): Verdict[] {
  if (family === "darts") return ["stands", "replay"];
  return family === "pyramid" ? ["stands", "replay", "foul", "no_foul"] : ["stands", "replay", "foul"];
}

/** The acts by which a protest is ruled so, in order; `foul` names whose foul of which kind. */
export function ruled(verdict: Verdict, family: Family, reason: string, foul?: { player: number; kind: string }): Officiate[] {
  const because = reason.trim() ? { reason: reason.trim() } : {};
  const last: Officiate = { type: "officiate", do: "rule_protest", ...because };
  const first: Record<Verdict, Officiate[]> = {
    stands: [],
    replay: [{ type: "officiate", do: "replay_shot", ...because }],
    no_foul: [{ type: "officiate", do: "cancel_foul", ...because }],
    foul: foul ? [{ type: "officiate", do: family === "pool" ? "award_foul" : "call_foul", ...foul, ...because }] : [],
  };
  return [...first[verdict], last];
}
