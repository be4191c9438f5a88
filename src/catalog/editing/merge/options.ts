import { invalidValue, type Problem } from "../../../core/problem.ts";
import { truncate } from "../../../core/text/truncate.ts";
import type { AdminProduct } from "../admin-queries.ts";
import type { ProductInput, VariantInput } from "../input.ts";
import { MAX_ENTRY, MAX_OPTIONS, MAX_VARIANTS } from "../limits.ts";
import type { ProductPatch } from "../patch.ts";

export type Options = ProductInput["options"];
export type NamedOptions = { name: string; values?: string[] | undefined }[];

const MAX_NAME_LENGTH = 255;

/** The value of an option; own properties only, because an option may be called "constructor". */
const valueUnder = (values: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** The patch's options, else the product's, else those the variants use; each with every value in use. */
export function mergeOptions(
  current: AdminProduct | null,
  { options }: ProductPatch,
  variants: VariantInput[],
): Options {
  const used = variants.flatMap(({ option_values }) => Object.keys(option_values));
  const stored = current?.options.length ? current.options : undefined;
  const named: NamedOptions = options ?? stored ?? [...new Set(used)].map((name) => ({ name }));
  return named.map(({ name, values: given = [] }, i) => {
    const inUse = variants.flatMap(({ option_values }) => valueUnder(option_values, name) ?? []);
    const values = options ? given : given.map((value) => (inUse.includes(value) ? value : renamed(value, name)));
    const unused = options ? values.filter((value) => !inUse.includes(value)) : [];
    if (unused.length > 0) {
      throw invalidValue(`options.${i}.values`, `must be values of variants; no variant is ${unused.join(", ")}`);
    }
    const kept = values.filter((value) => inUse.includes(value));
    return { name, values: [...new Set([...kept, ...inUse])] };
  });

  /** The value that replaced this one in the first variant that had it: a renamed value keeps its position. */
  function renamed(value: string, name: string): string {
    const had = current?.variants.find(({ option_values }) => valueUnder(option_values, name) === value);
    const now = variants.find(({ id }) => id !== undefined && id === had?.id);
    return (now && valueUnder(now.option_values, name)) ?? value;
  }
}

/**
 * Throws `invalid_value` when values that variants have are missing and others are new: the caller may want to rename a
 * value, and would get new variants without stock. The message says how to add and how to rename.
 */
export function refuseRenaming(options: NamedOptions, variants: VariantInput[]): void {
  for (const [i, { name, values = [] }] of options.entries()) {
    const used = [...new Set(variants.flatMap(({ option_values }) => valueUnder(option_values, name) ?? []))];
    const added = values.filter((value) => !used.includes(value));
    const missing = used.filter((value) => !values.includes(value));
    if (added.length === 0 || missing.length === 0) continue;
    const example = JSON.stringify({ id: "…", option_values: { [name]: added[0] } });
    throw invalidValue(
      `options.${i}.values`,
      `must list all existing values (see allowed) to add more; to rename a value, send its variants with their ids in variants: ${truncate(example)}`,
      { allowed: used },
    );
  }
}

/** Compares variants by the order of their options' values. */
export const byOptions =
  (options: Options) =>
  (one: VariantInput, other: VariantInput): number => {
    const position = ({ option_values }: VariantInput, { name, values }: Options[number]) =>
      values.indexOf(valueUnder(option_values, name) ?? "");
    const first = options.find((option) => position(one, option) !== position(other, option));
    return first ? position(one, first) - position(other, first) : 0;
  };

type OfOptions = Pick<VariantInput, "id" | "option_values">;

/**
 * The refusal of variants that do not fit the options: every variant has one value of each option, no two have the same values,
 * there is one at least, and the options have all their values. It names variants of a new product by their index, those of an existing one by id.
 */
export function optionsFault(options: Options, variants: OfOptions[], isNew: boolean): Problem | undefined {
  const names = options.map(({ name }) => name);
  if (variants.length === 0) return invalidValue("variants", "must be at least one");
  if (options.length > MAX_OPTIONS) return invalidValue("options", `must be at most ${MAX_OPTIONS}`);
  if (variants.length > MAX_VARIANTS) return invalidValue("variants", `must be at most ${MAX_VARIANTS}`);
  if (names.some((name) => !name.trim() || name.length > MAX_NAME_LENGTH)) {
    return invalidValue("options", `must have names of 1 to ${MAX_NAME_LENGTH} characters`);
  }
  if (new Set(names).size < names.length) return invalidValue("options", "must have different names");
  if (options.length === 0 && variants.length > 1) {
    return invalidValue("variants", "must differ by options; remove_variants takes away all but one");
  }
  const seen = new Set<string>();
  for (const [i, { id, option_values }] of variants.entries()) {
    const path = isNew ? `variants.${i}.option_values` : "variants";
    const missing = names.filter((name) => !valueUnder(option_values, name)?.trim());
    const unknown = Object.keys(option_values).filter((name) => !names.includes(name));
    if (!isNew && missing.length + unknown.length > 0) return optionMismatch(names, missing.length > 0, id);
    if (missing.length > 0) return invalidValue(path, `must have a value for ${missing.join(", ")}`);
    if (unknown.length > 0) {
      const known = names.length > 0 ? `the options are ${names.join(", ")}` : "the product has no options";
      return invalidValue(path, `must not have ${unknown.join(", ")}: ${known}`);
    }
    if (Buffer.byteLength(JSON.stringify(option_values)) > MAX_ENTRY) return invalidValue(path, "are too long");
    const combination = JSON.stringify(names.map((name) => option_values[name]));
    if (seen.has(combination)) return invalidValue(path, "must not be those of another variant");
    seen.add(combination);
  }
  const isListed = ({ option_values }: OfOptions) =>
    options.every(({ name, values }) => values.includes(valueUnder(option_values, name) ?? ""));
  if (!variants.every(isListed)) return invalidValue("options", "must have all values of the variants");
  return undefined;
}

/** The refusal for an existing product. Its options' names may come from an import, so only the data holds them. */
function optionMismatch(names: string[], hasNoValue: boolean, id: string | undefined): Problem {
  const which = id ? `variant ${id}` : "a new variant";
  const message = hasNoValue
    ? `must have a value for each option: ${which} lacks one; to rename an option or a value, send its variants with their ids and all option_values`
    : `must not have values of other options than the product's: ${which} has one`;
  return invalidValue("variants", message, { allowed: names });
}

/** Every combination of the options' values. Throws `invalid_value` for too many, and for an option without values. */
export function combinations(named: NamedOptions): Record<string, string>[] {
  const options = named.map(({ name, values }) => ({ name, values: [...new Set(values)] }));
  const count = options.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_VARIANTS) throw invalidValue("options", `must give at most ${MAX_VARIANTS} variants`);
  if (count === 0) throw invalidValue("options", "must each have values, unless variants are sent");
  return options.reduce<Record<string, string>[]>(
    (sofar, { name, values }) => sofar.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** The combinations with at least one value that no variant has yet. */
export function newCombinations(options: NamedOptions, variants: VariantInput[]): Record<string, string>[] {
  const isNew = (name: string, value: string) =>
    !variants.some(({ option_values }) => valueUnder(option_values, name) === value);
  const complete = options.map(({ name, values }) => ({
    name,
    values: [...new Set([...variants.flatMap((one) => valueUnder(one.option_values, name) ?? []), ...(values ?? [])])],
  }));
  const anyNew = options.some(({ name, values = [] }) => values.some((value) => isNew(name, value)));
  if (!anyNew) return [];
  return combinations(complete).filter((one) => Object.entries(one).some(([name, value]) => isNew(name, value)));
}
