// Copies the fonts of the themes from their packages to public/fonts, where the shop itself serves them. Those of Arabic, which
// are large, are cut to the letters of the language; themes/fonts.css names the same ones.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subset from "subset-font";

const COPIED = {
  "newsreader-latin-400": "@fontsource/newsreader/files/newsreader-latin-400-normal",
  "plex-latin-400": "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal",
  "plex-latin-600": "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal",
  "alexandria-latin": "@fontsource-variable/alexandria/files/alexandria-latin-wght-normal",
  "alexandria-arabic": "@fontsource-variable/alexandria/files/alexandria-arabic-wght-normal",
};
const CUT = {
  "amiri-arabic-400": "@fontsource/amiri/files/amiri-arabic-400-normal",
  "plex-arabic-400": "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal",
  "plex-arabic-600": "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal",
};
/** Letters, vowels, digits and punctuation of Arabic; then پ چ ڤ ڨ گ of names. */
const KEPT = [
  [0x60c, 0x60c],
  [0x61b, 0x61b],
  [0x61f, 0x61f],
  [0x621, 0x63a],
  [0x640, 0x655],
  [0x660, 0x66c],
  [0x670, 0x670],
  [0x67e, 0x67e],
  [0x686, 0x686],
  [0x6a4, 0x6a4],
  [0x6a8, 0x6a8],
  [0x6af, 0x6af],
];

const folder = new URL("../public/fonts/", import.meta.url);
const source = (file) => new URL(`../node_modules/${file}.woff2`, import.meta.url);
const target = (name) => new URL(`${name}.woff2`, folder);

mkdirSync(folder, { recursive: true });
for (const [name, file] of Object.entries(COPIED)) copyFileSync(source(file), target(name));
const letters = KEPT.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join("");
for (const [name, file] of Object.entries(CUT))
  writeFileSync(target(name), await subset(readFileSync(source(file)), letters, { targetFormat: "woff2" }));
