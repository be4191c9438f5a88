import { hkdfSync } from "node:crypto";
import { PassThrough } from "node:stream";
import { EventNumbering, EventStreams } from "../../../src/events/events.ts";
import { JobRunner } from "../../../src/jobs/jobs.ts";
import { webhookKinds } from "../../../src/merchant-operations/jobs.ts";
import { readThingBy } from "../../../src/merchant-operations/read-thing.ts";
import { SecretBox, type Send, wakeEndpoints } from "../../../src/webhooks/webhooks.ts";
import { OPERATIONS, type Scene, type Use } from "../scene.ts";
import { ask } from "./asking.ts";

/** The one of the operations' examples. */
const ADDRESS = "https://example.com/webhooks";
const TYPES = ["menus.*", "store.*"];
const HOUR_MS = 3_600_000;

/** The keys that `openApp` encrypts secrets with, behind a newer one. */
const secrets = new SecretBox(
  ["a newer secret of thirty-two characters", "a secret of thirty-two characters, or more"].map((secret) =>
    Buffer.from(hkdfSync("sha256", secret, "", "hanout webhook_secret", 32)),
  ),
);

/** Sends what is due to receivers that answer this status, a while later. */
async function send({ database, store }: Scene, status: number, later = 0): Promise<void> {
  const numbering = new EventNumbering(database, readThingBy(OPERATIONS), wakeEndpoints);
  while (await database.transact(store.tenant, (db) => numbering.numberEvents(db)));
  const answer: Send = async () => ({ status, problem: status < 300 ? null : "No.", answer: "no", tookMs: 1 });
  const webhooks = { rules: { ports: [443], toThisMachine: false }, secrets };
  const kinds = webhookKinds({ record: async () => {} }, { webhooks, send: answer, onOff: () => {} });
  await new JobRunner(database, kinds, { clock: () => Date.now() + later }).runDue(store.tenant);
}

const change = async ({ operation }: Scene): Promise<void> => {
  await operation("menus_save", { handle: "explained", title: `Menu ${Date.now()}`, items: [] });
};

/** Webhooks and streams, and what merchants ask about them. */
export const WEBHOOKS: Record<string, Use> = {
  "webhooks: sent": async (scene) => {
    await scene.operation("webhooks_save", { address: ADDRESS, types: TYPES, ordered: true });
    await change(scene);
    await send(scene, 200);
    await scene.operation("webhooks_save", { endpoint: ADDRESS, rotate_secret: 1 });
    await change(scene);
    await change(scene);
    await send(scene, 500);
    await send(scene, 200, HOUR_MS);
    await scene.operation("webhooks_resend", { endpoint: ADDRESS, from: 1, to: 1000 });
    await scene.operation("webhooks_test", { endpoint: ADDRESS });
    await scene.operation("webhooks_save", { endpoint: ADDRESS, ordered: false });
  },
  webhooks_list: ask("webhooks_list", {}),
  "webhooks_deliveries: all": ask("webhooks_deliveries", { endpoint: ADDRESS }),
  "webhooks_deliveries: a page": async ({ operation }) => {
    const { next_cursor: cursor } = await operation("webhooks_deliveries", { endpoint: ADDRESS, limit: 1 });
    await operation("webhooks_deliveries", { endpoint: ADDRESS, cursor });
  },
  "webhooks_deliveries: in a state": ask("webhooks_deliveries", { endpoint: ADDRESS, state: "failed" }),
  "webhooks: switched off": async (scene) => {
    await change(scene);
    await send(scene, 410, 2 * HOUR_MS);
  },
  webhooks_delete: async ({ operation }) => {
    const { id } = await operation("webhooks_save", { address: `${ADDRESS}/deleted`, types: TYPES });
    await operation("webhooks_delete", { endpoint: id });
  },
  "events: a stream": async ({ database, store }) => {
    const streams = new EventStreams(database, {
      limits: { perKey: 1, perStore: 1, inAll: 1 },
      isClosing: () => false,
    });
    const site = { id: store.tenant.siteId, report: database.report.bind(database, store.tenant) as never };
    const client = new PassThrough();
    const stream = await streams.open(site, { id: store.tenant.siteId, session: null, scopes: [] }, undefined, client);
    client.destroy();
    stream.destroy();
  },
};
