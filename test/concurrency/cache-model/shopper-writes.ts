import type { Answer, Json, Shop } from "../../support/app.ts";
import { BUYER } from "../../support/selling.ts";
import { CODES, PRODUCTS, type World } from "./world.ts";

const HOME = {
  line1: "Rue 1",
  city: "Hydra",
  state: "Alger",
  country: "DZ",
  postal_code: "16035",
  phone: "0550123456",
};

/** What shoppers write, of which other shoppers may see something: stock, sales, and promotions that are used up. */
export const shopperWrites: Record<string, (shop: Shop, world: World) => Promise<Answer>> = {
  "fill a cart": async (shop, world) => {
    const cart = (await shop.post("/cart", {})).body.id;
    world.remember(world.carts, cart);
    return addToCart(shop, world, cart);
  },
  "add to a cart": (shop, world) => addToCart(shop, world, aCart(world)),
  "change a cart": async (shop, { random, carts }) => {
    const cart = carts.at(-1) ?? "none";
    const [item] = (await shop.get(`/cart/${cart}`)).body.items ?? [];
    const path = `/cart/${cart}/items/${item?.id}`;
    return random.chance(0.5) ? shop.patch(path, { quantity: 1 }) : shop.delete(path);
  },
  "order as a guest": (shop, world) => order(shop, world, {}),
  "order as a customer": async (shop, world) => order(shop, world, await session(shop, world)),
  "order all pieces": async (shop, world) => {
    const product = await aProduct(shop, world);
    const variant = product.variants?.find(({ inventory_quantity }: Stocked) => inventory_quantity > 0);
    const cart = (await shop.post("/cart", {})).body.id;
    const line = { product_id: product.id, variant_id: variant?.id, quantity: variant?.inventory_quantity };
    const added = await shop.post(`/cart/${cart}/items`, line);
    return added.status === 200 ? placed(world, await shop.post("/orders", { cart_id: cart, ...BUYER })) : added;
  },
  "check a coupon": (shop, world) =>
    shop.post("/coupons/validate", {
      code: aCode(world),
      items: [{ product_id: world.random.pick([...world.productIds, "none"]), quantity: 1 }],
    }),
  "add an address": async (shop, world) => shop.post("/auth/me/addresses", HOME, await session(shop, world)),
};

interface Stocked {
  inventory_quantity: number;
}

const aCart = ({ random, carts }: World): string => random.pick([...carts.slice(-3), "none"]);
const aCode = ({ random }: World): string => `${random.pick(CODES)}${random.integer(1, 9)}`;

/** A product that can be bought; any, when none can. */
async function aProduct(shop: Shop, { random }: World): Promise<Json> {
  const { body } = await shop.get("/products?in_stock=true&limit=250");
  const found = random.pick<{ slug: string } | undefined>(body.data);
  return (await shop.get(`/products/${found?.slug ?? random.pick(PRODUCTS)}`)).body;
}

async function addToCart(shop: Shop, world: World, cart: string): Promise<Answer> {
  const { random } = world;
  const product = await aProduct(shop, world);
  const variant_id = random.pick<{ id: string } | undefined>(product.variants ?? [])?.id;
  return shop.post(`/cart/${cart}/items`, { product_id: product.id, variant_id, quantity: random.integer(1, 2) });
}

async function order(shop: Shop, world: World, headers: Record<string, string>): Promise<Answer> {
  const cart = (await shop.post("/cart", {})).body.id;
  for (let i = world.random.integer(1, 2); i > 0; i--) await addToCart(shop, world, cart);
  const coupon = world.random.chance(0.3) && { coupon_code: aCode(world) };
  return placed(world, await shop.post("/orders", { cart_id: cart, ...BUYER, ...coupon }, headers));
}

function placed(world: World, answer: Answer): Answer {
  if (answer.status === 201) {
    world.remember(world.orders, answer.body.order_number);
    world.soldAt = Math.max(Date.now(), world.latest);
  }
  return answer;
}

/** Headers of a customer who is signed in. Tokens end, and hashing passwords is slow, so there are only a few. */
async function session(shop: Shop, world: World): Promise<Record<string, string>> {
  const known = world.sessions.length > 2 ? world.random.pick(world.sessions) : undefined;
  if (known && (await shop.get("/auth/me", known)).status === 200) return known;
  const email = `${world.newName("acheteur")}@example.dz`;
  const { body } = await shop.post("/auth/signup", { email, password: "couscous du vendredi", full_name: "Lynda" });
  const headers = { authorization: `Bearer ${body.token}` };
  world.sessions.push(headers);
  if (world.sessions.length > 3) world.sessions.shift();
  world.remember(world.customers, email);
  return headers;
}
