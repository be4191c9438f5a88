import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
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
      writeFileSync(
        `${folder}${name}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      );
      writeFileSync(`${folder}${name}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

/** The console is imported by a small script that sends requests first. So that it does not wait for that script, the page names its files, too. */
const preloaded = (): Plugin => ({
  name: "preloaded",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_page, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const withImports = (fileName: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(fileName)) return seen;
        seen.add(fileName);
        for (const imported of chunks.find((one) => one.fileName === fileName)?.imports ?? [])
          withImports(imported, seen);
        return seen;
      };
      const main = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/src/main.tsx"));
      if (!main) throw new Error("The build has no src/main.tsx.");
      const scripts = [...withImports(main.fileName)];
      const styles = chunks
        .filter(({ fileName }) => scripts.includes(fileName))
        .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      const link = (rel: string, file: string) => ({
        tag: "link",
        attrs: { rel, crossorigin: true, href: `/console/${file}`, nonce: NONCE },
      });
      return [...scripts.map((file) => link("modulepreload", file)), ...styles.map((file) => link("stylesheet", file))];
    },
  },
});

const READ_AT_ONCE = ["first-screen", "HomeScreen"];

/**
 * Has browsers read all functions of the first screen beside the page's own thread, while the file arrives: nearly all of them run.
 * Else each is read when it is first called, while somebody waits. https://v8.dev/features/explicit-compile-hints
 */
const readAtOnce = (): Plugin => ({
  name: "read-at-once",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post", // the comment is read at the very beginning of a file only
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      for (const name of READ_AT_ONCE) {
        const chunk = chunks.find((one) => one.name === name);
        if (!chunk) throw new Error(`The build has no file ${name}.`);
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
});

/** What the script that runs first needs is apart, so that it waits for nothing else. The rest is one file: each more costs a slow network time. */
const FIRST_FILES = [
  {
    name: "early",
    test: /\/src\/(early|api\/(early|console-headers)|frame\/lastStore|home\/asked|parts\/writing\/dates|messages\/(firstLanguage|languages))\.ts$|preload-helper/,
    priority: 1,
  },
  { name: "first-screen", test: /console\/src\/main\.tsx$/ },
];

/** What the server replaces by the nonce of each answer. */
const NONCE = "CONSOLE_NONCE";

export default defineConfig({
  root: fileAt("./"),
  base: "/console/",
  plugins: [react(), readAtOnce(), preloaded(), compressed()],
  // From its sources: the client need not be built before the console is checked.
  resolve: { alias: { "@hanout/client/admin": fileAt("../packages/client/src/admin.ts") } },
  html: { cspNonce: NONCE },
  build: {
    target: "es2022",
    chunkSizeWarningLimit: 700, // the first screen is one file on purpose; a test bounds its size
    modulePreload: { polyfill: false },
    license: { fileName: "third-party-licences.md" },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_FILES } } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:3000", "/media": "http://127.0.0.1:3000" } },
});
