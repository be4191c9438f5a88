import { once } from "node:events";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAdmin } from "../../packages/client/src/admin.ts";
import { ADMIN } from "../../src/app.ts";
import type { Settings } from "../../src/config.ts";
import { Database } from "../../src/db/database.ts";
import type { StreamOptions } from "../../src/events/events.ts";
import { eventNumbering } from "../../src/work.ts";
import {
  buildTestApp,
  closeAtOnce,
  database,
  driver,
  type Json,
  keyring,
  openShop,
  type Shop,
  settingsWith,
  tokens,
} from "../support/app.ts";
import { keyFor } from "../support/mcp-wire.ts";
import { post } from "../support/operations.ts";
import { deliveringShop, ordered } from "../support/selling.ts";
import { eventsOf, numberEvents } from "./asking.ts";

interface Serving {
  app: FastifyInstance;
  url: string;
  /** Gives the store's events their numbers, in the process of this server. */
  number(shop: Shop): Promise<void>;
}

async function serve(
  given: Partial<Settings> = {},
  streams: Partial<StreamOptions> = {},
  over?: Database,
): Promise<Serving> {
  const app = await buildTestApp(given, over, undefined, streams);
  onTestFinished(() => closeAtOnce(app));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const numbering = eventNumbering({ settings: settingsWith(), database, keyring, tokens }, app.eventStreams);
  return {
    app,
    url,
    number: async (shop) => {
      while (await shop.transact((db) => numbering.numberEvents(db)));
    },
  };
}

interface Stream {
  response: Response;
  /** The next event, without what comes between. */
  event(): Promise<Json>;
  /** Reads until the text of the stream has this, and returns the text. */
  until(found: RegExp): Promise<string>;
  /** Resolves with the rest when the server has ended the stream. */
  rest(): Promise<string>;
  leave(): void;
}

async function follow(
  { url }: Pick<Serving, "url">,
  key: string,
  query = "",
  headers: Record<string, string> = {},
): Promise<Stream> {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const response = await fetch(`${url}${ADMIN}/events${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: gone.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    event: async () => {
      for (;;) {
        const found = /^data: (.*)\n\n/m.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return JSON.parse(found[1] as string);
        }
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended: ${text}`);
        text += value;
      }
    },
    until: async (found) => {
      while (!found.test(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended: ${text}`);
        text += value;
      }
      return text;
    },
    rest: async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return text;
        text += value;
      }
    },
    leave: () => gone.abort(),
  };
}

const tell = (shop: Shop, thing: string, data?: object) =>
  shop.transact(async (db) =>
    db.happened({
      type: "menus.changed",
      thing: { kind: "menu", id: thing },
      actor: "key test",
      ...(data && { data }),
    }),
  );

async function told(server: Serving, shop: Shop, thing: string): Promise<void> {
  await tell(shop, thing);
  await server.number(shop);
}

describe("the stream", () => {
  test("tells what happens from now on, as events_list shows it", async () => {
    const [server, shop] = [await serve(), await openShop()];
    await told(server, shop, "before");
    const stream = await follow(server, shop.secret_key);
    expect(stream.response.headers.get("content-type")).toMatch(/^text\/event-stream\b/);
    await told(server, shop, "after");

    const event = await stream.event();
    expect(event.thing_id).toBe("after");
    expect([event]).toEqual(await eventsOf(shop, { after: event.number - 1 }));
  });

  test("goes on after a number without a gap, while more happens", async () => {
    const [server, shop] = [await serve(), await openShop()];
    for (let i = 0; i < 250; i++) await tell(shop, `${i}`);
    await server.number(shop);
    const telling = (async () => {
      for (let i = 250; i < 300; i++) await told(server, shop, `${i}`);
    })();
    const [byQuery, byHeader] = await Promise.all([
      follow(server, shop.secret_key, "?after=10"),
      follow(server, shop.secret_key, "?after=0", { "last-event-id": "10" }),
    ]);
    for (const stream of [byQuery, byHeader]) {
      for (let number = 11; number <= 300; number++) expect((await stream.event()).number).toBe(number);
    }
    await telling;
  });

  test("tells what another process has numbered", async () => {
    const [server, shop] = [await serve(), await openShop()];
    const stream = await follow(server, shop.secret_key);
    await tell(shop, "elsewhere");
    await numberEvents(shop);

    expect((await stream.event()).thing_id).toBe("elsewhere");
  });

  test("shows each key what it may see, and the number to go on from", async () => {
    const [server, shop] = [await serve({}, { heartbeatMs: 20 }), await deliveringShop()];
    const masked = await keyFor(shop, "orders:read");
    const other = await keyFor(shop, "content:read");
    const [seesMasked, seesNothing] = [await follow(server, masked), await follow(server, other, "?after=0")];
    const { id } = await shop.product();
    await ordered(shop, [{ product_id: id, quantity: 1 }]);
    await server.number(shop);

    const event = await seesMasked.event();
    expect([event.type, event.data.customer_name]).toEqual(["orders.placed", "K*** B***"]);
    const { number } = (await eventsOf(shop)).at(-1) as { number: number };
    const text = await seesNothing.until(new RegExp(`^: heartbeat\\nid: ${number}$`, "m"));
    expect(text).not.toContain("data:");
  });

  test("sends heartbeats with the last number", async () => {
    const [server, shop] = [await serve({}, { heartbeatMs: 20 }), await openShop()];
    await told(server, shop, "one");
    const stream = await follow(server, shop.secret_key);

    expect(await stream.until(/(: heartbeat\nid: 1\n\n.*){2}/s)).toMatch(/^retry: 1000\nid: 1\n\n/);
  });

  test("reads a new event once for all who follow the store", async () => {
    let reads = 0;
    const counting = new Database(
      {
        ...driver,
        readTransaction: (work, siteId) => {
          reads++;
          return driver.readTransaction(work, siteId);
        },
      },
      { checks: true, changes: database.changes },
    );
    const [server, shop] = [await serve({ EVENT_STREAMS_PER_KEY: 30 }, {}, counting), await openShop()];
    const streams = await Promise.all(Array.from({ length: 30 }, () => follow(server, shop.secret_key)));
    for (const thing of ["a", "b", "c"]) {
      await told(server, shop, thing);
      for (const stream of streams) expect((await stream.event()).thing_id).toBe(thing);
    }

    expect(reads).toBe(3);
  });

  test("is opened again by the client where it was cut", async () => {
    const [server, shop] = [await serve({}, { heartbeatMs: 20, maxAgeMs: 50 }), await openShop()];
    const admin = createAdmin({ url: server.url, key: shop.secret_key });
    const numbers: number[] = [];
    const telling = (async () => {
      for (let i = 0; i < 10; i++) {
        await told(server, shop, `${i}`);
        await expect.poll(() => numbers.length).toBe(i + 1);
      }
    })();
    for await (const { number } of admin.events.stream({ after: 0 })) {
      numbers.push(number);
      if (number === 10) break;
    }
    await telling;

    expect(numbers).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
  });
});

describe("a stream is refused", () => {
  test.each([
    ["without a key", "", "", 401, "invalid_api_key"],
    ["after a number that the store does not have yet", "sk", "?after=1000", 422, "invalid_value"],
    ["after what is no number", "sk", "?after=x", 400, "invalid_request"],
  ])("%s", async (_, key, query, status, code) => {
    const [server, shop] = [await serve(), await openShop()];
    const { response, rest } = await follow(server, key && shop.secret_key, query);

    expect([response.status, JSON.parse(await rest()).code]).toEqual([status, code]);
  });

  test("after a Last-Event-ID that is no number", async () => {
    const [server, shop] = [await serve(), await openShop()];
    const { response } = await follow(server, shop.secret_key, "", { "last-event-id": "abc" });

    expect(response.status).toBe(422);
  });

  test("to a key that may read nothing of which events tell", async () => {
    const [server, shop] = [await serve(), await openShop()];
    const { response, rest } = await follow(server, await keyFor(shop, "reports:read"));

    expect([response.status, JSON.parse(await rest()).code]).toEqual([403, "insufficient_scope"]);
  });

  test.each<[string, Partial<Settings>]>([
    ["key", { EVENT_STREAMS_PER_KEY: 2 }],
    ["store", { EVENT_STREAMS_PER_STORE: 2 }],
    ["server", { EVENT_STREAMS: 2 }],
  ])("when its %s has as many as it may, until one ends", async (whose, settings) => {
    const [server, shop] = [await serve(settings), await openShop()];
    const [first] = await Promise.all([follow(server, shop.secret_key), follow(server, shop.secret_key)]);
    const { response, rest } = await follow(server, shop.secret_key);
    const { code, detail } = JSON.parse(await rest());
    expect([response.status, code]).toEqual([429, "rate_limited"]);
    expect(detail).toContain(whose);
    first?.leave();
    await expect.poll(() => server.app.eventStreams.count).toBe(1);

    expect((await follow(server, shop.secret_key)).response.status).toBe(200);
  });
});

describe("a stream ends", () => {
  test("within a second after its key was revoked; others stay", async () => {
    const [server, shop] = [await serve(), await openShop()];
    const { id, key } = await shop.createKey({ kind: "secret", name: "Revoked" });
    const [stream, other] = [await follow(server, key), await follow(server, shop.secret_key)];
    await told(server, shop, "before");
    expect([(await stream.event()).thing_id, (await other.event()).thing_id]).toEqual(["before", "before"]);
    const { status } = await post(shop, "api_keys_revoke", { key: id });
    const revokedAt = performance.now();
    await stream.rest();

    expect(status).toBe(200);
    expect(performance.now() - revokedAt).toBeLessThan(1000);
    await server.number(shop);
    expect((await other.event()).type).toBe("keys.changed");
  });

  test("when its server stops; nobody opens another there", async () => {
    const [server, shop] = [await serve(), await openShop()];
    const stream = await follow(server, shop.secret_key);
    server.app.shutdown.begin();
    await stream.rest();
    const { response } = await follow(server, shop.secret_key);

    expect([response.status, server.app.eventStreams.count]).toEqual([503, 0]);
  });

  test("when its client reads nothing for too long", async () => {
    const [server, shop] = [await serve({}, { patienceMs: 200 }), await openShop()];
    const { port } = new URL(server.url);
    const socket = connect(Number(port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    socket.pause();
    socket.write(`GET ${ADMIN}/events?after=0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${shop.secret_key}\r\n\r\n`);
    await expect.poll(() => server.app.eventStreams.count).toBe(1);
    const title = "x".repeat(400_000);
    for (let i = 0; i < 30; i++) await tell(shop, `${i}`, { id: "m", title, handle: "m", items: [] });
    await server.number(shop);

    await expect.poll(() => server.app.eventStreams.count).toBe(0);
  });
});
