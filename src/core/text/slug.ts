import { newId } from "../ids.ts";
import { invalidValue, Problem } from "../problem.ts";
import { foldKeepingArabic, wordsIn } from "./fold.ts";

const SLUG = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u;
const MAX_LENGTH = 200;
const SUFFIX_LENGTH = 40;

/** Validates a slug that a merchant chose; any alphabet is allowed. Throws `invalid_value`. */
export function readSlug(slug: string): string;
export function readSlug(slug: string | undefined): string | undefined;
export function readSlug(slug: string | undefined): string | undefined {
  if (slug === undefined || (SLUG.test(slug) && slug.length <= MAX_LENGTH)) return slug;
  throw invalidValue(
    "slug",
    `must be lower-case letters and digits with single hyphens, at most ${MAX_LENGTH} characters`,
  );
}

/** The refusal for a slug that another entity of the same kind already has. `what`: the kind, "product". */
export const slugTaken = (what: string, slug: string): Problem =>
  new Problem("slug_taken", `Another ${what} has the slug "${slug}".`, {
    errors: [{ path: "slug", message: "is taken" }],
  });

/** The slug made from a title, or `fallback` when the title has no letters or digits. */
export const slugOf = (title: string, fallback: string): string => {
  const letters = [...(wordsIn(foldKeepingArabic(title)).join("-") || fallback)];
  return letters
    .slice(0, MAX_LENGTH - SUFFIX_LENGTH)
    .join("")
    .replace(/-$/, "");
};

const MAX_NUMBER = 20;

/** An unused slug for a title: the plain slug, else with the first free number from 2, else with a new id. */
export async function freeSlug(title: string, fallback: string, isTaken: (slug: string) => Promise<boolean>) {
  const slug = slugOf(title, fallback);
  for (let number = 1; number <= MAX_NUMBER; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!(await isTaken(candidate))) return candidate;
  }
  return `${slug}-${newId()}`;
}
