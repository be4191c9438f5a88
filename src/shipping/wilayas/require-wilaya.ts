import { Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { closestWilayas } from "./closest-wilayas.ts";
import { findWilaya } from "./recognise-wilaya.ts";

/**
 * Holds a merchant to wilayas that there are: what is not recognised would cost the rate for everywhere. A commune's
 * name does as well, unless several wilayas share it. Throws `invalid_value` with the closest wilayas. Elsewhere than in
 * Algeria any region will do.
 */
export function requireWilaya({ country }: Pick<SiteDb, "country">, path: string, text: string): void {
  if (country === "DZ" && text.trim() !== "" && !findWilaya({ wilaya: text })) throw noWilaya(path, text);
}

/** The refusal of what is no wilaya; `others` is what may be said in its place. */
export function noWilaya(path: string, text: string, others: string[] = []): Problem {
  const close = closestWilayas(text).map(({ code, name_fr }) => `${code} (${name_fr})`);
  const message = `"${text}" is no wilaya${close.length > 0 ? `; close are ${close.join(", ")}` : ", and no wilaya's name is close to it"}`;
  return new Problem("invalid_value", `${path}: ${message}.`, {
    errors: [{ path, message }],
    extra: { allowed: ["1 to 69", "a wilaya's French or Arabic name", ...others] },
  });
}
