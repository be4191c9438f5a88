import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Builds the program into the folder that is given, `dist` without one: a few files that contain our code and the packages
 * that it uses. Node loads them in a third of the time that it takes to find and load 900 modules. The folder is a package
 * of its own: `npm pack ./dist`.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const out = join(root, process.argv[2] ?? "dist");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Native binaries stay outside the bundle. They are installed with the package. */
const NATIVE = ["@node-rs/argon2", "fs-native-extensions"];
/** The embedded database stays outside with its files. Who uses PostgreSQL does not install it. */
const EMBEDDED_DATABASE = "@electric-sql/pglite";
/** What reads pictures, and what reaches a bucket: who wants them adds them. */
const OF_PICTURES = ["sharp", "@aws-sdk/client-s3"];
const OPTIONAL = [EMBEDDED_DATABASE, ...OF_PICTURES];
/** `pg` and `debug` try to load these, and do without. `supports-color` is there only when a development package uses it. */
const UNUSED = ["pg-native", "supports-color"];

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["src/cli/hanout.ts", "src/files/picture-process.ts"], // the second is a process of its own
  outdir: out,
  entryNames: "cli/[name]",
  chunkNames: "chunks/[name]-[hash]", // as deep as `cli`: what the code finds beside itself is at `../` for both
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: [...NATIVE, ...OPTIONAL, ...UNUSED].flatMap((name) => [name, `${name}/*`]),
  // Packages in CommonJS call `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
  },
  // Without `navigator`, which Node 20 lacks, pg finds out what it runs on by making a Response. That loads fetch.
  define: { navigator: '{ "userAgent": "Node.js" }' },
  // Names stay, for profiles. Stacks name the sources by the maps.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: "none", // `writeNotices` copies the whole licences
  metafile: true,
});
copyApiReference();
copyConsole();
writeNotices();
for (const part of ["migrations", "README.md", "LICENSE"])
  cpSync(join(root, part), join(out, part), { recursive: true });
writeManifest();

/** The script of the page at /docs is a file of its own, not a module of the program. */
function copyApiReference() {
  const folder = join(root, "node_modules/@scalar/fastify-api-reference");
  mkdirSync(join(out, "docs"), { recursive: true });
  cpSync(join(folder, "dist/js/standalone.js"), join(out, "docs/api-reference.js"));
}

/** The console is built apart, by Vite; it has a file with the licences of its own packages. Without it the server says that it is missing. */
function copyConsole() {
  const built = join(root, "console/dist");
  if (existsSync(built)) cpSync(built, join(out, "console"), { recursive: true });
}

/** The licences of the packages that are part of the program. */
function writeNotices() {
  const files = [...Object.keys(metafile.inputs), "node_modules/@scalar/fastify-api-reference/package.json"];
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${licenceOf(join(root, folder))}\n`;
  });
  writeFileSync(join(out, "third-party-licences.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
}

function writeManifest() {
  const { name, version, description, license, type, engines, dependencies } = manifest;
  const packed = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { hanout: "cli/hanout.js" },
    files: ["cli", "chunks", "console", "docs", "migrations", "third-party-licences.txt"],
    dependencies: Object.fromEntries(NATIVE.map((native) => [native, dependencies[native]])),
    peerDependencies: Object.fromEntries(OPTIONAL.map((name) => [name, dependencies[name]])),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
  };
  writeFileSync(join(out, "package.json"), `${JSON.stringify(packed, null, 2)}\n`);
}

/** The licence of a package: its files, else the section of its README. Empty when it has none of them. */
function licenceOf(folder) {
  const files = readdirSync(folder);
  const read = (file) => readFileSync(join(folder, file), "utf8").trim();
  const own = files.filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  if (own.length > 0) return own.map(read).join("\n\n");
  const readme = files.find((file) => /^readme/i.test(file));
  return (readme && /^#+ *licen[cs]e\s+(.*)/ims.exec(read(readme))?.[1]?.trim()) ?? "";
}
