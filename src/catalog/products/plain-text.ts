import { Tokenizer } from "htmlparser2";

const MAX_EXCERPT_LENGTH = 300;
/** Characters of text that are read of a description: more than the words that search keeps of a product. */
const MAX_TEXT = 40_000;
/** Characters of HTML that are read at a time. */
const PIECE = 4096;

/** Elements whose text is for no reader. */
const HIDDEN = new Set(["script", "style"]);

/** Elements that keep words apart; the others may stand inside a word. */
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
 * The text of HTML, without addresses of links and pictures, as far as anything reads it: 40,000 characters. Null has
 * none. Reads the tags as they come and builds no tree, so that its time grows with the length of the HTML alone.
 */
export function plainText(html: string | null): string {
  if (html === null) return "";
  let text = "";
  let hidden: string | null = null;
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const separate = (name: string) => {
    if (SEPARATING.has(name)) text += " ";
  };
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
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
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  );
  for (let start = 0; start < html.length && text.length < MAX_TEXT; start += PIECE) {
    tokenizer.write(html.slice(start, start + PIECE));
  }
  tokenizer.end();
  return text.slice(0, MAX_TEXT).toWellFormed().replace(/\s+/g, " ").trim();
}

/** At most 300 characters of a text, cut between words. */
export function excerpt(text: string): string | null {
  if (text.length <= MAX_EXCERPT_LENGTH) return text || null;
  const cut = text.slice(0, MAX_EXCERPT_LENGTH - 1).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > MAX_EXCERPT_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
