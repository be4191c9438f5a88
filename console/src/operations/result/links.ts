import { REFERENCES, type Reference, type Thing } from "../../api/things.ts";

/** Where a thing is shown: an operation, and its arguments. */
export interface ThingLink {
  name: string;
  search: Record<string, string>;
}

type Row = Readonly<Record<string, unknown>>;

/** Fields of answers that name a thing, as it is named to operations. */
const FIELDS: Readonly<Record<string, Thing>> = {
  order_number: "order",
  product: "product",
  product_id: "product",
  customer_id: "customer",
  change_id: "change",
  job_id: "job",
};

function linkTo(thing: Thing, sent: unknown): ThingLink | undefined {
  const { shows }: Reference = REFERENCES[thing];
  return shows && typeof sent === "string" && sent !== ""
    ? { name: shows.operation, search: { [shows.argument]: sent } }
    : undefined;
}

/** Where the thing is shown that a field names. */
export const linkOfField = (field: string, value: unknown): ThingLink | undefined =>
  FIELDS[field] && linkTo(FIELDS[field], value);

/** Where the thing is shown that a row of an operation's list is. */
export function linkOfRow(operation: string, row: Row): ThingLink | undefined {
  for (const thing of Object.keys(REFERENCES) as Thing[]) {
    const reference: Reference = REFERENCES[thing];
    if (reference.list !== operation || reference.shows === undefined) continue;
    const link = linkTo(
      thing,
      reference.sends.map((field) => row[field]).find((value) => typeof value === "string"),
    );
    if (link && link.name !== operation) return link;
  }
  return undefined;
}
