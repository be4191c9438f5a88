// Copies the fonts of the themes from their packages to public/fonts, where the shop itself serves them.
import { copyFileSync, mkdirSync } from "node:fs";

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

const folder = new URL("../public/fonts/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, file] of Object.entries(FONTS))
  copyFileSync(new URL(`../node_modules/${file}.woff2`, import.meta.url), new URL(`${name}.woff2`, folder));
