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
  staffInvitation: {
    subject: (store) => `Invitation to work in ${store}`,
    text: (store) =>
      `You are invited to work in the store ${store}. Accept by this link; it works once, for three days.`,
    link: "Accept the invitation",
    ignore: "If you do not know this store, you need do nothing.",
  },
  staffPassword: {
    subject: (sender) => `Choose a new password – ${sender}`,
    text: "Choose a new password for your work account by this link; it works once, for three days.",
    link: "Choose a new password",
    ignore: "If you did not ask for it, you need do nothing: your password stays as it is.",
  },
});
