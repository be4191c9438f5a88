import { newProduct, operationArguments } from "../../concurrency/cache-model/operation-writes.ts";
import { PRODUCTS, SIZES, skuOf, VENDORS, WORDS, type World } from "../../concurrency/cache-model/world.ts";

type Arguments = Record<string, unknown>;

/** Operations that can be undone and that the model does not call by their arguments, each with the reason. */
export const NOT_DRAWN: Record<string, string> = {
  files_adopt: "a job fetches from other servers; test/files/adoption.test.ts undoes it",
  changes_undo: "the model undoes what it has done",
};

const OTHER_SIZES = [...SIZES, "XL", "XXL"];

/** Changes of the options and variants of a product; many are refused for the product as it is. */
const structure = ({ random, soleVariants }: World, product: string): Arguments => {
  const [one, other] = random.shuffled(OTHER_SIZES);
  const size = (value: string | undefined) => ({ option_values: { Taille: value }, price: 700, inventory_quantity: 3 });
  return random.weighted<Arguments>([
    [3, () => ({ variants: [size(one)] })],
    [2, () => ({ remove_variants: [one] })],
    [1, () => ({ remove_variants: [one], variants: [size(other)] })],
    [1, () => ({ options: [{ name: "Taille", values: [one, other] }] })],
    [2, () => ({ variants: [size(one), { id: soleVariants.get(product), option_values: { Taille: other } }] })],
    [1, () => ({ options: [{ name: "Couleur", values: ["rouge", "bleu"] }] })],
    [1, () => ({ variants: [{ option_values: { Taille: one }, price: 900, compare_at_price: 1500, barcode: "123" }] })],
    [1, () => ({ compare_at_price: 99_000, cost: 300 })],
    [1, () => ({ track_quantity: random.chance(0.5), continue_selling_when_out_of_stock: random.chance(0.5) })],
  ]);
};

function productStructure(world: World): Arguments {
  const product = world.random.pick(PRODUCTS);
  const slug = world.random.chance(0.1) ? { slug: world.random.pick(PRODUCTS) } : {};
  return { product, ...structure(world, product), ...slug };
}

const sometimes =
  (probability: number, other: (world: World) => Arguments, usual: ((world: World) => Arguments) | undefined) =>
  (world: World): Arguments =>
    world.random.chance(probability) || !usual ? other(world) : usual(world);

/** Arguments that change what the ones of the cache's model do not. */
const VARIED: Record<string, [probability: number, make: (world: World) => Arguments]> = {
  products_save: [
    0.6,
    (world) =>
      world.random.weighted<Arguments>([
        [2, () => newProduct(world, world.newName("nouveau"))],
        [3, () => productStructure(world)],
      ]),
  ],
  inventory_adjust: [
    0.3,
    ({ random }) => ({ changes: [{ variant: skuOf(random.pick(PRODUCTS), 0), by: random.pick([-1, -2, 5]) }] }),
  ],
  prices_bulk_update: [0.2, ({ random }) => ({ vendor: random.pick(VENDORS), price: random.pick([400, 2000]) })],
  customers_save: [
    0.5,
    (world) => ({
      customer: world.customers.at(-1) ?? "none",
      ...world.random.part({
        full_name: world.random.pick(WORDS),
        email: `${world.newName("autre")}@example.dz`,
        phone: "0661 22 33 44",
      }),
    }),
  ],
  // Changes of lines and of amounts cannot be undone.
  orders_update: [
    0.8,
    ({ random, orders }) => ({
      order: random.pick(orders.slice(-3)) ?? "none",
      tracking_number: random.pick(["A1", "B2", "C3"]),
      ...random.part({ carrier: random.pick(["Yalidine", null]), customer_notes: random.pick(WORDS) }),
      ...(random.chance(0.3) && random.part({ shipping_cost: 650, customer_wilaya: random.pick(["Oran", "Blida"]) })),
    }),
  ],
  // Carriers of their own: one whose name orders have is not removed by an undo.
  carriers_save: [
    1,
    (world) => {
      const [one, other] = world.random.shuffled(["Colis du Tell", "Chrono Hauts-Plateaux", "Relais Sud"]);
      return {
        ...(world.random.chance(0.5) ? { name: one } : { carrier: one, ...world.random.part({ name: other }) }),
        ...world.random.part({
          tracking_url: world.random.pick(["https://suivi.example/{tracking_number}", null]),
          methods: world.random.pick([["home"], ["home", "desk"]]),
          regions: world.random.pick([["16"], null]),
          return_cost: world.random.pick([0, 200, null]),
          is_active: world.random.chance(0.7),
        }),
      };
    },
  ],
  promotions_save: [
    0.3,
    (world) => ({
      promotion: world.promotions.at(-1) ?? "none",
      ...world.random.weighted<Arguments>([
        [2, () => ({ usage_limit: world.random.pick([1, 2, 3, null]) })],
        [2, () => ({ starts_at: world.timeNearby() })],
        [1, () => ({ expires_at: null })],
        [2, () => ({ discount_type: "percentage", discount_value: world.random.integer(5, 50) })],
        [1, () => ({ target_type: "store" })],
        [1, () => ({ is_active: world.random.chance(0.5), message: world.random.pick(WORDS) })],
      ]),
    }),
  ],
};

/** Random arguments of every operation that writes. */
export const argumentsFor: Record<string, (world: World) => Arguments> = {
  ...operationArguments,
  ...Object.fromEntries(
    Object.entries(VARIED).map(([name, [probability, make]]) => [
      name,
      sometimes(probability, make, operationArguments[name]),
    ]),
  ),
};
