import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import type { Settings } from "../../src/config.ts";
import { buildTestApp, closeAtOnce } from "../support/app.ts";

const opened: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(closeAtOnce));
});

async function listening(settings: Partial<Settings> = {}, prepare: (app: FastifyInstance) => void = () => {}) {
  const app = await buildTestApp(settings);
  prepare(app);
  await app.listen({ host: "127.0.0.1", port: 0 });
  opened.push(app);
  const [address] = app.addresses();
  return { app, port: typeof address === "object" ? address.port : 0 };
}

/** A connection, what came over it, and its end. */
function talk(port: number): { socket: Socket; heard: () => string; closed: Promise<unknown> } {
  let text = "";
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  return { socket, heard: () => text, closed: new Promise((resolve) => socket.once("close", resolve)) };
}

describe("slow clients", () => {
  test("are disconnected when their headers never end", async () => {
    const { port } = await listening({ HEADERS_TIMEOUT_SECONDS: 0.2, REQUEST_TIMEOUT_SECONDS: 0.4 });
    const { socket, heard, closed } = talk(port);
    socket.write("GET /livez HTTP/1.1\r\nhost: x\r\n");

    await closed;

    expect(heard()).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  test("are disconnected when their body never ends", async () => {
    const { port } = await listening({ HEADERS_TIMEOUT_SECONDS: 0.2, REQUEST_TIMEOUT_SECONDS: 0.4 }, (app) => {
      app.post("/test/free", () => ({}));
    });
    const { socket, heard, closed } = talk(port);
    socket.write(
      "POST /test/free HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    );

    await closed;

    expect(heard()).not.toMatch(/^HTTP\/1\.1 200/);
  });

  test("are disconnected when they send nothing on an open connection", async () => {
    const { port } = await listening({ KEEP_ALIVE_TIMEOUT_SECONDS: 0.2 });
    const { socket, heard, closed } = talk(port);
    socket.write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n");

    await closed;

    expect(heard()).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe("connections beyond MAX_CONNECTIONS", () => {
  test("are closed at once, and new ones are accepted when another has closed", async () => {
    const { port } = await listening({ MAX_CONNECTIONS: 2 });
    const ask = async () => {
      const client = talk(port);
      client.socket.write("GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
      await client.closed;
      return client.heard();
    };
    const held = [talk(port), talk(port)];
    await Promise.all(held.map(({ socket }) => once(socket, "connect")));

    expect(await ask()).toBe("");
    held[0]?.socket.destroy();
    await expect.poll(ask, { interval: 20, timeout: 5000 }).toMatch(/^HTTP\/1\.1 200/);
    held[1]?.socket.destroy();
  });
});

describe("a graceful stop", () => {
  test("lets requests in flight finish, accepts no new ones, and then closes the resources behind", async () => {
    let finish = () => {};
    let closedBehind = false;
    const arrived = signal();
    const { app, port } = await listening({}, (app) => {
      app.get("/test/slow", async () => {
        arrived.resolve();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return { behind: closedBehind };
      });
      app.addHook("onClose", async () => {
        closedBehind = true;
      });
    });
    const inFlight = talk(port);
    inFlight.socket.write("GET /test/slow HTTP/1.1\r\nhost: x\r\n\r\n");
    await arrived.promise;

    const stopped = app.close();
    await expect.poll(() => refused(port), { interval: 20, timeout: 5000 }).toBe(true);
    finish();
    await Promise.all([stopped, inFlight.closed]);

    expect(inFlight.heard()).toMatch(/^HTTP\/1\.1 200 .*\{"behind":false\}$/s);
    expect(closedBehind).toBe(true);
  });
});

/** A promise and how to keep it; Node 20 has no Promise.withResolvers. */
function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const refused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
