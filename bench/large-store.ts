import { saveCategory } from "../src/catalog/catalog.ts";
import { excerpt } from "../src/catalog/products/plain-text.ts";
import { searchVector, vocabulary } from "../src/catalog/search/document.ts";
import { newId } from "../src/core/ids.ts";
import { words } from "../src/core/text/fold.ts";
import type { Database, SiteDb, Tenant } from "../src/db/database.ts";
import { sql } from "../src/db/sql.ts";

const BATCH_SIZE = 1000;

/**
 * Fills a store with products of three variants each, a thousand products per statement and transaction. The search
 * documents come from the functions that save a product. Word frequencies are distributed as in real texts; one word
 * is in every name.
 */
export async function fillStore(database: Database, tenant: Tenant, products: number): Promise<void> {
  const categories = await database.transact(tenant, insertCategories);
  for (let from = 0; from < products; from += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, products - from);
    const made = Array.from({ length: count }, (_, i) => product(from + i, categories));
    for (const insert of [insertProducts, insertVariants, insertWords]) {
      await database.transact(tenant, (db) => insert(db, made));
    }
  }
  for (const make of [insertSales, insertCollections, insertPosts, insertOrders]) await database.transact(tenant, make);
}

const MAIN_CATEGORIES = 10;
const SUBCATEGORIES = 9;

async function insertCategories(db: SiteDb): Promise<{ id: string; name: string }[]> {
  const plain = { description: null, image_url: null, is_active: true };
  const made: { id: string; name: string }[] = [];
  for (let i = 0; i < MAIN_CATEGORIES; i++) {
    const name = `Rayon ${word(i + 40)}`;
    const parent_id = await saveCategory(db, { ...plain, slug: `rayon-${i}`, name, parent_id: null, position: i });
    for (let j = 0; j < SUBCATEGORIES; j++) {
      const below = { slug: `rayon-${i}-${j}`, name: `${name} ${word(i * 9 + j + 60)}`, parent_id, position: j };
      made.push({ id: await saveCategory(db, { ...plain, ...below }), name: below.name });
    }
  }
  return made;
}

const SYLLABLES = [
  "ba",
  "co",
  "di",
  "fu",
  "ga",
  "li",
  "mo",
  "nar",
  "pel",
  "ri",
  "sou",
  "ta",
  "vel",
  "zo",
  "cha",
  "ner",
];

/** Returns the n-th word of an invented language, most frequent words first. */
function word(n: number): string {
  let text = SYLLABLES[n % 16] ?? "";
  for (let rest = Math.floor(n / 16) + 16; rest > 0; rest = Math.floor(rest / 16)) text += SYLLABLES[rest % 16];
  return text;
}

/** Creates a pseudo-random generator of numbers in [0, 1) that returns the same numbers in every run. */
function random(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
}

const VOCABULARY = 20_000;
const SIZES = ["XS", "S", "M", "L", "XL", "XXL", "3XL", "Unique"];
const STYLES = 200;
const VENDORS = 500;

function product(number: number, categories: { id: string; name: string }[]) {
  const next = random(number);
  const upTo = (count: number): number => Math.floor(next() * count);
  const text = (length: number): string =>
    Array.from({ length }, () => word(Math.floor(VOCABULARY ** next()))).join(" ");
  const category = categories[upTo(categories.length)] ?? { id: "", name: "" };
  const name = `Maison ${text(3)} n° ${number + 1}`;
  const plain = `${text(45)}. Livraison partout en Algérie, paiement à la réception.`;
  const vendor = `Atelier ${word(upTo(VENDORS))}`;
  const tags = [word(upTo(STYLES)), word(upTo(STYLES) + STYLES), number % 2 ? "nouveau" : "classique"];
  const sizes = upTo(SIZES.length - 2);
  const colour = `Coloris ${word(upTo(30))}`;
  const price = 50_000 + upTo(400) * 5_000;
  const variants = [0, 1, 2].map((i) => ({
    id: newId(),
    position: i + 1,
    option_values: { Taille: SIZES[sizes + i] ?? "", Couleur: colour, Matière: word((number + i) % 20) },
    title: `${SIZES[sizes + i]} / ${colour}`,
    sku: `REF-${number}-${i}`,
    price: price + i * 20_000,
    inventory_quantity: upTo(3) === 0 ? upTo(40) : 0,
  }));
  const found = {
    name,
    labels: [...tags, vendor, category.name],
    options: variants.flatMap(({ option_values }) => Object.values(option_values)),
    description: plain,
    codes: variants.map(({ sku }) => sku),
  };
  return {
    id: newId(),
    slug: `produit-${number + 1}`,
    name,
    description: `<p>${plain}</p>`,
    excerpt: excerpt(plain),
    sort_name: words(name).join(" "),
    category_id: category.id,
    vendor,
    tags,
    options: ["Taille", "Couleur", "Matière"].map((option) => ({
      id: newId(),
      name: option,
      values: [...new Set(variants.map(({ option_values }) => option_values[option as "Taille"]))],
    })),
    images: [1, 2, 3].map((i) => ({ id: newId(), url: `/media/produit-${number + 1}-${i}.webp`, alt: name })),
    min_price: price,
    max_price: price + 40_000,
    search: searchVector(found),
    vocabulary: vocabulary(found),
    created_at: new Date(Date.UTC(2024, 0, 1) + upTo(2 ** 31) * 20).toISOString(),
    variants,
  };
}

type NewProduct = ReturnType<typeof product>;

const insertProducts = (db: SiteDb, made: NewProduct[]) =>
  db.run(sql`
    insert into products (
      site_id, id, slug, name, description, status, category_id, vendor, product_type, tags, options, images,
      is_physical, charge_tax, seo_title, seo_description, excerpt, sort_name, min_price, max_price, search,
      option_pairs, created_at, updated_at
    )
    select ${db.siteId}, m.id, m.slug, m.name, m.description, 'active', m.category_id, m.vendor, null, m.tags, m.options,
      m.images, true, true, null, null, m.excerpt, m.sort_name, m.min_price, m.max_price, m.search::tsvector,
      array(
        select distinct jsonb_build_array(o.key, o.value)::text
        from jsonb_array_elements(m.variants) v, jsonb_each_text(v -> 'option_values') o
      ),
      m.created_at, m.created_at
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (
      id uuid, slug text, name text, description text, excerpt text, sort_name text, category_id uuid, vendor text,
      tags text[], options jsonb, images jsonb, min_price bigint, max_price bigint, search text, created_at timestamptz, variants jsonb
    )
  `);

const insertVariants = (db: SiteDb, made: NewProduct[]) =>
  db.run(sql`
    insert into variants (
      site_id, id, product_id, position, title, option_values, sku, price, inventory_quantity, track_quantity,
      continue_selling_when_out_of_stock, weight, weight_unit
    )
    select ${db.siteId}, v.id, m.id, v.position, v.title, v.option_values, v.sku, v.price, v.inventory_quantity, true,
      false, 500, 'g'
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (id uuid, variants jsonb)
    cross join lateral jsonb_to_recordset(m.variants) as v (
      id uuid, position integer, title text, option_values jsonb, sku text, price bigint, inventory_quantity integer
    )
  `);

const insertWords = (db: SiteDb, made: NewProduct[]) =>
  db.run(sql`
    insert into search_words (site_id, length, word)
    select distinct ${db.siteId}::uuid, char_length(w), w
    from unnest(${made.flatMap((one) => one.vocabulary)}::text[]) as w
    on conflict do nothing
  `);

/** Inserts sales for about six of ten products. */
const insertSales = (db: SiteDb) =>
  db.run(sql`
    insert into product_sales (site_id, product_id, units)
    select site_id, id, 1 + hashtext(slug) & 255
    from products
    where site_id = ${db.siteId} and hashtext(slug) % 10 between -5 and 5
  `);

const COLLECTIONS = 250;

/** Inserts collections: two contain every product, the others contain equal parts of the products. */
async function insertCollections(db: SiteDb): Promise<void> {
  await db.run(sql`
    insert into collections (site_id, id, slug, title, is_active, sort_order, position, created_at, updated_at)
    select ${db.siteId}, gen_random_uuid(), 'collection-' || i, 'Collection ' || i, true,
      case when i = 2 then 'best_selling' else 'manual' end, i, ${db.now}, ${db.now}
    from generate_series(1, ${COLLECTIONS}::integer) i
  `);
  await db.run(sql`
    insert into collection_products (site_id, collection_id, product_id, position)
    select c.site_id, c.id, p.id, abs(hashtext(p.slug))
    from collections c
    join products p on p.site_id = c.site_id
    where c.site_id = ${db.siteId} and c.position <= 2
    union all
    select c.site_id, c.id, p.id, abs(hashtext(p.slug))
    from products p
    join collections c on c.site_id = p.site_id and c.position = 3 + abs(hashtext(p.slug)) % ${COLLECTIONS - 2}::integer
    where p.site_id = ${db.siteId}
  `);
}

const POSTS = 5000;

const insertPosts = (db: SiteDb) =>
  db.run(sql`
    insert into articles (site_id, id, kind, slug, title, body, is_published, published_at, created_at, updated_at)
    select ${db.siteId}, gen_random_uuid(), kind, 'article-' || i, 'Article ' || i, repeat('mot ', 500), true,
      '2025-01-01'::timestamptz + i * interval '1 minute', ${db.now}, ${db.now}
    from generate_series(1, ${POSTS}::integer) i, unnest(array['page', 'post']) kind
  `);

const ORDERS = 20_000;
/** The customer of all orders. */
export const CUSTOMER_ID = "019aa2c0-0000-7000-8000-00000000b0b0";

async function insertOrders(db: SiteDb): Promise<void> {
  await db.run(sql`
    insert into customers (
      site_id, id, email, folded_email, full_name, password_hash, password_version, created_at, updated_at
    )
    values (${db.siteId}, ${CUSTOMER_ID}, 'b@example.com', 'b@example.com', 'B', '', 1, ${db.now}, ${db.now})
  `);
  await db.run(sql`
    insert into orders (
      site_id, id, order_number, customer_id, status, payment_status, payment_method, currency, subtotal, discount,
      shipping_cost, total, items_count, applied_discounts, customer_name, customer_phone, delivery_method, created_at,
      updated_at
    )
    select ${db.siteId}, gen_random_uuid(), 'N-' || i, ${CUSTOMER_ID}, 'pending', 'unpaid', 'cod', 'DZD', 300, 0, 0, 300, 3,
      '[]', 'Client numéro ' || i, '+2135' || (10000000 + i), 'home', '2025-01-01'::timestamptz + i * interval '1 minute',
      ${db.now}
    from generate_series(1, ${ORDERS}::integer) i
  `);
  await db.run(sql`
    insert into order_items (
      site_id, order_id, id, position, product_id, variant_id, product_name, product_slug, variant_title,
      variant_options, price, quantity, subtotal, discount
    )
    select site_id, id, gen_random_uuid(), place, id, id, 'Produit', 'produit', 'Default', '[]', 100, 1, 100, 0
    from orders, generate_series(1, 3) place
    where site_id = ${db.siteId}
  `);
}
