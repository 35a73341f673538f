import { describe, expect, it } from "vitest";

import type { GameEntry } from "../src/protocol.gen";
import { placesFor, valueOf } from "../src/screens/wishes";

const TARGET = { name: "target", default: 30 };
const TEAMS = { name: "teams", default: false };
const LIBRE: GameEntry = {
  game: "libre",
  title: "Libre",
  family: "carom",
  presets: ["hall_tr", "carom_ru"],
  tables: ["carom_10ft"],
  sides: [2, 3, 4],
  options: [TARGET, TEAMS, { name: "max_players", default: 2, choices: [2, 3] }],
  preset_options: { carom_ru: { target: 60, max_players: 3 } },
};
const POOL: GameEntry = { ...LIBRE, presets: ["sbiz"], sides: [2], options: [], preset_options: {} };
const DARTS: GameEntry = { ...POOL, sides: [1, 2, 3, 4] };

describe("the settings of a new room", () => {
  it("show what the preset sets, until something else is wished for", () => {
    expect(valueOf(LIBRE, null, {}, TARGET)).toBe(30);
    expect(valueOf(LIBRE, "carom_ru", {}, TARGET)).toBe(60);
    expect(valueOf(LIBRE, "carom_ru", { target: 25 }, TARGET)).toBe(25);
    expect(valueOf(LIBRE, "carom_ru", {}, TEAMS)).toBe(false);
    expect(valueOf({ ...LIBRE, presets: ["carom_ru"] }, null, {}, TARGET)).toBe(60);
  });

  it("bring the options without which three or four cannot play", () => {
    expect(placesFor(LIBRE, { target: 20 }, 4, false)).toEqual({ sides: 4, options: { target: 20, teams: true } });
    expect(placesFor(LIBRE, { teams: true }, 2, false).sides).toBe(4);
    expect(placesFor(LIBRE, {}, 3, false)).toEqual({ sides: 3, options: { max_players: 3 } });
    expect(placesFor(DARTS, {}, 3, false)).toEqual({ sides: 3, options: {} });
    expect(placesFor(POOL, {}, 4, false)).toEqual({ sides: 2, options: {} });
  });

  it("seat one alone against a bot", () => {
    expect(placesFor(LIBRE, { teams: true }, 4, true)).toEqual({ sides: 2, options: { teams: false } });
    expect(placesFor(POOL, {}, 2, true)).toEqual({ sides: 2, options: {} });
  });
});
