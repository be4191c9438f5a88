// Cuts the fonts of the themes to the letters that `unicode-range` in themes/fonts.css gives them, and puts them into public/fonts,
// where the shop itself serves them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subset from "subset-font";

const FONTS = {
  "newsreader-latin-400": "@fontsource/newsreader/files/newsreader-latin-400-normal",
  "amiri-arabic-400": "@fontsource/amiri/files/amiri-arabic-400-normal",
  "plex-latin-400": "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal",
  "plex-latin-600": "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal",
  "plex-arabic-400": "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal",
  "plex-arabic-600": "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal",
  "alexandria-latin": "@fontsource-variable/alexandria/files/alexandria-latin-wght-normal",
  "alexandria-arabic": "@fontsource-variable/alexandria/files/alexandria-arabic-wght-normal",
};
/** What composes, joins and places letters. Hints and other features, such as old figures, are a third of a file and not used. */
const FEATURES = [
  "ccmp",
  "locl",
  "isol",
  "init",
  "medi",
  "fina",
  "rlig",
  "calt",
  "rclt",
  "liga",
  "mark",
  "mkmk",
  "curs",
  "kern",
];

const faces = readFileSync(new URL("../themes/fonts.css", import.meta.url), "utf8");
const folder = new URL("../public/fonts/", import.meta.url);

mkdirSync(folder, { recursive: true });
for (const [name, file] of Object.entries(FONTS)) {
  const whole = readFileSync(new URL(`../node_modules/${file}.woff2`, import.meta.url));
  const wanted = { targetFormat: "woff2", noHinting: true, keepFeatures: FEATURES };
  writeFileSync(new URL(`${name}.woff2`, folder), await subset(whole, lettersOf(name), wanted));
}

/** All letters of the range of a font. */
function lettersOf(name) {
  const [, range] = new RegExp(`/${name}\\.woff2[^}]*unicode-range:([^;]*);`).exec(faces) ?? [];
  if (!range) throw new Error(`themes/fonts.css gives ${name} no unicode-range.`);
  return Array.from(range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g), ([, first, last = first]) => {
    const from = Number.parseInt(first, 16);
    return String.fromCodePoint(...Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) => from + i));
  }).join("");
}
