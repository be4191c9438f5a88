import { beforeAll, describe, expect, test } from "vitest";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { type Json, keyring, openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { cartWith, order, ordered, promote, validate } from "../support/selling.ts";

const NOWHERE = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
const MIDNIGHT_IN_ALGIERS = "2088-11-26T23:00:00.000Z";

/** Returns the text with plain spaces, and without the directional marks around Arabic amounts. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ").replace(/[\u200e\u200f\u061c]/g, "");

interface Expected {
  locale: string;
  refusals: Record<string, string>;
  hints: string[];
  nothing: string;
  saved: string;
  card: string;
  messages: string[];
}

/** The expected texts of the same store in each language. `de` is a language without translations. */
const LANGUAGES: Record<string, Expected> = {
  Arabic: {
    locale: "ar-DZ",
    refusals: {
      NOPE: "الرمز «⁨NOPE⁩» غير موجود.",
      رمضان: "الرمز «رمضان» غير موجود.",
      OFF: "الرمز «⁨OFF⁩» غير مفعّل حاليًا.",
      SOON: "الرمز «⁨SOON⁩» صالح ابتداءً من 27 نوفمبر 2088 في 00:00.",
      OLD: "انتهت صلاحية الرمز «⁨OLD⁩».",
      ONCE: "استُنفد عدد مرات استعمال الرمز «⁨ONCE⁩».",
      MINE: "لقد استعملت الرمز «⁨MINE⁩» بقدر ما يُسمح به لكل زبون.",
      ELSE: "الرمز «⁨ELSE⁩» يخص منتجات أخرى غير التي في السلة.",
      RICH: "أضف منتجات بقيمة 1.500,50 د.ج. لاستعمال الرمز «⁨RICH⁩».",
      MANY: "أضف قطعتين أخريين من المنتجات التي يشملها الرمز «⁨MANY⁩».",
      SHIP: "لا يوجد ما يخصمه الرمز «⁨SHIP⁩».",
      LESS: "لا يمكن الجمع بين الرمز «⁨LESS⁩» والعرض الذي يوفّر لك أكثر.",
      "NOPE, OLD": "الرمز «⁨NOPE⁩» غير موجود. انتهت صلاحية الرمز «⁨OLD⁩».",
    },
    hints: [
      "أضف منتجات بقيمة 1.000 د.ج. للاستفادة من «⁨From 2,000⁩».",
      "أضف قطعة واحدة أخرى للاستفادة من «⁨A pair⁩».",
      "أضف منتجًا إلى السلة لاستعمال الرمز «⁨CODE⁩».",
    ],
    nothing: "لا ينطبق أي عرض على هذه السلة.",
    saved: "⁨⁨Summer⁩: خصم 12,5%⁩ — توفّر 625 د.ج.",
    card: "⁨Summer⁩: خصم 12,5%",
    messages: [
      "خصم 12,5%",
      "خصم 500 د.ج.",
      "توصيل مجاني",
      "اشترِ قطعتين واحصل على قطعة واحدة مجانًا",
      "اشترِ 3 قطع واحصل على خصم 50% على قطعتين",
    ],
  },
  French: {
    locale: "fr",
    refusals: {
      NOPE: "Le code « NOPE » n’existe pas.",
      OFF: "Le code « OFF » n’est pas actif en ce moment.",
      SOON: "Le code « SOON » est valable à partir du 27 novembre 2088 à 00:00.",
      OLD: "Le code « OLD » a expiré.",
      ONCE: "Le code « ONCE » a atteint sa limite d’utilisation.",
      MINE: "Vous avez atteint la limite d’utilisation du code « MINE » par client.",
      ELSE: "Le code « ELSE » concerne d’autres articles que ceux du panier.",
      RICH: "Ajoutez encore 1 500,50 DA pour utiliser le code « RICH ».",
      MANY: "Ajoutez encore 2 articles concernés par le code « MANY ».",
      SHIP: "Le code « SHIP » ne donne droit à aucune remise sur ce panier.",
      LESS: "Le code « LESS » ne se cumule pas avec l’offre qui vous fait économiser plus.",
      "NOPE, OLD": "Le code « NOPE » n’existe pas. Le code « OLD » a expiré.",
    },
    hints: [
      "Ajoutez encore 1 000 DA pour profiter de « From 2,000 ».",
      "Ajoutez encore 1 article pour profiter de « A pair ».",
      "Ajoutez un article au panier pour utiliser le code « CODE ».",
    ],
    nothing: "Aucune promotion ne s’applique à ce panier.",
    saved: "Summer : 12,5 % de remise — vous économisez 625 DA",
    card: "Summer : 12,5 % de remise",
    messages: [
      "12,5 % de remise",
      "500 DA de remise",
      "Livraison gratuite",
      "2 articles achetés, 1 offert",
      "3 articles achetés, 50 % de remise sur les 2 suivants",
    ],
  },
  "English, for every other language": {
    locale: "de",
    refusals: {
      NOPE: 'There is no code "NOPE".',
      OFF: 'The code "OFF" is not active at the moment.',
      SOON: 'The code "SOON" is valid from November 27, 2088 at 00:00.',
      OLD: 'The code "OLD" has expired.',
      ONCE: 'The code "ONCE" has been used up.',
      MINE: 'You have used the code "MINE" as often as one customer may.',
      ELSE: 'The code "ELSE" is for other products than those in the cart.',
      RICH: 'Add DZD 1,500.50 more to use the code "RICH".',
      MANY: 'Add 2 more of the products the code "MANY" is for.',
      SHIP: 'There is nothing for the code "SHIP" to take off.',
      LESS: 'The code "LESS" cannot be combined with the offer that saves you more.',
      "NOPE, OLD": 'There is no code "NOPE". The code "OLD" has expired.',
    },
    hints: [
      'Add DZD 1,000 more to get "From 2,000".',
      'Add 1 more to get "A pair".',
      'Put something into the cart to use the code "CODE".',
    ],
    nothing: "No promotion applies to this cart.",
    saved: "Summer: 12.5% off — you save DZD 625",
    card: "Summer: 12.5% off",
    messages: ["12.5% off", "DZD 500 off", "Free delivery", "Buy 2, get 1 free", "Buy 3, get 2 at 50% off"],
  },
};

const tenth = { discount_type: "percentage" as const, discount_value: 1000 };

describe.each(Object.entries(LANGUAGES))("in %s", (_, { locale, refusals, hints, nothing, saved, card, messages }) => {
  let shop: Shop;
  let items: { product_id: string; quantity: number }[];
  let signedIn: Record<string, string>;

  beforeAll(async () => {
    shop = await openShop({ locale });
    items = [{ product_id: (await shop.product({ price: 500_000, stock: 100 })).id, quantity: 1 }];
    for (const given of [
      { ...tenth, title: "Off", code: "OFF", is_active: false },
      { ...tenth, title: "Soon", code: "SOON", starts_at: MIDNIGHT_IN_ALGIERS },
      { ...tenth, title: "Old", code: "OLD", expires_at: YESTERDAY },
      { ...tenth, title: "Once", code: "ONCE", usage_limit: 1 },
      { ...tenth, title: "Mine", code: "MINE", usage_limit_per_customer: 1 },
      { ...tenth, title: "Else", code: "ELSE", target_type: "products" as const, target_ids: [NOWHERE] },
      { ...tenth, title: "Rich", code: "RICH", min_order_amount: 650_050 },
      { ...tenth, title: "Many", code: "MANY", min_quantity: 3 },
      { title: "Ship", code: "SHIP", discount_type: "free_shipping" as const },
      { ...tenth, title: "Less", code: "LESS", discount_value: 1 },
    ])
      await promote(shop, given);
    const signUp = { email: "karim@example.dz", password: "long enough", full_name: "Karim" };
    signedIn = { authorization: `Bearer ${(await shop.post("/auth/signup", signUp)).body.token}` };
    for (const coupon_code of ["ONCE", "MINE"]) {
      await order(shop, await cartWith(shop, ...(items as [Json])), { coupon_code }, signedIn);
    }
    await promote(shop, { ...tenth, title: "Fifth", code: "FIFTH", discount_value: 2000 });
  });

  test.each(Object.entries(refusals))("a refusal with %s is translated", async (code, message) => {
    const entered = code === "LESS" ? "LESS,FIFTH" : code;
    const { body } = await shop.post("/coupons/validate", { code: entered, items }, signedIn);

    expect([body.valid, plain(body.message)]).toEqual([false, message]);
  });

  test.each(Object.entries(refusals))("a refused order has the same text: %s", async (code, message) => {
    const english = LANGUAGES["English, for every other language"]?.refusals[code];
    const coupon_code = code === "LESS" ? "LESS,FIFTH" : code;
    const cart = await cartWith(shop, ...(items as [Json]));
    const { status, body } = await order(shop, cart, { coupon_code }, signedIn);
    const asked = await order(shop, cart, { coupon_code }, { ...signedIn, "accept-language": "en" });

    expect([status, body.code]).toEqual([422, "coupon_not_applicable"]);
    expect(plain(body.detail)).toBe(message);
    if (english) expect(plain(asked.body.detail)).toBe(english);
    expect(body.errors.map((error: Json) => error.message).join(" ")).toBe(body.detail);
  });

  test("a hint contains what is missing", async () => {
    const own = await openShop({ locale });
    const messageFor = async (body: object) => plain((await validate(own, body)).body.message);
    expect(await messageFor({ cart_total: 1000 })).toBe(nothing);
    await promote(own, { ...tenth, title: "From 2,000", min_order_amount: 200_000 });
    expect(await messageFor({ cart_total: 1000 })).toBe(hints[0]);
    const pairs = await openShop({ locale });
    await promote(pairs, { ...tenth, title: "A pair", min_quantity: 2 });
    expect(plain((await validate(pairs, { cart_total: 1000 })).body.message)).toBe(hints[1]);
    await promote(pairs, { ...tenth, title: "Code", code: "CODE" });
    expect(plain((await validate(pairs, { code: "CODE" })).body.message)).toBe(hints[2]);
  });

  test("a product card and a saving contain the title and the effect of the promotion", async () => {
    const own = await openShop({ locale });
    const { id, slug } = await own.product({ price: 500_000 });
    await promote(own, { title: "Summer", discount_type: "percentage", discount_value: 1250 });

    const seen = (await own.get(`/products/${slug}`)).body;
    expect(plain(seen.discount_text)).toBe(card);
    expect((await own.get("/products")).body.data[0].discount_text).toBe(seen.discount_text);
    const { body } = await validate(own, { items: [{ product_id: id, quantity: 1 }] });
    expect(plain(body.message)).toBe(saved);
    expect(body.applied_discounts[0]).toMatchObject({ title: "Summer" });
    expect(plain(body.applied_discounts[0].message)).toBe(messages[0]);
  });

  test("a promotion without a message has a text about its effect", async () => {
    const own = await openShop({ locale });
    const open = { is_discoverable: true, title: "T" };
    await promote(own, { ...open, discount_type: "percentage", discount_value: 1250 });
    await promote(own, { ...open, discount_type: "fixed_amount", discount_value: 50_000 });
    await promote(own, { ...open, discount_type: "free_shipping" });
    const deal = { ...open, discount_type: "buy_x_get_y" as const };
    await promote(own, { ...deal, discount_value: 10_000, buy_quantity: 2, get_quantity: 1 });
    await promote(own, { ...deal, discount_value: 5000, buy_quantity: 3, get_quantity: 2 });

    const { available_promotions } = (await validate(own, {})).body;

    expect(available_promotions.map(({ message }: Json) => plain(message))).toEqual(messages);
  });

  test("the merchant's message is used everywhere, unchanged", async () => {
    const own = await openShop({ locale });
    const { id, slug } = await own.product({ price: 500_000 });
    const message = "Profitez-en ! – اغتنموا الفرصة";
    await promote(own, {
      title: "Été",
      message,
      discount_type: "percentage",
      discount_value: 2000,
      is_discoverable: true,
    });

    expect((await own.get(`/products/${slug}`)).body.discount_text).toBe(message);
    const { body } = await validate(own, { items: [{ product_id: id, quantity: 1 }] });
    expect(body.applied_discounts[0]).toMatchObject({ title: "Été", message });
    expect(body.available_promotions[0]).toMatchObject({ title: "Été", message });
    expect(body.message).toContain(message);
    const placed = await ordered(own, [{ product_id: id, quantity: 1 }]);
    expect(placed.applied_discounts[0]).toMatchObject({ title: "Été", message });
  });
});

test("a change of the store's language changes the texts, also those of existing orders", async () => {
  const shop = await openShop({ locale: "ar" });
  await shop.transact((db) =>
    saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: null }]),
  );
  await promote(shop, { title: "توصيل", discount_type: "free_shipping" });
  const placed = await ordered(shop, [{ product_id: (await shop.product()).id, quantity: 1 }]);
  const messages = async () => (await validate(shop, { cart_total: 9 })).body.applied_discounts;
  expect([placed.applied_discounts, await messages()]).toMatchObject([
    [{ title: "توصيل", message: "توصيل مجاني" }],
    [{ message: "توصيل مجاني" }],
  ]);

  await runTool(shop, "store_update", { locale: "fr-DZ" });
  keyring.clearCache(); // otherwise the cached language is used for up to a second

  expect(await messages()).toMatchObject([{ title: "توصيل", message: "Livraison gratuite" }]);
  const tracked = async (query: string) =>
    (await shop.get(`/orders/track/${placed.order_number}${query}`)).body.applied_discounts;
  expect(await tracked("")).toMatchObject([{ title: "توصيل", message: "Livraison gratuite" }]);
  expect(await tracked("?locale=ar")).toEqual(placed.applied_discounts);
});
