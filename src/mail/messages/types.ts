import type { Formats } from "../../core/text/locale.ts";

/** The subject of a mail, and its first sentences. `order` is a number, `store` a name in any language. */
interface AboutOrder {
  subject(order: string, store: string): string;
  text(order: string): string;
}

/** The texts of mails, in one language; each language has a file. Amounts are formatted texts. */
export interface MailMessages {
  hello(name: string): string;
  placed: AboutOrder;
  shipped: AboutOrder;
  delivered: AboutOrder;
  refunded: { subject(order: string, store: string): string; text(order: string, amount: string): string };
  /** A line of an order. */
  units(quantity: number, product: string): string;
  /** The names of amounts and facts of an order. */
  names: Record<
    "subtotal" | "discount" | "delivery" | "rounding" | "total" | "toPay" | "carrier" | "trackingNumber",
    string
  >;
  followParcel: string;
  newPassword: {
    subject(store: string): string;
    /** The link works once, for an hour. */
    text(store: string): string;
    link: string;
    ignore: string;
  };
  /** To people who work in stores. Their links work once, for three days. */
  staffInvitation: { subject(store: string): string; text(store: string): string; link: string; ignore: string };
  staffPassword: { subject(sender: string): string; text: string; link: string; ignore: string };
}

/** Makes the texts of a language, with the number formats of a country. */
export type MailMessagesFor = (formats: Formats) => MailMessages;
