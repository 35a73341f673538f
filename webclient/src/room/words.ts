// Rulings as sentences, from the codes of the wire.

import type { FullState, Happening } from "../state";
import { text, textOfCode, textOrNull } from "../texts";

export type Family = "pool" | "carom" | "pyramid";

/** Balls that fell, in the order of the log; in pool the cue ball is left to the fouls, in pyramid it is one of them. */
export function potted(log: string, withCueBall = false): string[] {
  return log.split(" ").flatMap((token) => {
    const found = /^([A-Za-z0-9]+)@/.exec(token);
    return found?.[1] && (withCueBall || found[1] !== "c") ? [found[1]] : [];
  });
}

export interface Sentence {
  text: string;
  foul: boolean;
  rules: string;
}

/** Changes that everybody sees without being told. */
const SILENT = new Set(["ball_placed", "seen"]);

/** What happened, in words; null for changes that nobody needs to read. */
export function sentence(line: Happening, state: FullState, family: Family): Sentence | null {
  const name = line.seat === null ? "" : (state.sides[line.seat]?.name ?? "");
  const { ruling } = line;
  const rules = ruling?.rules?.length ? text("said-rules", { rules: ruling.rules.join(", ") }) : "";
  const fouls = ruling?.fouls ?? [];
  if (line.dart) {
    const bust = ruling?.bust ?? false;
    const said = bust ? text("said-bust", { name }) : text("said-dart", { name, ...line.dart, hit: "" });
    return { text: said, foul: bust, rules };
  }
  if (fouls.length) {
    const list = fouls.map((code) => textOfCode("foul", code)).join(", ");
    return { text: text("said-foul", { name, fouls: list }), foul: true, rules };
  }
  if (line.kind === "change") {
    return ruling?.text && !SILENT.has(line.cause) ? { text: ruling.text.replace(/\.\.$/, "."), foul: false, rules } : null;
  }
  if (family === "carom") {
    const points = ruling?.points ?? 0;
    return { text: points ? text("said-points", { name, points }) : text("said-miss", { name }), foul: false, rules };
  }
  const balls = potted(line.log, family === "pyramid").map((ball) => (ball === "c" ? text("ball-c") : ball));
  const said = balls.length ? text("said-potted", { name, balls: balls.join(", ") }) : text("said-nothing", { name });
  return { text: said, foul: false, rules };
}

/** The game of a room, with the start where that is its name. */
export function gameTitle(state: FullState): string {
  return state.game === "x01" && state.options.start ? String(state.options.start) : gameName(state.game);
}

export function gameName(game: string, title = ""): string {
  const plain = title || textOfCode("game", game);
  return textOrNull(`game-${game}`) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
