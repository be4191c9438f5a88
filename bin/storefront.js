import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Installs, builds and starts the storefront of starters/storefront against the running server: with the keys of the
 * environment, or else with the first store of the demo. STOREFRONT_PORT says where it listens.
 */
const FOLDER = fileURLToPath(new URL("../starters/storefront/", import.meta.url));
const PORT = process.env.STOREFRONT_PORT ?? "3001";
const START_SECONDS = 60;

/** The server and the key of the demo, as its start wrote them. */
function demoAccess() {
  const file = join(process.env.DATA_DIR ?? "data", "demo.json");
  if (!existsSync(file)) return undefined;
  const { url, stores } = JSON.parse(readFileSync(file, "utf8"));
  return { HANOUT_URL: url, HANOUT_KEY: stores[0].publishable_key };
}

/** Whether a port can be listened on. */
const isFree = (port) =>
  new Promise((resolve) => {
    const socket = createServer();
    socket.once("error", () => resolve(false));
    socket.listen(Number(port), () => socket.close(() => resolve(true)));
  });

function run(args, env) {
  const { status } = spawnSync("npm", args, { cwd: FOLDER, stdio: "inherit", env });
  if (status !== 0) process.exit(status ?? 1);
}

const isSet = process.env.HANOUT_KEY ?? process.env.HANOUT_STORES;
const access = isSet ? {} : demoAccess();
if (!access) {
  console.error("Which store? Start the server with its demo (npm start), or set HANOUT_URL and HANOUT_KEY.");
  process.exit(1);
}
const env = { NEXT_TELEMETRY_DISABLED: "1", ...access, ...process.env };
const server = env.HANOUT_URL ?? "http://127.0.0.1:3000";
const answers = await fetch(`${server}/livez`).then(
  ({ ok }) => ok,
  () => false,
);
if (!answers) {
  console.error(`No server answers at ${server}. Start it with: npm start`);
  process.exit(1);
}

if (!(await isFree(PORT))) {
  console.error(`Port ${PORT} is taken. STOREFRONT_PORT chooses another one.`);
  process.exit(1);
}

run(["ci", "--no-audit", "--no-fund"], env);
run(["run", "build"], env);

const address = `http://localhost:${PORT}`;
const shop = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "--port", PORT], {
  cwd: FOLDER,
  stdio: ["ignore", "ignore", "inherit"],
  env,
});
shop.once("exit", (code) => process.exit(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => shop.kill(signal));

let isOpen = false;
for (let tried = 0; !isOpen && tried < START_SECONDS * 4; tried++) {
  await new Promise((resolve) => setTimeout(resolve, 250));
  isOpen = await fetch(`${address}/ar`).then(
    () => true,
    () => false,
  );
}
if (isOpen) {
  console.log(`\nThe shop is open.\n  العربية   ${address}/ar\n  Français  ${address}/fr\n  English   ${address}/en`);
} else {
  console.error(`The shop does not answer at ${address}.`);
  shop.removeAllListeners("exit");
  shop.kill();
  process.exitCode = 1;
}
