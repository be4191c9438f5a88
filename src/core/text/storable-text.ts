import { Problem } from "../problem.ts";

/** Throws `invalid_value` naming the first text inside the value that PostgreSQL would not take. */
export function requireKeepable(value: unknown): void {
  const steps = unkeepable(value);
  if (steps === undefined) return;
  const path = steps.join(".");
  const message = "holds a character that cannot be kept (U+0000, or half of a surrogate pair)";
  throw new Problem("invalid_value", `${path || "A name"} ${message}.`, { errors: [{ path, message }] });
}

/** The way to the first such text; undefined when all is well. */
function unkeepable(value: unknown): string[] | undefined {
  if (typeof value === "string") return isKeepable(value) ? undefined : [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const name of Object.keys(value)) {
    if (!isKeepable(name)) return [];
    const steps = unkeepable((value as Record<string, unknown>)[name]);
    if (steps) return [name, ...steps];
  }
  return undefined;
}

const isKeepable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
