import { Problem } from "../problem.ts";

/** Throws `invalid_value` naming the first text inside a JSON value that PostgreSQL cannot store. */
export function requireStorable(value: unknown): void {
  const steps = pathOfUnstorable(value);
  if (steps === undefined) return;
  const path = steps.join(".");
  const message = "contains a character that cannot be stored (U+0000 or an unpaired surrogate)";
  throw new Problem("invalid_value", (say) => say.field.unstorable(path), {
    errors: [{ path, message }],
    forMerchants: `${path || "A name"} ${message}.`,
  });
}

/** The path to the first such text; undefined when there is none. */
function pathOfUnstorable(value: unknown): string[] | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const name of Object.keys(value)) {
    if (!isStorable(name)) return [];
    const steps = pathOfUnstorable((value as Record<string, unknown>)[name]);
    if (steps) return [name, ...steps];
  }
  return undefined;
}

const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
