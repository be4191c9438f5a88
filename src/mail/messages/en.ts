import type { MailMessagesFor } from "./types.ts";

export const english: MailMessagesFor = ({ count }) => ({
  hello: (name) => `Hello ${name},`,
  placed: {
    subject: (order, store) => `Your order ${order} – ${store}`,
    text: (order) => `Thank you. We have received your order ${order}.`,
  },
  shipped: {
    subject: (order, store) => `Your order ${order} is on its way – ${store}`,
    text: (order) => `Your order ${order} is on its way.`,
  },
  delivered: {
    subject: (order, store) => `Your order ${order} was delivered – ${store}`,
    text: (order) => `Your order ${order} was delivered. Thank you for your purchase.`,
  },
  refunded: {
    subject: (order, store) => `Refund for your order ${order} – ${store}`,
    text: (order, amount) => `We have refunded ${amount} in all for your order ${order}.`,
  },
  units: (quantity, product) => `${count(quantity)} × ${product}`,
  names: {
    subtotal: "Subtotal",
    discount: "Discount",
    delivery: "Delivery",
    rounding: "Rounding",
    total: "Total",
    toPay: "To pay on delivery",
    carrier: "Carrier",
    trackingNumber: "Tracking number",
  },
  followParcel: "Follow the parcel",
  newPassword: {
    subject: (store) => `Choose a new password – ${store}`,
    text: (store) =>
      `Somebody has asked for a new password for your account at ${store}. Choose it by this link; it works once, for an hour.`,
    link: "Choose a new password",
    ignore: "If it was not you, you need do nothing: your password stays as it is.",
  },
});
