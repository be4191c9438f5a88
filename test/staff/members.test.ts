import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../src/app.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { eraseAccount, makeAccountReset } from "../../src/staff/accounts.ts";
import { eventsOf } from "../events/asking.ts";
import { buildTestApp, database, keyring, openShop, rowsForOwner, type Shop, tokens } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { invite, NAME, newEmail, PASSWORD, Page, personOf, secretOf } from "./people.ts";

let shop: Shop;
let owner: Page;
beforeAll(async () => {
  shop = await openShop();
  owner = (await personOf(shop, "owner")).page;
});

describe("an owner", () => {
  test("invites, lists, changes a role and removes, at once in every process", async () => {
    const email = newEmail();
    const invited = (await owner.run(shop, "staff_invite", { email: ` ${email.toUpperCase()} `, role: "orders" })).body;
    expect(invited).toMatchObject({ email, name: null, role: "orders", state: "invited" });
    expect(invited.link).toMatch(/^http:\/\/localhost:\d+\/console\/invitation#[\w-]{43}$/);
    const elsewhere = await buildTestApp();
    const page = new Page(elsewhere);
    await page.console("/invitation", { link: secretOf(invited.link), name: NAME, password: PASSWORD });
    expect((await owner.run(shop, "staff_list")).body.data.at(-1)).toMatchObject({
      email,
      name: NAME,
      state: "active",
    });
    expect((await owner.run(shop, "staff_invite", { email, role: "viewer" })).body.code).toBe("member_exists");
    expect((await page.run(shop, "store_get")).body.code).toBe("insufficient_scope");

    expect((await owner.run(shop, "staff_set_role", { person: email, role: "manager" })).status).toBe(200);
    expect((await page.run(shop, "store_get")).status).toBe(200);
    expect(
      (await owner.run(shop, "staff_set_role", { person: email, role: "viewer", dry_run: true })).body,
    ).toMatchObject({
      changes_count: 1,
    });
    expect((await page.run(shop, "store_update", { name: "Ours" })).status).toBe(200);

    expect((await owner.run(shop, "staff_remove", { person: email })).status).toBe(200);
    expect((await page.run(shop, "store_get")).body.code).toBe("store_not_found");
    expect((await page.console("/me")).body.stores).toEqual([]);
    expect((await owner.run(shop, "staff_remove", { person: email })).body.code).toBe("member_not_found");
    await elsewhere.close();
  });

  test("makes a link for a new password", async () => {
    const { email, page } = await personOf(shop, "viewer");
    const { link } = (await owner.run(shop, "staff_reset_link", { person: email })).body;
    expect(link).toContain("/console/new-password#");
    expect((await new Page().console("/links/show", { link: secretOf(link) })).body).toMatchObject({
      kind: "reset",
      email,
    });
    const reset = await new Page().console("/new-password", { link: secretOf(link), password: "une autre phrase" });
    expect(reset.status).toBe(200);
    expect((await page.console("/me")).status).toBe(401);
  });

  test("invites again: the link before ends", async () => {
    const email = newEmail();
    const first = await invite(shop, email, "viewer");
    const { link } = (await owner.run(shop, "staff_invite", { email, role: "content" })).body;
    expect((await new Page().console("/links/show", { link: first })).status).toBe(404);
    expect((await new Page().console("/links/show", { link: secretOf(link) })).body.role).toBe("content");
    await owner.run(shop, "staff_remove", { person: email });
    expect((await new Page().console("/links/show", { link: secretOf(link) })).status).toBe(404);
  });
});

describe("the last owner", () => {
  test("cannot leave, be removed or get another role", async () => {
    const alone = await openShop();
    const { page, email } = await personOf(alone, "owner");
    await invite(alone, newEmail(), "owner"); // who has not accepted is no owner
    await personOf(alone, "manager");

    for (const [operation, args] of [
      ["staff_remove", { person: email }],
      ["staff_set_role", { person: email, role: "viewer" }],
    ] as const) {
      expect((await page.run(alone, operation, args)).body).toMatchObject({ status: 409, code: "last_owner" });
    }
    expect((await page.console("/leave", { store: alone.slug })).body.code).toBe("last_owner");
    await expect(eraseAccount(database, email)).rejects.toMatchObject({ code: "last_owner" });
    const { page: second } = await personOf(alone, "owner");
    expect((await page.console("/leave", { store: alone.slug })).status).toBe(200);
    expect((await page.run(alone, "store_get")).body.code).toBe("store_not_found");
    expect((await second.run(alone, "store_get")).status).toBe(200);
  });

  test("is left when two owners remove, demote or leave each other at once", async () => {
    const contested = await openShop();
    for (let round = 0; round < 6; round++) {
      const [one, other] = [await personOf(contested, "owner"), await personOf(contested, "owner")];
      const rest = (await one.page.run(contested, "staff_list")).body.data.filter(
        ({ email, role }: { email: string; role: string }) =>
          role === "owner" && ![one.email, other.email].includes(email),
      );
      for (const { email } of rest) await one.page.run(contested, "staff_remove", { person: email });
      await Promise.all([
        round % 2 === 0
          ? one.page.run(contested, "staff_remove", { person: other.email })
          : one.page.console("/leave", { store: contested.id }),
        round % 3 === 0
          ? other.page.run(contested, "staff_set_role", { person: one.email, role: "viewer" })
          : other.page.console("/leave", { store: contested.id }),
      ]);
      const [{ owners }] = (await rowsForOwner(
        "select count(*)::integer as owners from memberships where site_id = $1 and role = 'owner' and ended_at is null",
        [contested.id],
      )) as [{ owners: number }];
      expect(owners, `round ${round}`).toBe(1);
    }
  });
});

describe("what a person does", () => {
  test("has the name beside it, in the log, histories, events and an undo, and a neutral one after an erasure", async () => {
    const { id } = await shop.product({ slug: "vase", price: 10_000 });
    const { page, email } = await personOf(shop, "manager");
    const buyer = { customer_name: "Lina", customer_phone: "0550123456" };
    const args = { items: [{ item: id, quantity: 1 }], ...buyer, idempotency_key: "once" };
    const { order_number: order } = (await page.run(shop, "orders_create", args)).body;
    expect((await page.run(shop, "orders_create", args)).headers["idempotent-replayed"]).toBe("true");
    expect((await owner.run(shop, "orders_create", args)).body.code).toBe("idempotency_key_reused");
    await page.run(shop, "orders_add_note", { order, text: "Calls back" });
    await page.run(shop, "orders_confirm", { order });
    const names = async () => {
      const { body } = await owner.run(shop, "orders_get", { order, response_format: "detailed" });
      const log = (await owner.run(shop, "changes_list", { of: order, response_format: "detailed" })).body.data;
      const sums = (await owner.run(shop, "changes_list", { summary: true })).body.data;
      const told = (await owner.run(shop, "events_list", { types: ["orders.confirmed"] })).body.data;
      return [
        ...body.history.map(({ actor }: { actor: string }) => actor),
        ...body.notes.map(({ actor }: { actor: string }) => actor),
        ...log.map(({ actor }: { actor: string }) => actor),
        ...sums
          .filter(({ operation }: { operation: string }) => operation === "orders_confirm")
          .map(({ actor }: { actor: string }) => actor),
        ...told.map(({ actor }: { actor: string }) => actor),
      ];
    };
    await eventsOf(shop);
    expect(new Set(await names())).toEqual(new Set([`person ${NAME}`]));
    expect((await owner.run(shop, "changes_list", { actor: email })).body.total).toBe(3);
    expect((await owner.run(shop, "changes_list", { of: order })).body.data[0].sentence).toContain(
      `${NAME}, orders_confirm`,
    );
    const { change_id } = (await page.run(shop, "orders_update", { order, customer_notes: "Ring twice" })).body;
    const undone = await page.run(shop, "changes_undo", { changes: ["last"] });
    expect(undone.body.undone, JSON.stringify(undone.body)).toMatchObject([{ change_id, operation: "orders_update" }]);
    expect(
      (await owner.run(shop, "orders_get", { order, response_format: "detailed" })).body.history.at(-1).actor,
    ).toBe(`person ${NAME}`);

    await eraseAccount(database, email);
    expect(new Set(await names())).toEqual(new Set(["person (erased)"]));
    expect((await page.console("/me")).status).toBe(401);
    expect((await new Page().signIn(email)).status).toBe(401);
    const [{ found }] = (await rowsForOwner("select count(*)::integer as found from accounts a where a::text like $1", [
      `%${email}%`,
    ])) as [{ found: number }];
    expect(found).toBe(0);
  });

  test("needs its own confirm token", async () => {
    for (let i = 0; i < 21; i++) await shop.product({ slug: `many-${i}` });
    const products = Array.from({ length: 21 }, (_, i) => `many-${i}`);
    const { page } = await personOf(shop, "catalogue");
    const args = { products, status: "draft" };
    const { confirm_token } = (await page.run(shop, "products_set_status", { ...args, dry_run: true })).body;
    expect((await owner.run(shop, "products_set_status", { ...args, confirm_token })).body.code).toBe(
      "confirmation_required",
    );
    expect((await page.run(shop, "products_set_status", { ...args, confirm_token })).status).toBe(200);
    expect(
      (await page.run(shop, "products_set_status", { ...args, status: "active", confirm_token })).body.code,
    ).toMatch(/^confirm/);
  });

  test("changes of who works here name them, and only people with staff:read are told", async () => {
    const { email } = await personOf(shop, "viewer");
    await owner.run(shop, "staff_set_role", { person: email, role: "content" });
    const [change] = (
      await owner.run(shop, "changes_list", { operation: "staff_set_role", response_format: "detailed" })
    ).body.data;
    const shown = (await owner.run(shop, "changes_list", { change: change.change_id })).body;
    expect(shown.data, JSON.stringify([change, shown])).toMatchObject([
      { entity: "member", label: NAME, before: { role: "viewer" }, after: { role: "content" } },
    ]);
    await eventsOf(shop);
    expect((await owner.run(shop, "events_list", { types: ["staff.changed"] })).body.data.length).toBeGreaterThan(0);
    expect((await call(shop, "events_list", { types: ["staff.changed"] })).data.data).toEqual([]);
  });
});

describe("the address of somebody who has not accepted", () => {
  test("stands in no log for who does not see people, and finds nothing there", async () => {
    const email = newEmail();
    const { change_id } = (await owner.run(shop, "staff_invite", { email, role: "viewer" })).body;
    const { page: viewer } = await personOf(shop, "viewer");
    const { email: acting, page: manager } = await personOf(shop, "manager");
    await manager.run(shop, "store_update", { name: "Test shop 2" });

    const shown = (await viewer.run(shop, "changes_list", { change: change_id })).body;
    expect(shown.data).toMatchObject([{ entity: "member", label: "(invited)" }]);
    const listed = (await viewer.run(shop, "changes_list", { operation: "staff_invite" })).body;
    expect(JSON.stringify([shown, listed])).not.toContain(email);
    const foundBy = async (page: Page, actor: string) =>
      (await page.run(shop, "changes_list", { actor })).body.total ?? "refused";
    expect([await foundBy(viewer, acting), await foundBy(manager, acting)]).toEqual([
      await foundBy(viewer, newEmail()),
      1,
    ]);
  });

  test("who worked here before keeps the name in the log", async () => {
    const { email, page } = await personOf(shop, "manager");
    const { change_id } = (await page.run(shop, "store_update", { name: "Test shop 3" })).body;
    await page.console("/leave", { store: shop.id });
    await owner.run(shop, "staff_invite", { email, role: "viewer" });

    const { change } = (await owner.run(shop, "changes_list", { change: change_id })).body;
    expect(change.actor).toBe(`person ${NAME}`);
  });

  test("gets no link for a new password: it would make a nameless account", async () => {
    const email = newEmail();
    await invite(shop, email, "viewer");
    await expect(makeAccountReset(database, email, false)).rejects.toMatchObject({ code: "member_not_found" });
    expect((await owner.run(shop, "staff_reset_link", { person: email })).body.code).toBe("member_not_found");
  });

  test("is not the demo's", async () => {
    const { body } = await owner.run(shop, "staff_invite", { email: "demo@hanout.example", role: "viewer" });
    expect(body.code).toBe("invalid_value");
  });
});

describe("a person of two stores", () => {
  test("has in each the role of that store, and reaches nothing of a third", async () => {
    const [mine, yours, third] = [await openShop(), await openShop(), await openShop()];
    const { page, email } = await personOf(mine, "owner");
    await personOf(yours, "viewer", { email });
    const { email: stranger } = await personOf(third, "owner");
    await yours.product({ slug: "theirs" });

    expect((await page.run(mine, "store_update", { name: "Mine" })).status).toBe(200);
    expect((await page.run(yours, "store_update", { name: "Mine" })).body.code).toBe("insufficient_scope");
    expect((await page.run(mine, "products_get", { product: "theirs" })).body.code).toBe("product_not_found");
    const refused = { status: 404, code: "store_not_found" };
    for (const id of [third.id, third.slug, "nowhere", "00000000-0000-0000-0000-000000000000"]) {
      expect((await page.run({ id }, "store_get")).body).toMatchObject(refused);
      expect((await page.send("GET", ADMIN, undefined, { "x-hanout-store": id })).body).toMatchObject(refused);
    }
    for (const { name } of merchantOperations(keyring, tokens)) {
      expect((await page.run(third, name)).body, name).toMatchObject(refused);
    }
    const [{ id }] = (await rowsForOwner("select id from memberships where site_id = $1", [third.id])) as [
      { id: string },
    ];
    for (const person of [stranger, id]) {
      for (const [operation, args] of [
        ["staff_remove", {}],
        ["staff_set_role", { role: "viewer" }],
        ["staff_reset_link", {}],
      ] as const) {
        expect((await page.run(mine, operation, { person, ...args })).body.code, operation).toBe("member_not_found");
      }
    }
  });

  test("gets no link for a new password from one of them, and one from before stops to work", async () => {
    const [first, second] = [await openShop(), await openShop()];
    const { page: boss } = await personOf(first, "owner");
    const { email } = await personOf(first, "viewer");
    const { link } = (await boss.run(first, "staff_reset_link", { person: email })).body;
    await personOf(second, "owner", { email });

    expect((await boss.run(first, "staff_reset_link", { person: email })).body.code).toBe("works_elsewhere");
    const reset = await new Page().console("/new-password", { link: secretOf(link), password: "une autre phrase" });
    expect(reset.body.code).toBe("link_not_found");
    expect((await new Page().signIn(email)).status).toBe(200);
  });

  test("is not told about by an invitation: address and name of an account are the same as of none", async () => {
    const [first, second] = [await openShop(), await openShop()];
    const { email } = await personOf(first, "owner");
    const { page } = await personOf(second, "owner");
    const shown = async (address: string) => {
      const { status, body } = await page.run(second, "staff_invite", { email: address, role: "viewer" });
      return [status, Object.keys(body).sort(), body.name, body.state];
    };
    expect(await shown(email)).toEqual(await shown(newEmail()));
    expect((await page.run(second, "staff_list")).body.data.map(({ name }: { name: string }) => name)).toEqual([
      NAME,
      null,
      null,
    ]);
  });
});
