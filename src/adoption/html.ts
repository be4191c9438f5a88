import { Tokenizer } from "htmlparser2";

/** What shows pictures by `src` and `srcset`. */
const SHOWING = new Set(["img", "source"]);

/** The HTML with the addresses of its pictures as `at` gives them; the rest stays as it is. */
export function withPictures(html: string, at: (address: string) => string): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of valuesIn(html)) {
    const given = html.slice(start, end);
    const address = given.replaceAll("&amp;", "&").trim();
    const replaced = replaceIn(address, at);
    if (replaced === address) continue;
    parts.push(html.slice(kept, start), replaced.replaceAll("&", "&amp;"));
    kept = end;
  }
  return parts.join("") + html.slice(kept);
}

/** Where the values of `src` and `srcset` are; linear in the length of the HTML. */
function valuesIn(html: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  let tag = "";
  let attribute = "";
  let value: { start: number; end: number } | undefined;
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
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
        if (value && SHOWING.has(tag) && (attribute === "src" || attribute === "srcset")) found.push(value);
      },
      onattribentity: ignore,
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return found;
}

/** One address, or those of a `srcset`, which are followed by a width or end with a comma. */
const replaceIn = (value: string, at: (address: string) => string): string =>
  value.replace(/(^|\s)([^\s,]\S*[^\s,])/g, (found, before: string, address: string) =>
    address.includes("//") ? `${before}${at(address)}` : found,
  );
