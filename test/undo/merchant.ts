import { expect } from "vitest";
import { app, type Json, type Shop } from "../support/app.ts";
import { type Called, call, callConfirmed } from "../support/operations.ts";
import { deliveringShop } from "../support/selling.ts";

/** The operations that tests of undoing call. */
const DELETE: Record<string, (ref: string) => readonly [name: string, args: object]> = {
  product: (ref: string) => ["catalog_delete", { kind: "product", item: ref }],
  category: (ref: string) => ["catalog_delete", { kind: "category", item: ref }],
  collection: (ref: string) => ["catalog_delete", { kind: "collection", item: ref }],
  promotion: (ref: string) => ["catalog_delete", { kind: "promotion", item: ref }],
  page: (ref: string) => ["content_delete", { kind: "page", slug: ref }],
  menu: (ref: string) => ["content_delete", { kind: "menu", slug: ref }],
};
const CREATE_PRODUCT = "products_save";
const UPDATE_PRODUCT = "products_save";
const UNDO = "changes_undo";

/** The merchant of a store, who works by tools. */
export class Merchant {
  readonly shop: Shop;

  constructor(shop: Shop) {
    this.shop = shop;
  }

  static async open(): Promise<Merchant> {
    return new Merchant(await deliveringShop());
  }

  /** Runs an operation, with a confirm token where it wants one, and expects success. Answers its data. */
  async do(name: string, args: object): Promise<Json> {
    const first = await call(this.shop, name, args);
    const isHeld = first.problem?.code === "confirmation_required";
    const { problem, data } = isHeld ? await callConfirmed(this.shop, name, args) : first;
    expect(problem, `${name} ${JSON.stringify(args)}`).toBeUndefined();
    return data;
  }

  /** The same; answers the id of the change. */
  async change(name: string, args: object): Promise<string> {
    const { change_id } = await this.do(name, args);
    expect(change_id, name).toEqual(expect.any(String));
    return change_id;
  }

  createProduct(args: object): Promise<string> {
    return this.change(CREATE_PRODUCT, { status: "active", price: 10, ...args });
  }

  updateProduct(product: string, args: object): Promise<string> {
    return this.change(UPDATE_PRODUCT, { product, ...args });
  }

  /** `what`: product, category, collection, promotion, page or menu. */
  delete(what: string, ref: string): Promise<string> {
    const [name, args] = DELETE[what]?.(ref) ?? ["", {}];
    return this.change(name, args);
  }

  /** Undoes changes, expects success and that nothing was left. Answers the id of the undo. */
  async undo(...changes: string[]): Promise<string> {
    const { problem, data } = await this.tryUndo(changes);
    expect(problem, JSON.stringify(problem)).toBeUndefined();
    expect(data.conflicts).toEqual([]);
    return data.change_id;
  }

  /** Undoes what can be undone; answers why the rest stays. */
  async undoPartly(...changes: string[]): Promise<string[]> {
    const { problem, data } = await this.tryUndo(changes, { skip_changed: true });
    expect(problem, JSON.stringify(problem)).toBeUndefined();
    return data.conflicts.map(shownConflict);
  }

  tryUndo(changes: string[], rest: object = {}): Promise<Called> {
    return call(this.shop, UNDO, { changes, ...rest });
  }

  /** The code of a refused undo, with its conflicts. */
  async refusalOf(...changes: string[]): Promise<string[]> {
    const reply = await app.inject({
      method: "POST",
      url: `/api/v1/admin/${UNDO}`,
      headers: { authorization: `Bearer ${this.shop.secret_key}` },
      payload: { changes },
    });
    const { code, conflicts = [] } = reply.json();
    return [code, ...conflicts.map(shownConflict)];
  }

  /** The stock of the variant of this SKU. */
  async stockOf(sku: string): Promise<number> {
    const { data } = await this.do("inventory_search", { query: sku, response_format: "detailed" });
    return data.find((row: { sku: string }) => row.sku === sku)?.inventory_quantity;
  }

  /** The slugs that a storefront list shows, in its order. */
  async slugs(path: string): Promise<string[]> {
    return (await this.shop.get(path)).body.data.map(({ slug }: { slug: string }) => slug);
  }
}

const shownConflict = ({ entity, label, fields = [], reason }: Json): string =>
  [`${entity} ${label}`, ...fields, reason].join(", ");
