import { describe, expect, test } from "vitest";
import { type Json, openShop, type Shop } from "../support/app.ts";
import { signUp } from "../support/customers.ts";
import { BUYER, cartWith, order, promote, variantsOf } from "../support/selling.ts";

/** What a shopper is told on the way from a product to an order, step by step, with plain spaces. */
const TOLD: Record<string, string[]> = {
  ar: [
    "لا يوجد في هذا المتجر منتج باسم «⁨burnous⁩».",
    "لهذا المنتج عدة خيارات: اختر واحدًا منها (⁨variant_id⁩).",
    "يجب ألّا تقلّ الكمية عن 1.",
    "لا يمكن طلب أكثر من قطعتين من «⁨Robe⁩».",
    "هذه السلة غير موجودة، وربما انتهت صلاحيتها.",
    "يجب أن يكون طول كلمة المرور بين 8 و128 حرفًا.",
    "البريد الإلكتروني غير صالح.",
    "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
    "أضف منتجات بقيمة 3.000 د.ج. لاستعمال الرمز «⁨RICH⁩».",
    "يُرجى إدخال الاسم.",
    "رقم الهاتف غير صالح.",
    "الرمز «⁨NOPE⁩» غير موجود.",
    "لا يمكن طلب أكثر من قطعة واحدة من «⁨Robe⁩»، وقد طلبت 2.",
    "خصم 10%",
    "تم تأكيد طلب هذه السلة من قبل؛ أنشئ سلة جديدة.",
    "لا يوجد في هذا المتجر طلب بهذا الرقم.",
  ],
  fr: [
    "Cette boutique n’a pas de produit « burnous ».",
    "Ce produit existe en plusieurs variantes : choisissez-en une (variant_id).",
    "La quantité doit être de 1 au minimum.",
    "Seuls 2 exemplaires de « Robe » peuvent être commandés.",
    "Ce panier n’existe pas ou a expiré.",
    "Le mot de passe doit comporter de 8 à 128 caractères.",
    "L’adresse e-mail n’est pas valide.",
    "L’adresse e-mail ou le mot de passe est incorrect.",
    "Ajoutez encore 3 000 DA pour utiliser le code « RICH ».",
    "Indiquez le nom.",
    "Le numéro de téléphone n’est pas valide.",
    "Le code « NOPE » n’existe pas.",
    "Seul 1 exemplaire de « Robe » peut être commandé, et non 2.",
    "10 % de remise",
    "Ce panier a déjà été commandé : créez un nouveau panier.",
    "Cette boutique n’a pas de commande portant ce numéro.",
  ],
  en: [
    'This store has no product "burnous".',
    "The product comes in variants: send the variant_id of one.",
    "The quantity must be at least 1.",
    'Only 2 of "Robe" can be ordered.',
    "This store has no such cart; it may have expired.",
    "The password must have 8 to 128 characters.",
    "The e-mail address is not valid.",
    "Invalid credentials",
    'Add DZD 3,000 more to use the code "RICH".',
    "The name is required.",
    "The phone number is not valid.",
    'There is no code "NOPE".',
    'Only 1 of "Robe" can be ordered, not 2.',
    "10% off",
    "This cart is an order already; create a new cart.",
    "This store has no order of this number.",
  ],
};

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ").replace(/[\u200e\u200f\u061c]/g, "");

/** A shopper who does everything wrong once, and orders in the end. `locale` is the language that the shopper asks for. */
async function tripIn(shop: Shop, locale: string): Promise<string[]> {
  const { slug, id: product_id } = await shop.product({
    name: "Robe",
    options: [{ name: "Taille", values: ["M"] }],
    variants: [{ option_values: { Taille: "M" }, inventory_quantity: 2, price: 200_000 }],
  });
  const { M: variant_id = "" } = await variantsOf(shop, slug);
  await signUp(shop, { email: `${slug}@example.dz` });
  const asked = (path: string) => `${path}?locale=${locale}`;
  const post = async (path: string, body: object) => (await shop.post(asked(path), body)).body;
  const cart_id = await cartWith(shop);
  const add = (given: object) => post(`/cart/${cart_id}/items`, { product_id, quantity: 1, ...given });
  const place = (given: object = {}) => post("/orders", { cart_id, ...BUYER, ...given });
  const person = { email: `${slug}@example.dz`, full_name: "Karim", password: "short" };
  const item = { product_id, variant_id, quantity: 1 };

  const told = [
    (await shop.get(asked("/products/burnous"))).body,
    await add({}),
    await add({ variant_id, quantity: 0 }),
    await add({ variant_id, quantity: 3 }),
    (await shop.get(asked(`/cart/${product_id}`))).body,
    await post("/auth/signup", person),
    await post("/auth/signup", { ...person, email: "karim" }),
    await post("/auth/login", person),
    await post("/coupons/validate", { code: "RICH", items: [item] }),
  ];
  await add({ variant_id, quantity: 2 });
  told.push(
    await place({ customer_name: " " }),
    await place({ customer_phone: "none" }),
    await place({ coupon_code: "NOPE" }),
  );
  await order(shop, await cartWith(shop, item));
  told.push(await place());
  const item_id = (await shop.get(`/cart/${cart_id}`)).body.items[0].id;
  await shop.patch(`/cart/${cart_id}/items/${item_id}`, { quantity: 1 });
  const placed = await place({ coupon_code: "TENTH" });
  told.push({ message: placed.applied_discounts[0].message }, await add({ variant_id }));
  told.push((await shop.get(asked("/orders/track/ORD-2026-NOWHERE1"))).body);
  return told.map(({ detail, message }: Json) => plain(detail ?? message));
}

describe.each(["ar-DZ", "fr", "en"])("in a store in %s", (locale) => {
  test("a shopper is told everything in the language that they ask for", async () => {
    const shop = await openShop({ locale });
    await promote(shop, { title: "Tenth", code: "TENTH", discount_type: "percentage", discount_value: 1000 });
    const rich = { discount_type: "percentage" as const, discount_value: 1000, min_order_amount: 500_000 };
    await promote(shop, { title: "Rich", code: "RICH", ...rich });
    for (const [language, sentences] of Object.entries(TOLD)) {
      expect([language, await tripIn(shop, language)]).toEqual([language, sentences]);
    }
  });
});
