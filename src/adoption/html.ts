import { htmlTokenizer } from "../core/text/html-tokens.ts";

/** The elements that show pictures by `src` and `srcset`. */
const SHOWING = new Set(["img", "source"]);

/** The HTML with the addresses of its pictures as `at` gives them; the rest stays as it is. */
export function withPictures(html: string, at: (address: string) => string): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, isSet } of valuesIn(html)) {
    const given = html.slice(start, end).replaceAll("&amp;", "&").trim();
    const replaced = isSet ? replaceInSet(given, at) : at(given);
    if (replaced === given) continue;
    parts.push(html.slice(kept, start), replaced.replaceAll("&", "&amp;"));
    kept = end;
  }
  return parts.join("") + html.slice(kept);
}

/** Where the values of `src` and `srcset` are; linear in the length of the HTML. */
function valuesIn(html: string): { start: number; end: number; isSet: boolean }[] {
  const found: ReturnType<typeof valuesIn> = [];
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  let tag = "";
  let attribute = "";
  let value: { start: number; end: number } | undefined;
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
      if (!value || !SHOWING.has(tag) || (attribute !== "src" && attribute !== "srcset")) return;
      found.push({ ...value, isSet: attribute === "srcset" });
    },
  });
  tokenizer.write(html);
  tokenizer.end();
  return found;
}

/** The addresses of a `srcset` are followed by a width, or end with a comma. */
const replaceInSet = (value: string, at: (address: string) => string): string =>
  value.replace(/(?<=^|[\s,])[^\s,]\S*[^\s,]/g, (part) => (part.includes("//") ? at(part) : part));
