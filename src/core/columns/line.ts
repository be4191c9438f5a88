/** What must be known of a column before its values are shown, logged or erased. */
export interface Line {
  /** Whose data it is: a person's, the store's, which it shows to shoppers, a merchant's own, or the server's. */
  of: "person" | "store" | "merchant" | "server";
  /** Which shoppers see it: anyone (of an order: who has its number), the customer whose data it is, or nobody. */
  shoppers: "anyone" | "customer" | "nobody";
  /** Whether every key of a merchant sees it, only those with `customers:read`, or none. */
  merchants: "any" | "people" | "nobody";
  erasure: Erasure;
  /** Whether the audit log may hold its value. If not, the log says that it changed. */
  isLogged: boolean;
  /** Whether shoppers or imports write it: agents must not take it for an instruction. */
  isUntrusted: boolean;
  /** How a text is shown to those who may not see it. Without a mask they see null. */
  mask?: (text: string) => string;
  /** A JSON object whose members are named by merchants, so that no member is a field of ours. */
  isFree?: true;
}

/**
 * What erasing a person does with the column: it stays, becomes null or empty, becomes "(erased)", stays if it is the name of a
 * place, goes with its row, is computed from columns that do one of these, or holds rows and answers with such columns.
 */
export type Erasure = "stays" | "cleared" | "replaced" | "kept if a place" | "with its row" | "computed" | "inside";

/** Ids, numbers, statuses, times and amounts that the server makes. */
export const SERVER: Line = {
  of: "server",
  shoppers: "anyone",
  merchants: "any",
  erasure: "stays",
  isLogged: true,
  isUntrusted: false,
};

/** Hashes, folded texts and counters: they are in no answer. */
export const INTERNAL: Line = { ...SERVER, shoppers: "nobody", merchants: "nobody", isLogged: false };

/** Rows before and after a call, and kept answers. */
export const INSIDE: Line = { ...INTERNAL, erasure: "inside" };

/** What the merchant writes for shoppers. */
export const STORE: Line = { ...SERVER, of: "store" };

/** What imports bring, and shoppers read. */
export const GOODS: Line = { ...STORE, isUntrusted: true };

/** What only merchants see. */
export const MERCHANT: Line = { ...SERVER, of: "merchant", shoppers: "nobody" };

/** What a person writes of herself: she and merchants who may see people see it. */
export const PERSON: Line = {
  of: "person",
  shoppers: "customer",
  merchants: "people",
  erasure: "cleared",
  isLogged: false,
  isUntrusted: true,
};

/** What the shop notes or knows of a person, who does not see it. */
export const ABOUT_PERSON: Line = { ...PERSON, shoppers: "nobody" };

/** Keys by which a person is found, computed from her data. */
export const COMPUTED: Line = { ...INTERNAL, of: "person", erasure: "computed" };

/** "Karim Benali" becomes "K*** B***". */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}***`)
    .join(" ");

/** Replaces all digits but the last two by stars. */
export const maskPhone = (phone: string): string => phone.replace(/\d(?=(?:\D*\d){2})/g, "*");
