import type { Client } from "pg";
import type { FilledStore } from "../explain/fill/fill.ts";
import { withClient } from "../harness/database.ts";
import type { Loaded } from "./loaded.ts";

/** What requests name of a store. */
export interface AskedStore {
  publishableKey: string;
  secretKey: string;
  /** The number of products that shoppers see. */
  shown: number;
  products: { slug: string; words: string[]; vendor: string; tag: string; category: string }[];
  /** Variants with their products. Their stock never runs out. */
  variants: { variant_id: string; product_id: string }[];
  orders: { number: string; phone: string; name: string }[];
}

/** The stores that a comparison asks in turn. */
export type StoreKind = "largest" | "ordinary";

const SAMPLES = 300;
/** More than a run can order of one variant. */
const ENOUGH_STOCK = 1_000_000;

/** Reads what requests name: products, variants and orders that are chosen at random. Fills up the stock of the variants. */
export const readAskedStores = (
  { url, largest, ordinary }: Loaded,
  count: number,
): Promise<Record<StoreKind, AskedStore[]>> =>
  withClient(url, async (owner) => {
    const stores: AskedStore[] = [];
    for (const store of ordinary.slice(0, count)) stores.push(await readStore(owner, store));
    return { largest: [await readStore(owner, largest)], ordinary: stores };
  });

async function readStore(owner: Client, { tenant, publishableKey, secretKey }: FilledStore): Promise<AskedStore> {
  const rowsOf = async (text: string) => (await owner.query(text, [tenant.siteId])).rows;
  const products = await rowsOf(`
    select p.slug, p.name, p.vendor, p.tags[1] as tag, c.slug as category
    from products p
    join categories c on c.site_id = p.site_id and c.id = p.category_id
    where p.site_id = $1 and p.status = 'active' and p.slug like 'produit-%'
    order by md5(p.slug) limit ${SAMPLES}
  `);
  const variants = await rowsOf(`
    select v.id as variant_id, v.product_id
    from variants v
    join products p on p.site_id = v.site_id and p.id = v.product_id
    where v.site_id = $1 and p.status = 'active' and p.slug like 'produit-%'
    order by md5(p.slug || v.position) limit ${SAMPLES}
  `);
  await owner.query("update variants set inventory_quantity = $2 where site_id = $1 and id = any($3::uuid[])", [
    tenant.siteId,
    ENOUGH_STOCK,
    variants.map(({ variant_id }) => variant_id),
  ]);
  const orders = await rowsOf(`
    select order_number as number, customer_phone as phone, customer_name as name
    from orders where site_id = $1 and order_number like 'N-%'
    order by md5(order_number) limit ${SAMPLES}
  `);
  const [{ shown }] = await rowsOf(
    "select count(*)::integer as shown from products where site_id = $1 and status = 'active'",
  );
  const named = products.map(({ name, ...rest }) => ({ ...rest, words: wordsOf(name) }));
  return { publishableKey, secretKey, shown, products: named, variants, orders };
}

/** The three words of a name that differ between products: "Maison <one> <two> <three> n° 7". */
const wordsOf = (name: string): string[] => name.split(" ").slice(1, 4);
