import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./hanout.ts";
import { type Served, serve } from "./serve-process.ts";

const onPostgres = () => ({ DATABASE_URL: inject("postgresUrl"), DATA_DIR: temporaryFolder() });

/** Sends a request over a new connection, and returns its status or the error's code. */
const ask = (url: string): Promise<string> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(String(answer.statusCode)));
      answer.on("error", ({ code }: NodeJS.ErrnoException) => resolve(`${code} in the answer`));
    });
    request.on("error", ({ code = "" }: NodeJS.ErrnoException) => resolve(code));
  });

/** Resolves when a connection is open or refused. */
const settled = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once("connect", resolve).once("close", () => resolve());
  });

describe("a process out of open files", () => {
  const OPEN_FILES = 400;
  const CLIENTS = 800;

  /** Opens connections that send half a request and never close; they end with the test. */
  async function openHalf({ url }: Served, count: number): Promise<void> {
    const { hostname, port } = new URL(url);
    const open = (): Socket =>
      connect({ host: hostname, port: Number(port), allowHalfOpen: true })
        .on("error", () => {})
        .on("data", () => {});
    const sockets = Array.from({ length: count }, open);
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.write("GET /livez HTTP/1.1\r\nhost: x\r\n");
    await Promise.all(sockets.map(settled));
  }

  test("refuses connections, keeps running, and serves again when they close", async () => {
    const limited = ["bash", "-c", `ulimit -n ${OPEN_FILES}; exec "$@"`, "bash"];
    const server = await serve({ ...onPostgres(), HEADERS_TIMEOUT_SECONDS: "3" }, limited);

    await openHalf(server, CLIENTS);

    await expect.poll(() => server.out(), { interval: 50, timeout: 20_000 }).toContain("too many connections");
    await expect.poll(() => ask(`${server.url}/readyz`), { interval: 200, timeout: 20_000 }).toBe("200");
    expect(server.child.exitCode).toBeNull();
    expect(await server.stop("SIGTERM")).toBe(0);
  });
});

describe("SIGTERM", () => {
  const CLIENTS = 20;

  test("resets no client that opens a connection for each request", async () => {
    const server = await serve(onPostgres());
    const answers: string[] = [];
    /** Sends requests until connections are refused. */
    const client = async () => {
      for (let answer = "200"; answer === "200"; ) {
        answer = await ask(`${server.url}/livez`);
        answers.push(answer);
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await expect.poll(() => answers.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(5 * CLIENTS);

    const exit = await server.stop("SIGTERM");
    await Promise.all(clients);

    expect(exit).toBe(0);
    expect(answers.filter((answer) => answer !== "200")).toEqual(Array.from({ length: CLIENTS }, () => "ECONNREFUSED"));
  });

  test("reports not ready for SHUTDOWN_DELAY_SECONDS before it refuses connections", async () => {
    const server = await serve({ ...onPostgres(), SHUTDOWN_DELAY_SECONDS: "2" });

    const stopped = server.stop("SIGTERM");
    await expect.poll(() => ask(`${server.url}/readyz`), { interval: 10, timeout: 20_000 }).toBe("503");

    expect(await ask(`${server.url}/livez`)).toBe("200");
    expect(await stopped).toBe(0);
    expect(await ask(`${server.url}/livez`)).toBe("ECONNREFUSED");
  });
});
