import { convert } from "html-to-text";

const LONGEST_EXCERPT = 300;
const DEEPEST = 200; // the converter calls itself for each level
const BLOCKS = ["td", "th", "blockquote", "ul", "ol", "li"];

/** The text of HTML, without addresses of links and pictures. Null stays null. */
export function plainText(html: string | null): string {
  if (html === null) return "";
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: DEEPEST },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      { selector: "hr", format: "block" },
      ...BLOCKS.map((selector) => ({ selector, format: "block" })),
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
    .replace(/\s+/g, " ")
    .trim();
}

/** At most 300 characters of a text, cut between words. */
export function excerpt(text: string): string | null {
  if (text.length <= LONGEST_EXCERPT) return text || null;
  const cut = text.slice(0, LONGEST_EXCERPT - 1).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > LONGEST_EXCERPT / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
