import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Writes each script and style compressed beside itself, so that the server never does it. Browsers take Brotli over https only. */
const compressed = (): Plugin => ({
  name: "compressed",
  apply: "build",
  closeBundle() {
    const folder = fileAt("./dist/assets/");
    for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
      const bytes = readFileSync(folder + name);
      writeFileSync(`${folder}${name}.br`, brotliCompressSync(bytes));
      writeFileSync(`${folder}${name}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

export default defineConfig({
  root: fileAt("./"),
  base: "/console/",
  plugins: [react(), compressed()],
  // From its sources: the client need not be built before the console is checked.
  resolve: { alias: { "@hanout/client/admin": fileAt("../packages/client/src/admin.ts") } },
  html: { cspNonce: "CONSOLE_NONCE" },
  build: { target: "es2022", modulePreload: { polyfill: false }, license: { fileName: "third-party-licences.md" } },
  server: { proxy: { "/api": "http://127.0.0.1:3000", "/media": "http://127.0.0.1:3000" } },
});
