import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { TABLE_NAMES, tableOf } from "../../src/db/recording/tables.ts";
import { saveMenu } from "../../src/store/store.ts";
import { asOwner, driver, rowsForOwner, type Shop } from "../support/app.ts";
import { NOT_RECORDED, NOT_RECORDED_COLUMNS } from "../support/guards/recording-guard.ts";
import { cartWith, deliveringShop } from "../support/selling.ts";

// The triggers of test/support/guards/recording-guard.ts, without which a write that no call records could not be undone.

let shop: Shop;
let product: string;
let key: string;
let menu: string;

beforeAll(async () => {
  shop = await deliveringShop();
  ({ id: product } = await shop.product({ slug: "lampe" }));
  await cartWith(shop, { product_id: product, quantity: 1 });
  await shop.transact((db) => saveMenu(db, { handle: "footer", title: "Menu", items: [] }));
  [{ id: key }] = (await rowsForOwner("select id from api_keys where site_id = $1 limit 1", [shop.id])) as [
    { id: string },
  ];
  [{ id: menu }] = (await rowsForOwner("select id from menus where site_id = $1", [shop.id])) as [{ id: string }];
});

interface Image {
  table: string;
  key: string;
  before: object | null;
  after: object | null;
}

/** Runs a statement, whose `$1` is the store, as the work of a merchant's call that records these rows. */
const callThat = (
  statement: string,
  images: Image[] = [],
  { values = [], why = null }: { values?: unknown[]; why?: string | null } = {},
): Promise<void> =>
  driver.transaction(async (inside) => {
    const id = newId();
    await inside.query(statement, [shop.id, ...values]);
    await inside.query("insert into changes (site_id, id, parts, product_ids) values ($1, $2, $3, $4)", [
      ...[shop.id, newId(), ["store", "groups", "catalogue", "availability", "menus", "promotions", "content"], []],
    ]);
    await inside.query(
      `insert into audit_calls (site_id, id, actor_id, actor, operation, area, scopes, summary, not_undoable, created_at)
       values ($1, $2, $3, 'Test', 'some_call', 'settings', '{settings:write}', 'changed', $4, now())`,
      [shop.id, id, key, why],
    );
    for (const [i, image] of images.entries()) {
      await inside.query(
        `insert into row_images (site_id, change_id, position, table_name, row_key, before, after, created_at)
         values ($1, $2, $3, $4, $5, $6::json, $7::json, now())`,
        [
          shop.id,
          id,
          i,
          image.table,
          image.key,
          ...[image.before, image.after].map((row) => row && JSON.stringify(row)),
        ],
      );
    }
  }, shop.id);

const rename = "update menus set title = $2 where site_id = $1";
const renamed = (before: object | null, after: object | null): Image[] => [
  { table: "menus", key: menu, before, after },
];

describe("a row that an undoable call writes", () => {
  test("is recorded with what differs, or the transaction fails", async () => {
    const values = ["Pied"];
    await expect(callThat(rename, [], { values })).rejects.toThrow("unrecorded update of menus, written by some_call");
    for (const images of [
      renamed({}, {}),
      renamed({ title: "Menu" }, { title: "Other" }),
      renamed({ title: "Other" }, { title: "Pied" }),
    ]) {
      await expect(callThat(rename, images, { values })).rejects.toThrow("unrecorded change of title in menus");
    }
    await expect(callThat(rename, renamed(null, { title: "Pied" }), { values })).rejects.toThrow("unrecorded update");
    await callThat(rename, renamed({ title: "Menu" }, { title: "Pied" }), { values });
  });

  test("need not be recorded when nothing differs, nor in a call that cannot be undone", async () => {
    await callThat("update menus set updated_at = updated_at + interval '1 second' where site_id = $1");
    await callThat(rename, [], { values: ["Autre"], why: "It is final." });
    await callThat(rename, renamed({ title: "Autre" }, { title: "Pied" }), { values: ["Pied"] });
  });

  test("is recorded whole when it comes or goes", async () => {
    const id = newId();
    const whole = { id, handle: "side", title: "Side", items: [] };
    const insert = `insert into menus (site_id, id, handle, title, items, updated_at)
      values ($1, $2, 'side', 'Side', '[]', now())`;
    const { items: _, ...part } = whole;
    const of = (before: object | null, after: object | null) => [{ table: "menus", key: id, before, after }];

    await expect(callThat(insert, of(null, part), { values: [id] })).rejects.toThrow("unrecorded change of items");
    await callThat(insert, of(null, whole), { values: [id] });
    const remove = "delete from menus where site_id = $1 and id = $2";
    await expect(callThat(remove, of(part, null), { values: [id] })).rejects.toThrow("unrecorded change of items");
    await expect(callThat(remove, [], { values: [id] })).rejects.toThrow("unrecorded delete of menus");
    await callThat(remove, of(whole, null), { values: [id] });
  });

  test("is recorded when a foreign key removes it", async () => {
    const [{ row }] = (await rowsForOwner("select to_json(p) as row from products p where site_id = $1 and id = $2", [
      shop.id,
      product,
    ])) as [{ row: object }];
    const images = [{ table: "products", key: product, before: row, after: null }];
    const remove = "delete from products where site_id = $1 and id = $2";
    await expect(callThat(remove, images, { values: [product] })).rejects.toThrow("unrecorded delete of variants");
  });

  test("fails in a column and in a table that nobody thought of", async () => {
    await expect(callThat("update sites set currency = 'EUR' where id = $1")).rejects.toThrow(
      "unrecorded columns currency of sites",
    );
    await expect(callThat("update carts set status = 'open', expires_at = now() where site_id = $1")).rejects.toThrow(
      "unrecorded table carts",
    );
  });
});

describe("the triggers", () => {
  const GUARDED = `
    select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and exists (select from pg_trigger where tgrelid = c.oid and tgname = 'must_be_recorded' and tgenabled = 'O')
  `;

  test("are on every recorded table, which has the columns that are recorded", async () => {
    const names = ((await rowsForOwner(GUARDED)) as { name: string }[]).map(({ name }) => name);
    expect(TABLE_NAMES.filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(NOT_RECORDED).filter((name) => names.includes(name))).toEqual([]);
    const columns = await asOwner((owner) =>
      owner.query("select table_name, column_name from information_schema.columns where table_schema = 'public'", []),
    );
    const known = (columns as { table_name: string; column_name: string }[]).map(
      (row) => `${row.table_name} ${row.column_name}`,
    );
    const recorded = TABLE_NAMES.flatMap((name) => {
      const { key, columns: others } = tableOf(name);
      const all = [...Object.keys(key), ...Object.keys(others), ...(NOT_RECORDED_COLUMNS[name] ?? [])];
      return all.map((column) => `${name} ${column}`);
    });
    expect(recorded.filter((one) => !known.includes(one))).toEqual([]);
  });
});
