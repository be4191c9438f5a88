import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import type { Shop } from "../support/app.ts";
import { call, callConfirmed } from "../support/operations.ts";
import { cartWith, order } from "../support/selling.ts";
import { MAIL_FROM, openMailShop } from "./scene.ts";

const EMAIL = "Karim@example.dz";

/** Places an order of two rugs, in the language of a shopper. */
async function place(shop: Shop, given: object = {}, language = "en"): Promise<string> {
  const { id: product_id } = await shop.product({ name: "Tapis <berbère>", price: 125_000 });
  const cart = await cartWith(shop, { product_id, quantity: 2 });
  const placed = await order(shop, cart, { customer_email: EMAIL, ...given }, { "accept-language": language });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body.order_number;
}

const run = async (shop: Shop, name: string, args: object) => {
  const { problem } = await call(shop, name, args);
  expect(problem).toBeUndefined();
};

/** The lives of the jobs of mails: state, and what they still know. */
const jobsOf = (shop: Shop) =>
  shop.rows(
    Type.Object({ state: Type.String(), attempts: Type.Integer(), problem: Type.Unknown(), arguments: Type.Unknown() }),
    sql`
    select state, attempts, problem, arguments
    from jobs
    where site_id = ${shop.id} and kind = 'mail'
    order by created_at, id
  `,
  );

describe("mails about an order", () => {
  const expected = {
    en: {
      placed: ["Your order N – Test shop", "Thank you. We have received your order N."],
      shipped: ["Your order N is on its way – Test shop", "Your order N is on its way."],
      delivered: ["Your order N was delivered – Test shop", "Your order N was delivered. Thank you for your purchase."],
      refunded: ["Refund for your order N – Test shop", "We have refunded DZD 1,250 in all for your order N."],
      hello: "Hello Karim Benali,",
      total: "Total: DZD 2,500",
      tracking: ["Carrier: Express", "Tracking number: EX-1", "To pay on delivery: DZD 2,500", "Follow the parcel:"],
    },
    fr: {
      placed: ["Votre commande N – Test shop", "Merci. Nous avons bien reçu votre commande N."],
      shipped: ["Votre commande N est en route – Test shop", "Votre commande N est en route."],
      delivered: [
        "Votre commande N a été livrée – Test shop",
        "Votre commande N a été livrée. Merci pour votre achat.",
      ],
      refunded: [
        "Remboursement de votre commande N – Test shop",
        "Nous avons remboursé 1 250 DA en tout pour votre commande N.",
      ],
      hello: "Bonjour Karim Benali,",
      total: "Total : 2 500 DA",
      tracking: [
        "Transporteur : Express",
        "Numéro de suivi : EX-1",
        "À payer à la livraison : 2 500 DA",
        "Suivre le colis :",
      ],
    },
    ar: {
      placed: ["طلبك N – Test shop", "شكرًا لك. لقد استلمنا طلبك N."],
      shipped: ["طلبك N في الطريق إليك – Test shop", "طلبك N في الطريق إليك."],
      delivered: ["تم توصيل طلبك N – Test shop", "تم توصيل طلبك N. شكرًا على شرائك."],
      refunded: ["استرداد مبلغ طلبك N – Test shop", "لقد أعدنا إليك ما مجموعه 1.250 د.ج. عن طلبك N."],
      hello: "مرحبًا Karim Benali،",
      total: "المجموع: 2.500 د.ج.",
      tracking: ["شركة التوصيل: Express", "رقم التتبع: EX-1", "المبلغ المستحق عند التوصيل: 2.500 د.ج.", "تتبّع الطرد:"],
    },
  };
  /** Without the signs that isolate directions, with plain spaces. */
  const plain = (text: string) =>
    text.replace(/[\u2066-\u2069\u200e\u200f\u061c]/g, "").replace(/[\u00a0\u202f]/g, " ");

  test.each(["en", "fr", "ar"] as const)("are in the language of the order: %s", async (language) => {
    const { shop, mails, deliver } = await openMailShop({ locale: "en" });
    const say = expected[language];
    await run(shop, "carriers_save", { name: "Express", tracking_url: "https://express.example/{tracking_number}" });
    const number = await place(shop, {}, language);
    await run(shop, "orders_confirm", { order: number });
    await run(shop, "orders_ship", { order: number, carrier: "Express", tracking_number: "EX-1" });
    await deliver();
    await run(shop, "orders_mark_delivered", { order: number });
    await deliver();
    await run(shop, "orders_set_payment_status", {
      order: number,
      payment_status: "partially_refunded",
      refunded_amount: 1250,
    });
    await deliver();

    const of = (name: "placed" | "shipped" | "delivered" | "refunded") =>
      say[name].map((text) => text.replace(/\bN\b/, number));
    expect(mails.map(({ headers }) => plain(headers.subject ?? ""))).toEqual(
      (["placed", "shipped", "delivered", "refunded"] as const).map((name) => of(name)[0]),
    );
    const [placed, shipped, delivered, refunded] = mails.map(({ text }) => plain(text));
    expect(placed).toContain(`${say.hello}\n\n${of("placed")[1]}`);
    expect(placed).toContain("2 × Tapis <berbère>");
    expect(placed).toContain(say.total);
    expect(shipped).toContain(of("shipped")[1]);
    for (const line of say.tracking) expect(shipped).toContain(line);
    expect(shipped).toContain("https://express.example/EX-1");
    expect(delivered).toContain(of("delivered")[1]);
    expect(refunded).toContain(of("refunded")[1]);
    for (const mail of mails) {
      expect(mail).toMatchObject({ from: MAIL_FROM, to: [EMAIL] });
      expect(mail.headers.from).toContain(`Test shop`);
      expect(mail.headers["reply-to"]).toBe("shop@example.dz");
      expect(mail.html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
    }
    expect(mails[0]?.html).toContain("Tapis &lt;berbère&gt;");
    expect(mails[0]?.html).not.toContain("Tapis <berbère>");
    expect(mails[1]?.html).toContain('<a href="https://express.example/EX-1">');
  });

  test("of an order that a merchant took are in the language of the store", async () => {
    const { shop, mails, deliver } = await openMailShop({ locale: "fr" });
    const { slug } = await shop.product();
    const person = { customer_name: "Karim", customer_phone: "0550 12 34 56", customer_email: EMAIL };
    await run(shop, "orders_create", { items: [{ item: slug, quantity: 1 }], ...person });
    await deliver();

    expect(mails.map(({ headers }) => headers.subject)).toEqual([expect.stringMatching(/^Votre commande/)]);
  });

  test("are sent once for each change, whichever call made it", async () => {
    const { shop, mails, deliver } = await openMailShop();
    const [one, two] = [await place(shop), await place(shop)];
    await deliver();
    mails.length = 0;
    await run(shop, "orders_move", { to: "confirmed", orders: [one, two] });
    await run(shop, "orders_move", { to: "shipped", orders: [one, two] });
    await run(shop, "orders_move", { to: "shipped", orders: [{ order: one, tracking_number: "T-1" }] });
    await run(shop, "orders_move", { to: "delivered", orders: [one] });
    await run(shop, "orders_return", { order: one, reason: "changed_mind" });
    await run(shop, "orders_return", { order: two, reason: "refused" }); // nothing was paid
    await deliver();
    await deliver();

    const subjects = mails.map(({ headers }) => headers.subject ?? "").sort();
    expect(subjects).toEqual(
      [
        `Refund for your order ${one} – Test shop`,
        `Your order ${one} is on its way – Test shop`,
        `Your order ${one} was delivered – Test shop`,
        `Your order ${two} is on its way – Test shop`,
      ].sort(),
    );
  });

  test("tell each refund of an order", async () => {
    const { shop, mails, deliver } = await openMailShop();
    const number = await place(shop);
    await run(shop, "orders_set_payment_status", { order: number, payment_status: "paid" });
    await deliver();
    mails.length = 0;
    for (const refund of [
      { payment_status: "partially_refunded", refunded_amount: 500 },
      { payment_status: "partially_refunded", refunded_amount: 800 },
      { payment_status: "refunded" },
    ]) {
      await run(shop, "orders_set_payment_status", { order: number, ...refund });
      await deliver();
    }

    expect(mails.map(({ text }) => /refunded DZD\s(\S+)/.exec(text)?.[1])).toEqual(["500", "800", "2,500"]);
  });

  test("are not sent for a dry run, or for an order without an address", async () => {
    const { shop, mails, deliver } = await openMailShop();
    const number = await place(shop, { customer_email: null });
    await call(shop, "orders_confirm", { order: number });
    await call(shop, "orders_ship", { order: number });
    const other = await place(shop);
    await deliver();
    mails.length = 0;
    await call(shop, "orders_confirm", { order: other });
    await call(shop, "orders_ship", { order: other, dry_run: true });
    await deliver();

    expect(mails).toEqual([]);
    expect(await jobsOf(shop)).toHaveLength(1);
  });

  test("need a mail server: without one nothing is planned", async () => {
    const { shop, mails, deliver } = await openMailShop({ settings: { SMTP_URL: "" } });
    await place(shop);
    await deliver();

    expect(mails).toEqual([]);
    expect(await jobsOf(shop)).toEqual([]);
  });

  test("are not sent to a person who was erased meanwhile, and their jobs never know her", async () => {
    const { shop, mails, deliver, answer, clock } = await openMailShop();
    await place(shop);
    answer((line) => (line.startsWith("MAIL") ? "451 later" : undefined));
    await deliver();
    const [waiting] = await jobsOf(shop);
    expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
    expect(JSON.stringify(waiting)).not.toMatch(/karim/i);
    await callConfirmed(shop, "customers_erase", { customer: EMAIL });
    answer(() => undefined);
    clock.pass(60_000);
    await deliver();

    expect(mails).toEqual([]);
    expect(await jobsOf(shop)).toMatchObject([{ state: "done", arguments: {} }]);
  });

  test("carry no further headers or readers, whatever people and stores are called", async () => {
    const { shop, mails, deliver } = await openMailShop();
    await run(shop, "store_update", { name: "Shop\r\nBcc: spy@example.com\r\n" });
    await place(shop, { customer_name: "Karim\r\nBcc: spy@example.com\r\n\r\n." });
    await place(shop, { customer_name: "<script>alert(1)</script>" });
    await deliver();

    expect(mails).toHaveLength(2);
    for (const { to, headers } of mails) {
      expect(to).toEqual([EMAIL]);
      expect(Object.keys(headers)).not.toContain("bcc");
    }
    expect(mails[0]?.headers.subject).toContain("Shop Bcc: spy@example.com");
    expect(mails[1]?.html).not.toContain("<script");
  });
});

describe("sending", () => {
  test("is tried again while the mail server fails, and says nothing of people", async () => {
    const { shop, mails, deliver, runJobs, answer, clock, errors } = await openMailShop();
    await place(shop);
    const faults = [
      (line: string) => (line.startsWith("EHLO") ? "close" : undefined),
      (line: string) => (line.startsWith("RCPT") ? `451 4.2.1 <${EMAIL}> try later` : undefined),
      (line: string) => (line === "." ? `554 5.0.0 <${EMAIL}> no` : undefined),
    ] as const;
    for (const [i, fault] of faults.entries()) {
      answer(fault);
      await (i === 0 ? deliver() : runJobs());
      expect((await jobsOf(shop))[0]).toMatchObject({ state: "waiting", attempts: i + 1 });
      clock.pass(3_600_000);
    }
    answer(() => undefined);
    await runJobs();

    expect(mails).toHaveLength(1);
    expect(errors).toHaveLength(3);
    expect(errors.map(({ message, cause }) => `${message} ${cause}`).join()).not.toMatch(/karim/i);
    expect(await jobsOf(shop)).toMatchObject([{ state: "done", arguments: {} }]);
  });

  test("ends when the mail server refuses the address for good", async () => {
    const { shop, mails, deliver, answer, errors } = await openMailShop();
    await place(shop);
    answer((line) => (line.startsWith("RCPT") ? `550 5.1.1 <${EMAIL}> unknown` : undefined));
    await deliver();

    const [job] = await jobsOf(shop);
    expect(job).toMatchObject({ state: "failed", attempts: 1, arguments: {} });
    expect(job?.problem).toMatch(/refuses the address.*550/);
    expect(JSON.stringify(job)).not.toMatch(/karim/i);
    expect([mails, errors]).toEqual([[], []]);
  });

  test("is given up after eight attempts, within three hours", async () => {
    const { shop, deliver, runJobs, answer, clock } = await openMailShop();
    await place(shop);
    answer(() => "close");
    const before = clock.now();
    await deliver();
    for (let tries = 1; tries < 8; tries++) {
      clock.pass(Math.min(10_000 * 4 ** (tries - 1), 3_600_000));
      await runJobs();
    }

    expect(await jobsOf(shop)).toMatchObject([{ state: "failed", attempts: 8, arguments: {} }]);
    expect(clock.now() - before).toBeLessThan(3 * 3_600_000 + 60_000);
  });

  test("repeats the id of a mail, so that a mail that comes twice can be known", async () => {
    const { shop, mails, deliver, runJobs, clock } = await openMailShop();
    await place(shop);
    await deliver();
    // As if the process had been killed after the mail server took the mail, and before that was recorded.
    await shop.rows(
      Type.Object({}),
      sql`
      update jobs
      set state = 'running', finished_at = null, lease = ${shop.id}, due_at = ${clock.iso()},
        arguments = jsonb_build_object('mail', 'placed', 'about', jsonb_build_object('order_id', (select id from orders where site_id = ${shop.id})))
      where site_id = ${shop.id} and kind = 'mail'
    `,
    );
    clock.pass(31_000);
    await runJobs();

    expect(mails).toHaveLength(2);
    expect(mails[0]?.headers["message-id"]).toBe(mails[1]?.headers["message-id"]);
    expect(mails[0]?.headers["message-id"]).toMatch(/@example\.com>$/);
  });
});
