import type { Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import type { Called } from "../support/operations.ts";

/** Helpers for the tests of changes_list. */

/** Creates a key of this name. */
export const newKey = async (shop: Shop, name: string) => {
  const key = await shop.createKey({ kind: "secret", name });
  return { ...key, prefix: key.key.slice(0, 11) };
};

/** Saves a promotion. */
export const promotion = (shop: Shop, title: string, more: object = {}, key?: string) =>
  runTool(shop, "promotions_save", { title, discount_type: "percentage", discount_value: 5, ...more }, key);

/** Calls changes_list, and returns its data. */
export const listed = (shop: Shop, args: object = {}): Promise<Called["data"]> => runTool(shop, "changes_list", args);
