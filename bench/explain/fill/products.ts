import type { Client } from "pg";
import { excerpt } from "../../../src/catalog/products/plain-text.ts";
import { searchVector, vocabulary } from "../../../src/catalog/search/document.ts";
import { newId } from "../../../src/core/ids.ts";
import { words } from "../../../src/core/text/fold.ts";
import { type Sql, sql } from "../../../src/db/sql.ts";
import { random, word } from "./words.ts";

const BATCH_SIZE = 200;

/** A category of a store, as its products need it. */
export interface Category {
  id: string;
  name: string;
}

/**
 * Adds products to a store, 200 by a statement; the next ones are made while the database writes. They have holes.
 * What search knows of them comes from the functions that save a product. Word frequencies fall as in real texts; one word
 * is in every name. Yields how many were added.
 */
export async function* addProducts(
  client: Client,
  siteId: string,
  categories: Category[],
  count: number,
): AsyncGenerator<number> {
  const found = new Set<string>();
  let writing = Promise.resolve();
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const made = makeProducts(from, Math.min(BATCH_SIZE, count - from), categories);
    for (const one of vocabularyOf(made)) found.add(one);
    await writing;
    writing = insertWithVariants(client, siteId, made);
    writing.catch(() => {}); // awaited in the next turn
    yield made.length;
  }
  await writing;
  await client.query(insertWords(siteId, [...found].sort()));
}

/** Makes the products with the numbers from `from` on, the same in every run except for ids. */
export const makeProducts = (from: number, count: number, categories: Category[]): NewProduct[] =>
  Array.from({ length: count }, (_, i) => product(from + i, categories));

export async function insertWithVariants(client: Client, siteId: string, made: NewProduct[]): Promise<void> {
  await client.query(insertProducts(siteId, made));
  await client.query(insertVariants(siteId, made));
}

/** The words of the products that a misspelt word is compared with, each once. */
export const vocabularyOf = (made: NewProduct[]): string[] => [...new Set(made.flatMap((one) => one.vocabulary))];

const VOCABULARY = 20_000;
const SIZES = ["XS", "S", "M", "L", "XL", "XXL", "3XL", "Unique"];
const STYLES = 200;
const VENDORS = 500;
const COLOURS = 25;

/** The word for a shop in the other two languages, so that names are in three. */
const IN_OTHER_LANGUAGES = ["", " – بيت تقليدي", " – traditional house"];
const STATUSES = ["draft", "archived"];

/** What some products lack, as in real stores. Products that uses name have all of it. */
const hasNoPicture = (number: number): boolean => number % 10 === 5;
const hasNoText = (number: number): boolean => number % 10 === 8;
const hasNoCategory = (number: number): boolean => number % 20 === 9;
const hasOneVariant = (number: number): boolean => number % 5 === 3;
const hasTwoHundredVariants = (number: number): boolean => number % 1000 === 17;

function product(number: number, categories: Category[]) {
  const next = random(number);
  const upTo = (count: number): number => Math.floor(next() * count);
  const text = (length: number): string =>
    Array.from({ length }, () => word(Math.floor(VOCABULARY ** next()))).join(" ");
  const category = hasNoCategory(number) ? undefined : categories[upTo(categories.length)];
  const name = `Maison ${text(3)} n° ${number + 1}${IN_OTHER_LANGUAGES[number % 3]}`;
  const plain = hasNoText(number) ? "" : `${text(45)}. Livraison partout en Algérie, paiement à la réception.`;
  const vendor = `Atelier ${word(upTo(VENDORS))}`;
  const tags = [word(upTo(STYLES)), word(upTo(STYLES) + STYLES), number % 2 ? "nouveau" : "classique"];
  const price = 50_000 + upTo(400) * 5_000;
  const variants = optionValuesOf(number, upTo).map((option_values, i) => ({
    id: newId(),
    position: i + 1,
    option_values,
    title: Object.values(option_values).join(" / ") || "Default",
    sku: `REF-${number}-${i}`,
    price: price + (i % 3) * 20_000,
    inventory_quantity: upTo(3) === 0 ? upTo(40) : 0,
  }));
  const found = {
    name,
    labels: [...tags, vendor],
    category: category?.name ?? null,
    options: variants.flatMap(({ option_values }) => Object.values(option_values)),
    description: plain,
    codes: variants.map(({ sku }) => sku),
  };
  return {
    id: newId(),
    slug: `produit-${number + 1}`,
    name,
    description: plain ? `<p>${plain}</p>` : null,
    excerpt: excerpt(plain),
    sort_name: words(name).join(" "),
    status: number % 40 === 7 ? STATUSES[(number >> 3) % 2] : "active",
    category_id: category?.id ?? null,
    vendor,
    tags,
    options: Object.keys(variants[0]?.option_values ?? {}).map((option) => ({
      id: newId(),
      name: option,
      values: [...new Set(variants.map(({ option_values }) => option_values[option]))],
    })),
    images: (hasNoPicture(number) ? [] : [1, 2, 3]).map((i) => ({
      id: newId(),
      url: `/media/produit-${number + 1}-${i}.webp`,
      alt: name,
    })),
    min_price: price,
    max_price: Math.max(...variants.map((variant) => variant.price)),
    search: searchVector(found),
    vocabulary: vocabulary(found),
    created_at: new Date(Date.UTC(2024, 0, 1) + upTo(2 ** 31) * 20).toISOString(),
    variants,
  };
}

/** The option values of each variant. Most products have three variants. */
function optionValuesOf(number: number, upTo: (count: number) => number): Record<string, string>[] {
  if (hasOneVariant(number)) return [{}];
  const colourOf = (n: number) => `Coloris ${word(n)}`;
  if (hasTwoHundredVariants(number)) {
    return Array.from({ length: COLOURS }, (_, n) => colourOf(n)).flatMap((Couleur) =>
      SIZES.map((Taille) => ({ Taille, Couleur })),
    );
  }
  const sizes = upTo(SIZES.length - 2);
  const Couleur = colourOf(upTo(COLOURS));
  return SIZES.slice(sizes, sizes + 3).map((Taille, i) => ({ Taille, Couleur, Matière: word((number + i) % 20) }));
}

export type NewProduct = ReturnType<typeof product>;

const insertProducts = (siteId: string, made: NewProduct[]): Sql => sql`
    insert into products (
      site_id, id, slug, name, description, status, category_id, vendor, product_type, tags, options, images,
      is_physical, charge_tax, seo_title, seo_description, excerpt, sort_name, min_price, max_price, search,
      option_pairs, created_at, updated_at
    )
    select ${siteId}, m.id, m.slug, m.name, m.description, m.status, m.category_id, m.vendor, null, m.tags, m.options,
      m.images, true, true, null, null, m.excerpt, m.sort_name, m.min_price, m.max_price, m.search::tsvector,
      array(
        select distinct jsonb_build_array(o.key, o.value)::text
        from jsonb_array_elements(m.variants) v, jsonb_each_text(v -> 'option_values') o
      ),
      m.created_at, m.created_at
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (
      id uuid, slug text, name text, description text, status text, excerpt text, sort_name text, category_id uuid,
      vendor text, tags text[], options jsonb, images jsonb, min_price bigint, max_price bigint, search text,
      created_at timestamptz, variants jsonb
    )
  `;

const insertVariants = (siteId: string, made: NewProduct[]): Sql => sql`
    insert into variants (
      site_id, id, product_id, position, title, option_values, sku, price, inventory_quantity, track_quantity,
      continue_selling_when_out_of_stock, weight, weight_unit
    )
    select ${siteId}, v.id, m.id, v.position, v.title, v.option_values, v.sku, v.price, v.inventory_quantity, true,
      false, 500, 'g'
    from jsonb_to_recordset(${JSON.stringify(made.map(({ id, variants }) => ({ id, variants })))}::jsonb) as m (
      id uuid, variants jsonb
    )
    cross join lateral jsonb_to_recordset(m.variants) as v (
      id uuid, position integer, title text, option_values jsonb, sku text, price bigint, inventory_quantity integer
    )
  `;

const insertWords = (siteId: string, words: string[]): Sql => sql`
    insert into search_words (site_id, length, word)
    select ${siteId}::uuid, char_length(w), w
    from unnest(${words}::text[]) as w
    on conflict do nothing
  `;
