// Prints what a first visit loads, gzip-compressed: scripts, styles and the Latin font.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = new URL("../../server/static/assets/", import.meta.url);
let total = 0;
for (const name of readdirSync(folder).sort()) {
  const bytes = readFileSync(new URL(name, folder));
  const size = name.endsWith(".woff2") ? bytes.length : gzipSync(bytes).length;
  const first = !name.endsWith(".woff2") || name.includes("-latin-wght");
  if (first) total += size;
  console.log(`${(size / 1024).toFixed(1).padStart(7)} kB  ${name}${first ? "" : "  (only where its letters occur)"}`);
}
console.log(`${(total / 1024).toFixed(1).padStart(7)} kB  first load`);
