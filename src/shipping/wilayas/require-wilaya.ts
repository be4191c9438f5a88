import { Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { closestWilayas } from "./closest-wilayas.ts";
import { findWilaya } from "./recognise-wilaya.ts";

/**
 * Requires that `text` names a wilaya, or a commune that only one wilaya has: a name that is not recognised would get the
 * rate of everywhere else. Outside Algeria any region is allowed. Throws `invalid_value` with the closest wilayas.
 */
export function requireWilaya({ country }: Pick<SiteDb, "country">, path: string, text: string): void {
  if (country === "DZ" && text.trim() !== "" && !findWilaya({ wilaya: text })) throw unknownWilaya(path, text);
}

/** The problem for a text that names no wilaya; `others` are further values that the caller allows. */
export function unknownWilaya(path: string, text: string, others: string[] = []): Problem {
  const close = closestWilayas(text).map(({ code, name_fr }) => `${code} (${name_fr})`);
  const message = `"${text}" is not a wilaya${close.length > 0 ? `; the closest are ${close.join(", ")}` : ", and no wilaya's name is close to it"}`;
  return new Problem("invalid_value", `${path}: ${message}.`, {
    errors: [{ path, message }],
    extra: { allowed: ["1 to 69", "a wilaya's French or Arabic name", ...others] },
  });
}
