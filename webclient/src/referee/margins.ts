// Margins of a ruling's contacts in words. Pure.

import type { Evidence } from "../protocol.gen";

/** By how much a contact was clear, in millimetres and milliseconds as far as the ruling says. */
export function marginOf({ margin_mm: mm, margin_ms: ms }: Evidence): string {
  const parts = [typeof mm === "number" ? `${shortened(mm)} mm` : "", typeof ms === "number" ? `${shortened(ms)} ms` : ""];
  return parts.filter(Boolean).join(" · ") || "–";
}

/** Three digits that count, without an exponent. */
function shortened(value: number): string {
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 4));
}
