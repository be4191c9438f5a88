import { htmlTokenizer } from "../core/text/html-tokens.ts";

/** The HTML with the addresses of its pictures as `at` gives them; the rest stays as it is. */
export function withPictures(html: string, at: (address: string) => string): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of addressesIn(html)) {
    const given = html.slice(start, end).replaceAll("&amp;", "&");
    const replaced = at(given);
    if (replaced === given) continue;
    parts.push(html.slice(kept, start), replaced.replaceAll("&", "&amp;"));
    kept = end;
  }
  return parts.join("") + html.slice(kept);
}

/** A part of a text. */
interface Range {
  start: number;
  end: number;
}

/**
 * Where the addresses of `<img src>`, `<img srcset>` and `<source srcset>` are: the `src` of a `<source>` is a film or a sound. Linear in
 * the length of the HTML.
 */
function addressesIn(html: string): Range[] {
  const found: Range[] = [];
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  let tag = "";
  let attribute = "";
  let value: Range | undefined;
  const tokenizer = htmlTokenizer({
    onopentagname: (start, end) => {
      tag = nameAt(start, end);
    },
    onattribname: (start, end) => {
      attribute = nameAt(start, end);
      value = undefined;
    },
    onattribdata: (start, end) => {
      value = { start: value?.start ?? start, end };
    },
    onattribend: () => {
      if (!value) return;
      if (tag === "img" && attribute === "src") found.push(trimmed(html, value));
      if ((tag === "img" || tag === "source") && attribute === "srcset") found.push(...addressesOfSet(html, value));
    },
  });
  tokenizer.write(html);
  tokenizer.end();
  return found;
}

function trimmed(html: string, { start, end }: Range): Range {
  const value = html.slice(start, end);
  return { start: end - value.trimStart().length, end: start + value.trimEnd().length };
}

/** The addresses of a `srcset` are followed by a width, or end with a comma. */
const addressesOfSet = (html: string, { start, end }: Range): Range[] =>
  [...html.slice(start, end).matchAll(/(?<=^|[\s,])[^\s,]\S*[^\s,]/g)].flatMap(({ 0: part, index }) =>
    part.includes("//") ? [{ start: start + index, end: start + index + part.length }] : [],
  );
