import { unacceptable } from "./problem.ts";

const SLUG = /^[\p{Ll}\p{Lo}\p{M}\p{N}]+(-[\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u;
const LONGEST = 200;

/** A slug as a merchant may choose it, of any alphabet. Throws `invalid_value`. */
export function readSlug(slug: string): string;
export function readSlug(slug: string | undefined): string | undefined;
export function readSlug(slug: string | undefined): string | undefined {
  if (slug === undefined || (SLUG.test(slug) && slug.length <= LONGEST)) return slug;
  throw unacceptable("slug", `must be lower-case letters and digits with single hyphens, at most ${LONGEST}`);
}
