import type { ShownPicture } from "../core/pictures/shown.ts";
import type { SiteDb } from "../db/database.ts";
import { heightAt, widthsBelow } from "./kinds.ts";
import { findShown } from "./queries.ts";

/** An address has at most so many characters before the path of its picture. */
const MAX_ORIGIN = 300;
/** What cannot be in an address, in JSON or in HTML inside of it. */
const BOUNDS = new Set("\"'\\ \n<>()=,");

/** What is known of this store's pictures that an answer names, by the addresses by which it does. */
export async function picturesIn(db: SiteDb, answer: string): Promise<Record<string, ShownPicture>> {
  const path = new RegExp(`/media/${db.siteId}/([0-9a-f]{64})(?:-(\\d{3,4}))?\\.(?:jpg|png|webp|avif)`, "g");
  const named = new Map<string, { hash: string; width: number }>();
  for (const { 0: found, 1: hash = "", 2: width, index } of answer.matchAll(path)) {
    named.set(originBefore(answer, index) + found, { hash, width: width === undefined ? Infinity : Number(width) });
  }
  if (named.size === 0) return {};
  const rows = await findShown(db, [...new Set([...named.values()].map(({ hash }) => hash))]);
  const files = new Map(rows.map((file) => [file.hash, file]));
  return Object.fromEntries(
    [...named].flatMap(([address, { hash, width: asked }]) => {
      const file = files.get(hash);
      if (!file) return [];
      const width = Math.min(asked, file.width);
      const { placeholder } = file;
      return [[address, { width, height: heightAt(width, file), placeholder, widths: widthsBelow(file.width) }]];
    }),
  );
}

function originBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_ORIGIN && !BOUNDS.has(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}
