import { beforeAll, describe, expect, test } from "vitest";
import { saveCategory, saveCollection } from "../../src/catalog/catalog.ts";
import { saveArticle } from "../../src/content/content.ts";
import type { Driver } from "../../src/db/database.ts";
import { requireRoles } from "../../src/db/roles.ts";
import { saveMenu } from "../../src/store/store.ts";
import { UseRecorder } from "../../src/tenants/tenants.ts";
import { eventNumbering } from "../../src/work.ts";
import { addFileRow } from "../files/support.ts";
import { personOf } from "../staff/people.ts";
import {
  asOwner,
  database,
  driver,
  keyring,
  onPostgres,
  rowsForOwner,
  type Shop,
  settingsWith,
  tokens,
} from "../support/app.ts";
import { customerOf } from "../support/customers.ts";
import { call, callConfirmed } from "../support/operations.ts";
import { BUYER, cartWith, deliveringShop } from "../support/selling.ts";

// Every table of the database's catalogue, through both roles that the server works as.

/** What `hanout_reader` may select. */
const FOR_SHOPPERS = new Set([
  ...["articles", "cart_items", "carts", "categories", "changes", "collection_products", "collections", "files"],
  ...["menus", "product_sales", "products", "promotions", "search_words", "shipping_rates", "sites", "variants"],
]);

/** A table of the stores: the column with the store's id, and the columns that a row is inserted with. */
interface StoreTable {
  name: string;
  site: string;
  columns: string;
}

const TABLES = `
  select c.relname as name, case c.relname when 'sites' then 'id' else 'site_id' end as site,
    string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relname not in ('schema_version', 'accounts', 'account_sessions', 'account_links', 'passkeys')
  group by c.relname
  order by c.relname
`;

/** Tables in which no policy limits `hanout_app` to a store. */
const UNGUARDED = `
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_version'
    and (not c.relrowsecurity or not exists (
      select from pg_policy p
      where p.polrelid = c.oid and p.polroles = array['hanout_app'::regrole::oid] and p.polcmd = '*'
        and pg_get_expr(p.polqual, p.polrelid) in (
          '(site_id = current_site())', '(id = current_site())',
          '(current_site() = ''00000000-0000-0000-0000-000000000000''::uuid)'
        )
    ))
  order by 1
`;

/** Opens a shop with a row in every table. */
async function shopWithEverything(): Promise<Shop> {
  const shop = await deliveringShop();
  const { id: product_id } = await shop.product({ slug: "lampe", name: "Lampe" });
  await shop.transact(async (db) => {
    await saveMenu(db, { handle: "main-menu", title: "Menu", items: [] });
    await addFileRow(db);
    const texts = {
      title: "About",
      type: null,
      description: null,
      body: "About us",
      content: null,
      featured_image: null,
    };
    const seo = { seo_title: null, seo_description: null };
    await saveArticle(db, "page", { slug: "about", ...texts, ...seo, is_published: true, published_at: db.now });
    const shown = { description: null, image_url: null, is_active: true, position: 0 };
    await saveCategory(db, { slug: "lampes", name: "Lampes", parent_id: null, ...shown });
    const collection = { slug: "new", title: "New", sort_order: "manual" as const, ...shown, ...seo };
    await saveCollection(db, collection, ["lampe"]);
  });
  const promotion = { title: "Ten", code: "TEN", discount_type: "percentage", discount_value: 10, usage_limit: 5 };
  await call(shop, "promotions_save", promotion);
  await call(shop, "carriers_save", { name: "Rapide Express" });
  await call(shop, "blocked_phones_save", { phones: ["0555 00 11 22"] });
  const { data: endpoint } = await call(shop, "webhooks_save", {
    address: "https://example.com/",
    types: ["orders.*"],
  });
  await call(shop, "webhooks_test", { endpoint: endpoint.id });
  await callConfirmed(shop, "products_set_status", { products: ["lampe"], status: "draft" });
  await call(shop, "products_set_status", { products: ["lampe"], status: "active" });
  const { headers } = await customerOf(shop);
  const address = {
    line1: "12, rue des Oliviers",
    city: "Hydra",
    state: "Alger",
    country: "DZ",
    postal_code: "16035",
    phone: "0550 12 34 56",
  };
  const added = await shop.post("/auth/me/addresses", address, headers);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const cart_id = await cartWith(shop, { product_id, quantity: 1 });
  const placed = await shop.post(
    "/orders",
    { cart_id, ...BUYER, coupon_code: "TEN" },
    { ...headers, "idempotency-key": "once" },
  );
  await call(shop, "orders_add_note", { order: placed.body.order_number, text: "Call in the evening" });
  await call(shop, "orders_add_note", { order: placed.body.order_number, text: "Call in the morning" });
  await call(shop, "changes_undo", { changes: ["last"] });
  const order = placed.body.order_number;
  for (const tool of ["orders_confirm", "orders_ship"]) await call(shop, tool, { order });
  await shop.transact((db) => eventNumbering({ settings: settingsWith(), database, keyring, tokens }).numberEvents(db));
  await call(shop, "orders_return", { order, reason: "refused" });
  await cartWith(shop, { product_id, quantity: 1 });
  await personOf(shop, "owner");
  await new UseRecorder(database, {
    served: () => [[shop.id, { requests: 1, bytes: 100 }]],
    onError: (error) => expect.fail(String(error)),
  }).record();
  await shop.transact(async (db) => db.later({ kind: "products_import", arguments: {}, actor: "command" }));
  return shop;
}

/** Runs statements as `hanout_app` in a store, and rolls them back. */
async function tryIn(shop: Shop, work: (inside: Driver) => Promise<unknown>): Promise<unknown> {
  const undo = new Error("undo");
  let result: unknown;
  await driver
    .transaction(async (inside) => {
      result = await work(inside);
      throw undo;
    }, shop.id)
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return result;
}

const countOf = (rows: unknown[]): number => (rows[0] as { count: number }).count;

/** The SQLSTATE that a statement fails with. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no refusal",
    (error: { code?: string }) => error.code,
  );

const FORBIDDEN = "42501"; // insufficient_privilege: no grant, or the policy refuses a new row

/** What `hanout_app` only adds to: there the privilege to update and delete is missing. */
const APPEND_ONLY = {
  audit_calls: FORBIDDEN,
  audit_log: FORBIDDEN,
  changes: FORBIDDEN,
  order_history: FORBIDDEN,
  order_return_items: FORBIDDEN,
  order_returns: FORBIDDEN,
  stock_movements: FORBIDDEN,
  undone_changes: FORBIDDEN,
};
/** Rows of these are removed, with the person whom they are about, and never changed. */
const NEVER_UPDATED = { ...APPEND_ONLY, row_images: FORBIDDEN };

let tables: StoreTable[];
let ours: Shop;
let theirs: Shop;

beforeAll(async () => {
  tables = (await rowsForOwner(TABLES)) as StoreTable[];
  ours = await shopWithEverything();
  theirs = await shopWithEverything();
});

/** Runs a check for every table, and returns what it answers by the table's name. */
async function ofEachTable<T>(check: (table: StoreTable) => Promise<T>): Promise<Record<string, T>> {
  const answers: Record<string, T> = {};
  for (const table of tables) answers[table.name] = await check(table);
  return answers;
}

const forEachTable = <T>(value: T): Record<string, T> => Object.fromEntries(tables.map(({ name }) => [name, value]));

test("every table of the stores is known here, and both stores have a row in it", async () => {
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(["sites", "orders", "api_keys", "audit_log"]));
  for (const { id } of [ours, theirs]) {
    const counts = await ofEachTable(async ({ name, site }) =>
      countOf(await rowsForOwner(`select count(*)::integer as count from ${name} where ${site} = $1`, [id])),
    );
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  }
});

describe("hanout_app in one store", () => {
  test("selects no row of another, in any table", async () => {
    const seen = await ofEachTable(({ name, site }) =>
      tryIn(ours, (inside) => inside.query(`select 1 from ${name} where ${site} = $1`, [theirs.id])),
    );

    expect(seen).toEqual(forEachTable([]));
  });

  test("selects only its own rows with a statement that names no store", async () => {
    const seen = await ofEachTable(async ({ name, site }) =>
      tryIn(ours, (inside) => inside.query(`select distinct ${site} as id from ${name}`, [])),
    );

    expect(seen).toEqual(forEachTable([{ id: ours.id }]));
  });

  test("updates and deletes no row of another, in any table", async () => {
    const set = ({ name, site }: StoreTable) => `update ${name} set ${site} = ${site} where ${site} = $1 returning 1`;
    const remove = ({ name, site }: StoreTable) => `delete from ${name} where ${site} = $1 returning 1`;
    for (const [statementOf, refused] of [
      [set, NEVER_UPDATED],
      [remove, APPEND_ONLY],
    ] as const) {
      const touched = await ofEachTable((table) =>
        tryIn(ours, (inside) => inside.query(statementOf(table), [theirs.id])).catch(({ code }) => code),
      );

      expect(touched).toEqual({ ...forEachTable([]), ...refused });
    }
  });

  test("updates only its own rows with a statement that names no store", async () => {
    const touched = await ofEachTable(({ name, site }) =>
      tryIn(ours, async (inside) => {
        const rows = await inside.query(`update ${name} set ${site} = ${site} returning ${site} as id`, []);
        return new Set((rows as { id: string }[]).map(({ id }) => id));
      }).catch(({ code }) => code),
    );

    const own = forEachTable<unknown>(new Set([ours.id]));
    expect(touched).toEqual({ ...own, ...NEVER_UPDATED });
  });

  test("inserts no row for another, and moves none to another, in any table", async () => {
    const copied = await ofEachTable(async ({ name, site, columns }) => {
      const [row] = (await rowsForOwner(`select to_jsonb(t)::text as json from ${name} t where ${site} = $1 limit 1`, [
        theirs.id,
      ])) as { json: string }[];
      const insert = `insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, $1::jsonb)`;
      return refusalOf(tryIn(ours, (inside) => inside.query(insert, [row?.json])));
    });
    const moved = await ofEachTable(({ name, site }) =>
      refusalOf(tryIn(ours, (inside) => inside.query(`update ${name} set ${site} = $1`, [theirs.id]))),
    );

    expect(copied).toEqual(forEachTable(FORBIDDEN));
    expect(moved).toEqual(forEachTable(FORBIDDEN));
  });
});

test("hanout_app sees no row of any table before it has entered a store", async () => {
  const seen = await ofEachTable(({ name }) =>
    driver.transaction(async (inside) => {
      await inside.exec("set local role hanout_app");
      return inside.query(`select 1 from ${name} limit 1`, []);
    }),
  );

  expect(seen).toEqual(forEachTable([]));
});

describe("hanout_reader", () => {
  test("selects what shoppers may see, and no other table", async () => {
    const seen = await ofEachTable(({ name, site }) =>
      driver.read(`select 1 as row from ${name} where ${site} = $1 limit 1`, [theirs.id]).catch(({ code }) => code),
    );

    const expected = tables.map(({ name }) => [name, FOR_SHOPPERS.has(name) ? [{ row: 1 }] : FORBIDDEN]);
    expect(seen).toEqual(Object.fromEntries(expected));
  });

  test("writes no table", async () => {
    for (const statementOf of [
      ({ name, site }: StoreTable) => `update ${name} set ${site} = ${site} where false`,
      ({ name }: StoreTable) => `delete from ${name} where false`,
      ({ name, columns }: StoreTable) => `insert into ${name} (${columns}) select ${columns} from ${name} where false`,
      ({ name }: StoreTable) => `truncate ${name}`,
    ]) {
      expect(await ofEachTable((table) => refusalOf(driver.read(statementOf(table), [])))).toEqual(
        forEachTable(FORBIDDEN),
      );
    }
  });
});

describe("the roles", () => {
  test("bypass no policy, own nothing, and belong to no other role", async () => {
    const [roles, owned, memberships] = await asOwner(async (owner) => [
      await owner.query(
        "select rolname, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname like 'hanout\\_%' order by 1",
        [],
      ),
      await owner.query("select relname from pg_class where relowner::regrole::text like 'hanout\\_%'", []),
      await owner.query("select 1 from pg_auth_members where member::regrole::text like 'hanout\\_%'", []),
    ]);

    const harmless = { rolsuper: false, rolbypassrls: false, rolcreaterole: false };
    expect(roles).toEqual(["hanout_app", "hanout_reader"].map((rolname) => ({ rolname, ...harmless })));
    expect([owned, memberships]).toEqual([[], []]);
  });

  test("have row-level security active in every table", async () => {
    const active = "select row_security_active(oid) as active from pg_class where oid = $1::regclass";
    const app = await ofEachTable(({ name }) => tryIn(ours, (inside) => inside.query(active, [name])));
    const reader = await ofEachTable(({ name }) => driver.read(active, [name]));

    expect(app).toEqual(forEachTable([{ active: true }]));
    expect(reader).toEqual(forEachTable([{ active: true }]));
  });

  test("guard every table, and a new table without a policy is detected", async () => {
    const undo = new Error("undo");
    const found = asOwner(async (owner) => {
      const before = await owner.query(UNGUARDED, []);
      await owner.exec("create table forgotten (site_id uuid); create table half_done (site_id uuid)");
      await owner.exec("alter table half_done enable row level security");
      throw Object.assign(undo, { before, after: await owner.query(UNGUARDED, []) });
    });

    await expect(found).rejects.toBe(undo);
    expect(undo).toMatchObject({ before: [], after: [{ name: "forgotten" }, { name: "half_done" }] });
  });

  // The embedded database has one connection, for which reads and transactions take their roles in turn.
  if (onPostgres)
    test("are checked when the server starts", async () => {
      await expect(requireRoles(driver)).resolves.toBeUndefined();
      const swapped = { ...driver, query: driver.read };
      await expect(requireRoles(swapped)).rejects.toThrow(
        "it lets transactions work as the role hanout_reader instead of hanout_app",
      );
    });

  test.each([
    [{ bypasses: true }, "row-level security does not bind the role hanout_reader"],
    [{ database: "another" }, "reads lead to another database than transactions"],
  ])("are refused when the server starts with reads that are %o", async (fault, message) => {
    const answering =
      (row: object): Driver["query"] =>
      () =>
        Promise.resolve([row]);
    const sound = { database: "one", bypasses: false };
    const faulty = {
      ...driver,
      query: answering({ ...sound, name: "hanout_app" }),
      read: answering({ ...sound, name: "hanout_reader", ...fault }),
    };

    await expect(requireRoles(faulty)).rejects.toThrow(message);
  });

  test("are all that functions with the owner's rights serve, with a fixed search path", async () => {
    const functions = await rowsForOwner(
      `select proname as name
       from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef
         and (coalesce(proconfig[1], '') not in ('search_path=pg_catalog, pg_temp', 'search_path=pg_catalog, public, pg_temp') or proacl is null
           or exists (select from aclexplode(proacl) where grantee = 0))`,
    );

    expect(functions).toEqual([]);
  });
});
