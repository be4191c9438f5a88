/** The body of an order, the same for all orders. */
export const buyer = (cart_id: string) => ({
  cart_id,
  customer_name: "Karim Benali",
  customer_phone: "0550 12 34 56",
  customer_wilaya: "16",
  shipping_address: { line1: "12 rue Didouche Mourad", method: "home" },
});
