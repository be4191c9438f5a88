import { newId } from "../ids.ts";
import { invalidValue, Problem } from "../problem.ts";
import { foldedButArabic, wordsIn } from "./fold.ts";

const SLUG = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u;
const LONGEST = 200;
const ROOM_FOR_ENDING = 40;

/** A slug as a merchant may choose it, of any alphabet. Throws `invalid_value`. */
export function readSlug(slug: string): string;
export function readSlug(slug: string | undefined): string | undefined;
export function readSlug(slug: string | undefined): string | undefined {
  if (slug === undefined || (SLUG.test(slug) && slug.length <= LONGEST)) return slug;
  throw invalidValue("slug", `must be lower-case letters and digits with single hyphens, at most ${LONGEST}`);
}

/** The refusal of a slug that another thing of the kind has. */
export const slugTaken = (what: string, slug: string): Problem =>
  new Problem("slug_taken", `Another ${what} has the slug "${slug}".`, {
    errors: [{ path: "slug", message: "is taken" }],
  });

/** The slug that a title makes by itself; one of symbols only makes `otherwise`. */
export const slugOf = (title: string, otherwise: string): string => {
  const letters = [...(wordsIn(foldedButArabic(title)).join("-") || otherwise)];
  return letters
    .slice(0, LONGEST - ROOM_FOR_ENDING)
    .join("")
    .replace(/-$/, "");
};

const MAX_NUMBERED = 20;

/** The slug of a title, or with the first number that makes it free, or with something random. */
export async function freeSlug(title: string, otherwise: string, isTaken: (slug: string) => Promise<boolean>) {
  const slug = slugOf(title, otherwise);
  for (let number = 1; number <= MAX_NUMBERED; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!(await isTaken(candidate))) return candidate;
  }
  return `${slug}-${newId()}`;
}
