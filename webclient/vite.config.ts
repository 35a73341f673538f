import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server serves the folder it finds beside itself: built assets are never committed.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../server/static",
    emptyOutDir: true,
    target: "es2022",
    // The hall's security policy takes files from the hall only, no data inside style sheets.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 250,
  },
  server: {
    proxy: { "/ws": { target: "ws://127.0.0.1:8800", ws: true } },
  },
  test: { include: ["test/**/*.test.ts"], environment: "node" },
});
