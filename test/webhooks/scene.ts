import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { CustomerTokens } from "../../src/customers/customers.ts";
import type { SenderOptions } from "../../src/webhooks/webhooks.ts";
import { webhookRunner } from "../../src/work.ts";
import { numberEvents } from "../events/asking.ts";
import { tenantOf } from "../jobs/scene.ts";
import { buildTestApp, database, type Json, keyring, openShop, type Shop, settingsWith } from "../support/app.ts";
import { post } from "../support/operations.ts";

/** Helpers for tests of webhooks: receivers on this machine, and a clock that tests set forward. */

/** The one of the test application. */
export const SECRET = "a secret of thirty-two characters, or more";

export const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

export const settings = settingsWith({ WEBHOOKS_TO_THIS_MACHINE: true });
export const app = await buildTestApp(settings);

export interface Got {
  headers: IncomingHttpHeaders & Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;
  text: string;
  body: Json;
}

/** How a receiver answers its nth webhook, from 0 on: with a status, or as it likes. */
export type Answers = (nth: number, got: Got) => number | ((response: ServerResponse) => void);

export interface Receiver {
  url: string;
  got: Got[];
}

/** A receiver of webhooks that answers 200, or otherwise. */
export async function startReceiver(answers: Answers = () => 200): Promise<Receiver> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const one = { headers: request.headers as Got["headers"], text, body: JSON.parse(text) };
    got.push(one);
    const answer = answers(got.length - 1, one);
    if (typeof answer === "number") response.writeHead(answer).end();
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, got };
}

/** Calls an operation of the shop, expects success, and returns its data. */
export async function done(shop: { secret_key: string }, operation: string, args: object = {}): Promise<Json> {
  const { status, body } = await post(shop, operation, args, {}, app);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The refusal of an operation. */
export async function refused(shop: { secret_key: string }, operation: string, args: object = {}): Promise<Json> {
  const { status, body } = await post(shop, operation, args, {}, app);
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  return body;
}

/** Saves an endpoint; returns it with its secret. */
export const save = (shop: { secret_key: string }, address: string, given: object = {}): Promise<Json> =>
  done(shop, "webhooks_save", { address, types: ["menus.*", "products.*", "orders.*", "webhooks.*"], ...given });

/** A shop with an endpoint at a receiver that answers so. */
export async function following(answers?: Answers, given: object = {}) {
  const [shop, receiver] = [await openShop(), await startReceiver(answers)];
  const endpoint = await save(shop, receiver.url, given);
  return { shop, receiver, endpoint };
}

/** Tells as many events of a thing as there are, of the type `menus.changed`; gives them their numbers. */
export async function tell(shop: Shop, thing: string, times = 1, data?: object): Promise<void> {
  await shop.transact(async (db) =>
    db.happened(
      ...Array.from({ length: times }, () => ({
        type: "menus.changed",
        thing: { kind: "menu", id: thing },
        actor: "key test" as const,
        ...(data && { data }),
      })),
    ),
  );
  await numberEvents(shop);
}

/** What sends webhooks in a process, with a clock that is set forward. `said`: what the server's log is told. */
export function startSending(
  sender: Omit<SenderOptions, "rules"> = {},
  {
    random = () => 0,
    toThisMachine = true,
    secrets = [SECRET],
  }: { random?: () => number; toThisMachine?: boolean; secrets?: string[] } = {},
) {
  let ahead = 0;
  const said: object[] = [];
  const errors: unknown[] = [];
  const now = () => Date.now() + ahead;
  const runner = webhookRunner(
    {
      settings: { ...settings, WEBHOOKS_TO_THIS_MACHINE: toThisMachine },
      database,
      keyring,
      tokens: new CustomerTokens(secrets),
    },
    { clock: now, random, onOff: (endpoint) => said.push(endpoint), onError: (error) => errors.push(error), sender },
  );
  return {
    said,
    runner,
    now,
    pass: (ms: number) => {
      ahead += ms;
    },
    /** Sends what is due, until nothing is. */
    run: async (shop: Shop): Promise<void> => {
      await runner.runDue(tenantOf(shop));
      expect(errors).toEqual([]);
    },
  };
}

/** The endpoint's deliveries, the oldest first. */
export async function deliveriesOf(
  shop: { secret_key: string },
  endpoint: { id: string },
  given: object = {},
): Promise<Json[]> {
  const { data } = await done(shop, "webhooks_deliveries", { endpoint: endpoint.id, limit: 100, ...given });
  return data.toReversed();
}
