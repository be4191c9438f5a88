import { htmlTokenizer } from "../../core/text/html-tokens.ts";

const MAX_EXCERPT_LENGTH = 300;
/** Maximum characters of text read from a description. Search indexes fewer words than that. */
const MAX_PLAIN_TEXT = 40_000;
/** Characters of HTML that are parsed at a time. */
const PIECE = 4096;

/** Elements whose text is not shown. */
const HIDDEN = new Set(["script", "style"]);

/** Elements that separate words; all others may be inside a word. */
const SEPARATING = new Set(
  [
    "address article aside blockquote br button caption dd details dialog div dl dt fieldset figcaption figure footer",
    "form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol optgroup option p pre section summary table tbody td tfoot",
    "th thead tr ul",
  ]
    .join(" ")
    .split(" "),
);

/**
 * The text of HTML, without the addresses of links and images: at most 40,000 characters; empty for null. Parses the
 * tags as a stream and builds no tree, so its time is linear in the length of the HTML.
 */
export function plainText(html: string | null): string {
  if (html === null) return "";
  let text = "";
  let hidden: string | null = null;
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const separate = (name: string) => {
    if (SEPARATING.has(name)) text += " ";
  };
  const tokenizer = htmlTokenizer(
    {
      ontext: (start, end) => {
        if (hidden === null) text += html.slice(start, end);
      },
      ontextentity: (codePoint) => {
        if (hidden === null) text += String.fromCodePoint(codePoint);
      },
      onopentagname: (start, end) => {
        const name = nameAt(start, end);
        if (HIDDEN.has(name)) hidden ??= name;
        separate(name);
      },
      onclosetag: (start, end) => {
        const name = nameAt(start, end);
        if (name === hidden) hidden = null;
        separate(name);
      },
    },
    { decodeEntities: true },
  );
  for (let start = 0; start < html.length && text.length < MAX_PLAIN_TEXT; start += PIECE) {
    tokenizer.write(html.slice(start, start + PIECE));
  }
  tokenizer.end();
  return text.slice(0, MAX_PLAIN_TEXT).toWellFormed().replace(/\s+/g, " ").trim();
}

/** At most 300 characters of a text, cut between words. */
export function excerpt(text: string): string | null {
  if (text.length <= MAX_EXCERPT_LENGTH) return text || null;
  const cut = text.slice(0, MAX_EXCERPT_LENGTH - 1).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > MAX_EXCERPT_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
