import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { version } from "../../../src/core/version.ts";
import { ENTRY, hanout, migratedFolder, temporaryFolder } from "../hanout.ts";
import { serve } from "../serve-process.ts";

const DEMO = "never";
const socketIn = (folder: string): string => join(folder, "hanout.sock");
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** A data folder whose path is too long for a socket. */
function deepFolder(): string {
  const folder = join(temporaryFolder(), "a-folder-with-a-rather-long-name".repeat(4));
  return migratedFolder(folder);
}

describe("the socket of a server", () => {
  test.each([
    ["in the data folder", migratedFolder],
    ["elsewhere, when its path would be too long", deepFolder],
  ])("is %s, for its owner only, gone after a stop, and no obstacle after a kill", async (_, newFolder) => {
    const DATA_DIR = newFolder();
    const socket = socketIn(DATA_DIR);
    const list = async () => (await hanout(["stores", "list"], { DATA_DIR })).out;

    const killed = await serve({ DATA_DIR, DEMO });
    const left = isThere(socket) && lstatSync(socket).isSymbolicLink() ? readlinkSync(socket) : socket;
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    await killed.stop("SIGKILL");
    expect(isThere(socket)).toBe(true);
    expect(await list()).toBe("Nothing to list.\n");

    const server = await serve({ DATA_DIR, DEMO });
    expect(await list()).toBe("Nothing to list.\n");
    expect(await server.stop("SIGTERM")).toBe(0);
    expect([isThere(socket), existsSync(left)]).toEqual([false, false]);
    if (left !== socket) expect(existsSync(dirname(left))).toBe(false);
    expect(await list()).toBe("Nothing to list.\n");
  });

  test("of another version is not used, and the command says what to do", async () => {
    const DATA_DIR = migratedFolder();
    const other = createServer((socket) => socket.write('{"kind":"version","version":"0.0.9"}\n'));
    onTestFinished(() => void other.close());
    await once(other.listen(socketIn(DATA_DIR)), "listening");

    const { code, err } = await hanout(["stores", "list"], { DATA_DIR });

    expect([code, err]).toEqual([
      1,
      `hanout: The running server has version 0.0.9, and this command has ${version}: run the command of 0.0.9, or stop the server and start it with ${version}.\n`,
    ]);
  });

  const isRoot = process.getuid?.() === 0;
  test.runIf(isRoot)("cannot be used by another user", async () => {
    const DATA_DIR = migratedFolder();
    const server = await serve({ DATA_DIR, DEMO });
    const asNobody = async (...args: string[]) => {
      const child = spawn(process.execPath, args, { env: { DATA_DIR }, uid: 65_534, gid: 65_534, cwd: "/" });
      let err = "";
      child.stderr.on("data", (chunk) => {
        err += chunk;
      });
      await once(child, "close");
      return err;
    };
    const connect = `require("net").connect(process.argv[1]).on("error", ({ code }) => console.error(code))`;

    const closed = await asNobody(ENTRY, "stores", "list");
    chmodSync(DATA_DIR, 0o755); // as folders are that nobody makes private
    const open = await asNobody(ENTRY, "stores", "list");
    const byHand = await asNobody("-e", connect, socketIn(DATA_DIR));

    const refused = `hanout: The data folder ${DATA_DIR} belongs to another user: run the command as that user.\n`;
    expect([closed, open, byHand]).toEqual([refused, refused, "EACCES\n"]);
    await server.stop("SIGTERM");
  });

  test("is not there on PostgreSQL", async () => {
    const DATA_DIR = migratedFolder();

    const server = await serve({ DATA_DIR, DATABASE_URL: inject("postgresUrl") });

    expect(isThere(socketIn(DATA_DIR))).toBe(false);
    await server.stop("SIGTERM");
  });

  test("that cannot be made is no obstacle: the server says so and serves", async () => {
    const DATA_DIR = migratedFolder();
    mkdirSync(join(socketIn(DATA_DIR), "in-the-way"), { recursive: true });

    const server = await serve({ DATA_DIR, DEMO });

    expect(server.out()).toContain("Commands will not work while this server runs: ");
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop("SIGTERM")).toBe(0);
  });
});
