/** What somebody wishes for a new room: the values that its rules will have, and how many sit down to which of them. */
import type { OptionValue } from "../hall.svelte";
import type { GameEntry, GameOption } from "../protocol.gen";

/** The value that an option will have: the wish, else the preset's, else the game's default. */
export function valueOf(
  entry: GameEntry,
  preset: string | null,
  wishes: Readonly<Record<string, OptionValue>>,
  option: GameOption,
): OptionValue | null {
  return wishes[option.name] ?? entry.preset_options?.[preset ?? entry.presets[0] ?? ""]?.[option.name] ?? option.default;
}

export interface Places {
  readonly sides: number;
  readonly options: Readonly<Record<string, OptionValue>>;
}

/**
 * How many sides a room gets, and the options without which the game is not played by so many: four play carom as two
 * teams of two, three where `max_players` allows it; against a bot one alone.
 */
export function placesFor(
  entry: GameEntry,
  wishes: Readonly<Record<string, OptionValue>>,
  wished: number,
  withBot: boolean,
): Places {
  const known = new Set((entry.options ?? []).map(({ name }) => name));
  const most = entry.sides[entry.sides.length - 1] ?? 2;
  if (withBot) {
    const alone = known.has("teams") ? { ...wishes, teams: false } : wishes;
    return { sides: Math.min(2, most), options: alone };
  }
  const sides = wishes.teams === true ? 4 : entry.sides.includes(wished) ? wished : (entry.sides[0] ?? 2);
  if (known.has("teams") && sides === 4) return { sides, options: { ...wishes, teams: true } };
  if (known.has("max_players") && sides === 3) return { sides, options: { ...wishes, max_players: 3 } };
  return { sides, options: wishes };
}
