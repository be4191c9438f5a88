import { describe, expect, test } from "vitest";
import { eventsOf } from "../../events/asking.ts";
import { openShop } from "../../support/app.ts";
import { bearer, customerOf, KARIM, logIn, PASSWORD, replacePassword } from "../../support/customers.ts";
import { call } from "../../support/operations.ts";

async function openAccount() {
  const shop = await openShop();
  const { id, headers } = await customerOf(shop);
  return { shop, id, headers, change: (patch: unknown) => shop.patch("/auth/me", patch, headers) };
}

describe("PATCH /auth/me", () => {
  test("changes what is sent, and nothing else", async () => {
    const { shop, change, headers } = await openAccount();
    const { customer: before } = (await shop.get("/auth/me", headers)).body;
    const named = await change({ full_name: "  Karim B. ", id: "x", password: "ignored", created_at: "x" });
    expect(named).toMatchObject({ status: 200, body: { customer: { full_name: "Karim B.", phone: "+213550123456" } } });
    const called = await change({ phone: "0661 22 33 44" });
    expect(called.body.customer).toMatchObject({ full_name: "Karim B.", phone: "+213661223344" });
    expect((await change({ phone: null })).body.customer.phone).toBeNull();
    const { updated_at, ...same } = (await change({})).body.customer;

    expect(updated_at > before.updated_at).toBe(true);
    const { updated_at: _, ...was } = before;
    expect(same).toEqual({ ...was, full_name: "Karim B.", phone: null });
    expect((await shop.get("/auth/me", headers)).body.customer).toEqual({ ...same, updated_at });
    const { updated_at: stays } = (await change({ full_name: "Karim B." })).body.customer;
    expect(stays).toBe(updated_at);
  });

  test("needs the password for a new e-mail, by which the customer then signs in", async () => {
    const { shop, change, headers } = await openAccount();
    const email = "new@example.dz";
    const refused = (detail: RegExp) => ({
      status: 422,
      body: { code: "invalid_value", detail: expect.stringMatching(detail), errors: [{ path: "current_password" }] },
    });
    expect(await change({ email })).toMatchObject(refused(/current password is required/));
    expect(await change({ email, current_password: "wrong one" })).toMatchObject(refused(/not right/));
    expect(await change({ email: " KARIM@example.dz" })).toMatchObject({ status: 200 });
    expect(await change({ email, current_password: PASSWORD })).toMatchObject({ body: { customer: { email } } });

    expect((await shop.get("/auth/me", headers)).status).toBe(200);
    expect((await logIn(shop, email, PASSWORD)).status).toBe(200);
    expect((await logIn(shop, KARIM.email, PASSWORD)).status).toBe(401);
  });

  test("refuses the e-mail of another account, also when two ask for it at once", async () => {
    const { shop, change } = await openAccount();
    const amina = await customerOf(shop, { email: "amina@example.dz" });
    const taken = { status: 409, body: { code: "email_taken", detail: "Email already registered in this store" } };
    expect(await change({ email: "AMINA@example.dz", current_password: PASSWORD })).toMatchObject(taken);

    const wanted = { email: "wanted@example.dz", current_password: PASSWORD };
    const answers = await Promise.all([change(wanted), shop.patch("/auth/me", wanted, amina.headers)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("refuses what a sign-up refuses, and another shape", async () => {
    const { shop, change, headers } = await openAccount();
    for (const [patch, path] of [
      [{ full_name: " " }, "full_name"],
      [{ full_name: null }, "full_name"],
      [{ full_name: 1 }, "full_name"],
      [{ phone: "12" }, "phone"],
      [{ email: "none", current_password: PASSWORD }, "email"],
      [{ current_password: 1 }, "current_password"],
    ] as const) {
      expect(await change(patch)).toMatchObject({ status: 422, body: { code: "invalid_value", errors: [{ path }] } });
    }
    expect((await change([])).status).toBe(422);
    expect((await shop.send("PATCH", "/auth/me", "{", headers)).body.code).toBe("malformed_json");
  });

  test("needs a token that is valid", async () => {
    const { shop, change, id } = await openAccount();
    expect((await shop.patch("/auth/me", {})).status).toBe(401);
    expect((await shop.patch("/auth/me", {}, bearer("x"))).status).toBe(401);
    await replacePassword(shop, id, "another password");

    for (const patch of [{ full_name: "K" }, { email: "new@example.dz", current_password: "another password" }]) {
      expect(await change(patch)).toMatchObject({ status: 401, body: { code: "invalid_token" } });
    }
  });

  test("is told to programs with the names of what changed", async () => {
    const { shop, change, id } = await openAccount();
    await change({ full_name: "Karim B.", phone: KARIM.phone });
    await change({});

    const events = (await eventsOf(shop)).filter(({ type }) => type === "customers.changed");
    expect(events).toMatchObject([{ thing_id: id, actor: `customer ${id}`, fields: ["full_name"] }]);
    expect((await call(shop, "customers_get", { customer: id })).data.full_name).toBe("Karim B.");
  });
});
