// What a refusal of the hall means.

import { textOfCode, textOrNull } from "./texts";

/** The sentence for that code, else the hall's own; `degrees` is the elevation that would have been accepted. */
export function refusal(code: string, fallback: string, degrees = 0): string {
  return textOrNull(`refused-${code}`, { degrees }) ?? (fallback || textOfCode("refused", code));
}
