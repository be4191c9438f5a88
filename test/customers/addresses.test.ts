import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, openShop, type Shop } from "../support/app.ts";

const HOME = {
  line1: "12, rue des Oliviers", city: "Hydra", state: "Alger", country: "DZ", postal_code: "16035", phone: "0550 12 34 56",
}; // biome-ignore format: an address
const UNKNOWN_ID = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";

let shop: Shop;
let customerCount = 0;
beforeAll(async () => {
  shop = await openShop();
});

/** Signs up a customer, and returns functions for their address book. */
async function openAddressBook() {
  const person = { email: `person-${++customerCount}@example.dz`, password: "long enough", full_name: "Person" };
  const { body } = await shop.post("/auth/signup", person);
  const headers = { authorization: `Bearer ${body.token}` };
  const addresses = async (): Promise<Answer["body"]> => (await shop.get("/auth/me", headers)).body.customer.addresses;
  return {
    headers,
    add: (given: object = {}) => shop.post("/auth/me/addresses", { ...HOME, ...given }, headers),
    change: (id: string, patch: unknown) => shop.patch(`/auth/me/addresses/${id}`, patch, headers),
    makeDefault: (id: string) => shop.patch(`/auth/me/addresses/${id}/default`, undefined, headers),
    remove: (id: string) => shop.delete(`/auth/me/addresses/${id}`, undefined, headers),
    addresses,
    defaults: async () =>
      (await addresses())
        .filter((one: { is_default: boolean }) => one.is_default)
        .map(({ label }: { label: string }) => label),
  };
}

describe("an address book", () => {
  test("makes the first address the default", async () => {
    const { add, addresses } = await openAddressBook();
    const { status, body } = await add({ label: " Maison ", id: UNKNOWN_ID, customer_id: UNKNOWN_ID });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      address: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        label: "Maison",
        ...HOME,
        line2: null,
        phone: "+213550123456",
        is_default: true,
        created_at: expect.any(String),
      },
    });
    expect(body.address.id).not.toBe(UNKNOWN_ID);
    expect(await addresses()).toEqual([body.address]);
  });

  test("keeps its default until another address becomes the default", async () => {
    const { add, makeDefault, defaults } = await openAddressBook();
    await add({ label: "one" });
    const two = await add({ label: "two", is_default: false });
    expect([two.body.address.is_default, await defaults()]).toEqual([false, ["one"]]);
    await add({ label: "three", is_default: true });
    expect(await defaults()).toEqual(["three"]);

    const { status, body } = await makeDefault(two.body.address.id);
    expect([status, body.success]).toEqual([200, true]);
    expect(
      body.addresses.map(({ label, is_default }: { label: string; is_default: boolean }) => [label, is_default]),
    ).toEqual([
      ["two", true],
      ["three", false],
      ["one", false],
    ]);
    expect(await defaults()).toEqual(["two"]);
    expect((await makeDefault(two.body.address.id.toUpperCase())).status).toBe(200);
    expect(await defaults()).toEqual(["two"]);
  });

  test("makes the newest remaining address the default when the default is deleted", async () => {
    const { add, remove, defaults } = await openAddressBook();
    const one = (await add({ label: "one" })).body.address.id;
    await add({ label: "two" });
    const three = (await add({ label: "three" })).body.address.id;

    const removed = await remove(one);
    expect(removed).toMatchObject({
      status: 200,
      body: { success: true, addresses: [{ label: "three" }, { label: "two" }] },
    });
    expect(await defaults()).toEqual(["three"]);
    await remove(three);
    expect(await defaults()).toEqual(["two"]);
    expect((await remove(one)).status).toBe(404);
  });

  test("can be emptied and filled again", async () => {
    const { add, remove, defaults } = await openAddressBook();
    const only = (await add()).body.address.id;
    expect((await remove(only)).body).toEqual({ success: true, addresses: [] });
    await add({ label: "new" });
    expect(await defaults()).toEqual(["new"]);
  });

  test("holds at most 50", async () => {
    const { add } = await openAddressBook();
    const answers = [];
    for (let i = 0; i < 48; i++) answers.push((await add()).status);
    const last = await Promise.all(Array.from({ length: 10 }, () => add()));

    expect(answers).toEqual(Array(48).fill(201));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(422)]);
    expect(last.find(({ status }) => status === 422)?.body.code).toBe("too_many_addresses");
  });

  test("accepts one of 50 concurrent addresses when there is room for one", async () => {
    const { add, addresses, defaults } = await openAddressBook();
    for (let i = 0; i < 49; i++) await add();
    const answers = await Promise.all(Array.from({ length: 50 }, () => add({ label: "last", is_default: true })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(422)]);
    expect([(await addresses()).length, await defaults()]).toEqual([50, ["last"]]);
  });

  test("has one default after 10 concurrent first addresses", async () => {
    const { add, addresses, defaults } = await openAddressBook();
    await Promise.all(Array.from({ length: 10 }, () => add()));

    expect([(await addresses()).length, (await defaults()).length]).toEqual([10, 1]);
  });

  test("changes the default by the path only, and ignores a body", async () => {
    const { headers, add, defaults } = await openAddressBook();
    await add({ label: "one" });
    const two = (await add({ label: "two" })).body.address.id;
    for (const body of [{ is_default: false, customer_id: UNKNOWN_ID }, [], "null", ""]) {
      expect((await shop.patch(`/auth/me/addresses/${two}/default`, body, headers)).status).toBe(200);
      expect(await defaults()).toEqual(["two"]);
    }
    expect((await shop.delete(`/auth/me/addresses/${two}`, { id: UNKNOWN_ID }, headers)).status).toBe(200);
    expect(await defaults()).toEqual(["one"]);
  });

  test("has exactly one default after 50 concurrent changes and deletions", async () => {
    const { add, makeDefault, remove, addresses, defaults } = await openAddressBook();
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push((await add({ label: String(i) })).body.address.id);
    const changes = await Promise.all(Array.from({ length: 50 }, (_, i) => makeDefault(ids[i % 10] ?? "")));
    expect(changes.map(({ status }) => status)).toEqual(Array(50).fill(200));
    for (const { body } of changes) {
      expect(body.addresses.filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1);
    }
    expect(await defaults()).toHaveLength(1);

    await Promise.all(ids.slice(0, 10).flatMap((id, i) => [remove(id), makeDefault(ids[(i + 1) % 12] ?? "")]));
    expect(await addresses()).toHaveLength(2);
    expect(await defaults()).toHaveLength(1);
  });
});

describe("an address", () => {
  test.each(["line1", "city", "state", "country", "postal_code", "phone"])("requires %s", async (path) => {
    const { add } = await openAddressBook();
    const refused = { status: 422, body: { code: "invalid_value", errors: [{ path }] } };

    for (const wrong of [undefined, null, 5, "", "  ", "x".repeat(501)]) {
      expect(await add({ [path]: wrong })).toMatchObject(refused);
    }
  });

  test.each([
    [{ phone: "no" }, "phone"],
    [{ label: 5 }, "label"],
    [{ line2: [] }, "line2"],
    [{ is_default: "yes" }, "is_default"],
  ])("is refused with %j", async (given, path) => {
    expect(await (await openAddressBook()).add(given)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });

  test("returns 404 when it is unknown or belongs to another customer or store", async () => {
    const [mine, theirs] = [await openAddressBook(), await openAddressBook()];
    const foreign = (await theirs.add()).body.address.id;
    await mine.add();

    for (const id of [foreign, UNKNOWN_ID, "x", "%27"]) {
      expect(await mine.makeDefault(id)).toMatchObject({ status: 404, body: { code: "address_not_found" } });
      expect(await mine.remove(id)).toMatchObject({ status: 404, body: { code: "address_not_found" } });
    }
    expect(await theirs.addresses()).toHaveLength(1);
  });
});

describe("PATCH /auth/me/addresses/{id}", () => {
  test("changes what is sent, and nothing else", async () => {
    const { add, change, addresses } = await openAddressBook();
    const { address } = (await add({ label: "Maison", line2: "3e étage" })).body;
    const { status, body } = await change(address.id, { city: " Kouba ", phone: "0661 22 33 44", id: UNKNOWN_ID });

    const changed = { ...address, city: "Kouba", phone: "+213661223344" };
    expect({ status, body }).toEqual({ status: 200, body: { success: true, address: changed } });
    const cleared = { ...changed, label: null, line2: null };
    expect((await change(address.id.toUpperCase(), { label: " ", line2: null })).body.address).toEqual(cleared);
    expect((await change(address.id, {})).body.address).toEqual(cleared);
    expect(await addresses()).toEqual([cleared]);
  });

  test("makes it the default, and leaves the default what it is", async () => {
    const { add, change, defaults } = await openAddressBook();
    const [one, two] = [(await add({ label: "one" })).body.address, (await add({ label: "two" })).body.address];
    expect((await change(two.id, { is_default: false })).body.address.is_default).toBe(false);
    expect((await change(one.id, { is_default: false })).body.address.is_default).toBe(true);
    expect(await defaults()).toEqual(["one"]);
    expect((await change(two.id, { is_default: true })).body.address.is_default).toBe(true);
    expect(await defaults()).toEqual(["two"]);

    await Promise.all([change(one.id, { is_default: true }), change(two.id, { is_default: true })]);
    expect(await defaults()).toHaveLength(1);
  });

  test("refuses what adding refuses, and an address of nobody or somebody else", async () => {
    const { add, change, headers } = await openAddressBook();
    const other = await openAddressBook();
    const { id } = (await add()).body.address;
    for (const [patch, path] of [
      [{ city: " " }, "city"],
      [{ city: null }, "city"],
      [{ phone: "12" }, "phone"],
      [{ is_default: "yes" }, "is_default"],
    ] as const) {
      expect(await change(id, patch)).toMatchObject({
        status: 422,
        body: { code: "invalid_value", errors: [{ path }] },
      });
    }
    expect((await change(id, [])).status).toBe(422);
    for (const answer of [await other.change(id, {}), await change(UNKNOWN_ID, {}), await change("x", {})]) {
      expect(answer).toMatchObject({ status: 404, body: { code: "address_not_found" } });
    }
    expect((await shop.patch(`/auth/me/addresses/${id}`, {})).status).toBe(401);
    expect((await shop.send("PATCH", `/auth/me/addresses/${id}`, "{", headers)).body.code).toBe("malformed_json");
  });
});
