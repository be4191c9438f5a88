import { join } from "node:path";
import { expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";
import { startMailServer } from "../mail/mail-server.ts";
import { type Json, openShop } from "../support/app.ts";
import { KARIM } from "../support/customers.ts";
import { migratedFolder } from "./hanout.ts";
import { serve } from "./serve-process.ts";

/** A folder with a shop that sells one product, and what its server is asked. */
async function openServedShop(environment: Record<string, string> = {}) {
  const DATA_DIR = migratedFolder();
  const driver = await openPglite(join(DATA_DIR, "pglite"));
  const shop = await openShop({ over: new Database(driver, { checks: true }) });
  const { id: product_id } = await shop.product();
  await driver.close();
  const start = async () => {
    const server = await serve({ DATA_DIR, DEMO: "never", ...environment });
    const ask = async (path: string, body: object, headers: Record<string, string>) => {
      const answer = await fetch(server.url + path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      });
      return { status: answer.status, body: (await answer.json()) as Json };
    };
    return {
      stop: server.stop,
      isAlive: async () => (await fetch(`${server.url}/livez`)).ok,
      shopper: (path: string, body: object) =>
        ask(`/api/v1/storefront${path}`, body, { "x-api-key": shop.publishable_key }),
      merchant: (operation: string, args: object) =>
        ask(`/api/v1/admin/${operation}`, args, { authorization: `Bearer ${shop.secret_key}` }),
    };
  };
  return { start, product_id };
}

test("the server that is built sends mails", { timeout: 120_000 }, async () => {
  const { url, mails } = await startMailServer();
  const { start, product_id } = await openServedShop({ SMTP_URL: url, MAIL_FROM: "shop@example.com" });
  const { shopper, stop } = await start();
  const { body: cart } = await shopper("/cart", {});
  await shopper(`/cart/${cart.id}/items`, { product_id, quantity: 1 });
  const buyer = { customer_name: "Karim", customer_phone: "0550123456", customer_email: "karim@example.dz" };
  const { body: order } = await shopper("/orders?locale=fr", { cart_id: cart.id, ...buyer });

  await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(1);
  expect(mails[0]).toMatchObject({ from: "shop@example.com", to: ["karim@example.dz"] });
  expect(mails[0]?.headers.subject).toBe(`Votre commande ${order.order_number} – Test shop`);
  expect(await stop("SIGTERM")).toBe(0);
});

test("kill -9 while a password is chosen by a link: it works once, or not yet", { timeout: 240_000 }, async () => {
  const { start } = await openServedShop();
  let server = await start();
  expect((await server.shopper("/auth/signup", KARIM)).status).toBe(201);
  for (const answersBefore of [0, 8, 64]) {
    const { body } = await server.merchant("customers_reset_link", { customer: KARIM.email });
    const password = `chosen before ${answersBefore}`;
    const sent = server.shopper("/auth/password/reset", { token: body.token, password }).catch(() => undefined);
    for (let i = 0; i < answersBefore; i++) await server.isAlive();
    await server.stop("SIGKILL");
    const answer = await sent;
    server = await start();

    const isUsed = (await server.shopper("/auth/login", { email: KARIM.email, password })).status === 200;
    if (answer?.status === 200) expect(isUsed).toBe(true);
    const again = await server.shopper("/auth/password/reset", { token: body.token, password: "chosen afterwards" });
    expect([answersBefore, again.status]).toEqual([answersBefore, isUsed ? 422 : 200]);
  }
  await server.stop("SIGTERM");
});
