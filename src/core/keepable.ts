import { Problem } from "./problem.ts";

/** Throws `invalid_value` naming the first text inside the value that PostgreSQL would not take. */
export function requireKeepable(value: unknown): void {
  const path = unkeepable(value);
  if (path === undefined) return;
  const message = "holds a character that cannot be kept (U+0000, or half of a surrogate pair)";
  throw new Problem("invalid_value", `${path || "A name"} ${message}.`, { errors: [{ path, message }] });
}

/** The dotted path of the first such text; undefined when all is well. */
function unkeepable(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return isKeepable(value) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (!isKeepable(key)) return path;
    const found = unkeepable(inner, path ? `${path}.${key}` : key);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isKeepable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
