import { Type } from "typebox";
import { addSales } from "../../src/catalog/inventory/queries.ts";
import { newId } from "../../src/core/ids.ts";
import { ALL_PRODUCTS } from "../../src/db/changes.ts";
import { sql } from "../../src/db/sql.ts";
import { newOrderNumber } from "../../src/orders/placing/order-number.ts";
import { insertOrder } from "../../src/orders/placing/queries.ts";
import { insertUses } from "../../src/promotions/uses-queries.ts";
import type { Answer, Shop } from "../support/app.ts";

const Line = Type.Object({
  id: Type.String(),
  variant_id: Type.String(),
  product_id: Type.String(),
  quantity: Type.Integer(),
  price: Type.Integer(),
  stock: Type.Integer(),
  status: Type.String(),
});
const Coupon = Type.Object({ id: Type.String(), used_count: Type.Integer(), usage_limit: Type.Integer() });

const TEN_PERCENT_COUPON = {
  code: "TENTH",
  title: "A tenth",
  message: "10% off",
  messages: null,
  promotion_type: "coupon",
  discount_type: "percentage",
  discount_value: 1000,
  target_type: "store",
  target_ids: [],
};

/**
 * A checkout as it is often written: look first, write later, trust what was seen. It is wrong under load, and here so
 * that the harness which passes the real one can be seen to catch it.
 */
export async function referenceCheckout(shop: Shop, cartId: string, coupon: string | null): Promise<Answer> {
  const lines = await shop.rows(
    Line,
    sql`
    select i.id, v.id as variant_id, v.product_id, i.quantity, v.price, v.inventory_quantity as stock, c.status
    from cart_items i
    join carts c on c.site_id = i.site_id and c.id = i.cart_id
    join variants v on v.site_id = i.site_id and v.id = i.variant_id
    where i.site_id = ${shop.id} and i.cart_id = ${cartId}
    order by i.id
  `,
  );
  const [found] = await shop.rows(
    Coupon,
    sql`select id, used_count, usage_limit from promotions where site_id = ${shop.id} and code = ${coupon}`,
  );
  if (lines.length === 0) return refused(422, "cart_empty");
  if (lines.some(({ status }) => status === "converted")) return refused(409, "cart_converted");
  if (lines.some(({ stock, quantity }) => stock < quantity)) return refused(422, "insufficient_stock");
  if (found && found.used_count >= found.usage_limit) return refused(422, "coupon_not_applicable");

  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const discount = found ? subtotal / 10 : 0;
  const id = newId();
  const items = lines.map(({ id, variant_id, product_id, quantity, price }, i) => ({
    id,
    position: i + 1,
    product_id,
    variant_id,
    product_name: "naive",
    product_slug: "naive",
    product_image: null,
    variant_title: "Default",
    variant_options: [],
    sku: null,
    price,
    compare_at_price: null,
    quantity,
    subtotal: price * quantity,
    discount: found ? (price * quantity) / 10 : 0,
  }));
  await shop.transact(async (db) => {
    db.changed([...ALL_PRODUCTS, "promotions"]);
    await db.run(sql`update carts set status = 'converted' where site_id = ${shop.id} and id = ${cartId}`);
    for (const { variant_id, stock, quantity } of lines) {
      await db.run(
        sql`update variants set inventory_quantity = ${stock - quantity} where site_id = ${shop.id} and id = ${variant_id}`,
      );
    }
    if (found) {
      await db.run(
        sql`update promotions set used_count = ${found.used_count + 1} where site_id = ${shop.id} and id = ${found.id}`,
      );
    }
    const order = {
      id, order_number: newOrderNumber(db.now), cart_id: cartId, customer_id: null, payment_method: "cod", subtotal, discount,
      shipping_cost: 0, rounding: 0, total: subtotal - discount, items_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      coupon_code: coupon, applied_discounts: found ? [{ ...TEN_PERCENT_COUPON, id: found.id, discount_amount: discount }] : [],
      customer_name: "N", customer_phone: "+213550123456", customer_email: null,
      customer_wilaya: null, wilaya_code: null, customer_commune: null, delivery_method: "home" as const, shipping_address: null,
      customer_notes: null,
      locale: null,
    }; // biome-ignore format: an order
    await insertOrder(db, order, items, { id: newId(), actor: "shopper" });
    if (found)
      await insertUses(db, [{ promotion_id: found.id, amount: discount, is_counted: true }], id, {
        customer_id: null,
        phone: order.customer_phone,
        email: null,
      });
    await addSales(
      db,
      items.map(({ product_id, quantity }) => ({ product_id, units: quantity })),
    );
    for (const item of items) {
      await db.run(sql`
        insert into stock_movements (site_id, id, variant_id, quantity, reason, order_id, order_item_id, created_at)
        values (${shop.id}, ${newId()}, ${item.variant_id}, ${-item.quantity}, 'sale', ${id}, ${item.id}, ${db.now})
      `);
    }
  });
  return { status: 201, body: { id, subtotal: subtotal / 100, discount: discount / 100, items }, headers: {} };
}

const refused = (status: number, code: string): Answer => ({ status, body: { code }, headers: {} });
