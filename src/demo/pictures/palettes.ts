import type { Motif } from "./motifs.ts";

export interface Palette {
  /** Behind everything. */
  paper: string;
  tint: string;
  /** The thing itself, its shadows and its lights. */
  base: string;
  deep: string;
  light: string;
  /** Thread, metal, labels. */
  accent: string;
}

// biome-ignore format: a table
export const PALETTES: Record<string, Palette> = {
  olive:      { paper: "#f5f2e2", tint: "#e3e2c2", base: "#7d8b3f", deep: "#4c5a26", light: "#b9c27a", accent: "#e0a93b" },
  terracotta: { paper: "#fbeee3", tint: "#f3d5bf", base: "#c9673f", deep: "#8c3f24", light: "#e8a480", accent: "#2f6f73" },
  saffron:    { paper: "#fdf5e1", tint: "#f8e2ae", base: "#e3a32e", deep: "#a1650f", light: "#f5cd78", accent: "#7a2e3b" },
  cobalt:     { paper: "#ecf0fa", tint: "#cddaf2", base: "#3457a8", deep: "#1f3570", light: "#86a2dc", accent: "#f0b646" },
  teal:       { paper: "#e9f4f0", tint: "#c5e2da", base: "#2f8378", deep: "#1b5450", light: "#82c0b3", accent: "#ee9a63" },
  burgundy:   { paper: "#faeced", tint: "#efcdd1", base: "#8e2f45", deep: "#591a2b", light: "#cd8091", accent: "#dfae4c" },
  rose:       { paper: "#fdf1f1", tint: "#f8d8da", base: "#d7798c", deep: "#9c4459", light: "#f2bac3", accent: "#5b7f6b" },
  sand:       { paper: "#faf5ea", tint: "#ecddc0", base: "#c7a675", deep: "#8a6b3f", light: "#e8d6b4", accent: "#3d6b7d" },
  night:      { paper: "#edf0f5", tint: "#d0d8e6", base: "#34405c", deep: "#1e2638", light: "#8492b0", accent: "#e3b04b" },
  plum:       { paper: "#f5eff8", tint: "#dfd0ea", base: "#75508c", deep: "#472c5b", light: "#b698c8", accent: "#e7b75f" },
  copper:     { paper: "#fbf0e5", tint: "#f0d5ba", base: "#bb733a", deep: "#744220", light: "#e0ab7d", accent: "#3f7f86" },
  sky:        { paper: "#edf6fb", tint: "#cae3f2", base: "#4f93bf", deep: "#2a5c80", light: "#a5cde5", accent: "#f0a868" },
};

/** Palettes in which a thing looks like itself: no blue honey, no pink copper. */
// biome-ignore format: a table
export const SUITS: Record<Motif, readonly string[]> = {
  dress: ["terracotta", "cobalt", "teal", "burgundy", "rose", "plum", "saffron"], cloak: ["sand", "copper", "night"],
  shirt: ["teal", "cobalt", "night", "sand", "sky"], scarf: ["rose", "plum", "teal", "burgundy", "sky", "saffron"],
  shoe: ["night", "copper", "teal", "cobalt"], slipper: ["saffron", "copper", "burgundy"], bag: ["copper", "terracotta", "burgundy", "olive"],
  jewel: ["night", "sky", "rose", "plum", "teal"], ring: ["night", "plum", "teal", "burgundy"],
  rug: ["burgundy", "terracotta", "cobalt", "night"], textile: ["terracotta", "sky", "teal", "rose", "sand", "cobalt"],
  basket: ["sand", "copper", "saffron"], lamp: ["copper", "saffron", "teal"], pot: ["terracotta", "cobalt", "sand", "teal"],
  tajine: ["terracotta", "copper", "cobalt"], pan: ["night", "teal", "copper"], kitchen: ["night", "copper", "teal"],
  teapot: ["teal", "copper", "cobalt"], cup: ["cobalt", "terracotta", "teal", "rose"], bottle: ["olive", "saffron", "teal"],
  jar: ["saffron", "copper", "terracotta"], bowl: ["saffron", "terracotta", "copper", "olive"], box: ["burgundy", "plum", "teal", "saffron"],
  soap: ["olive", "sand", "rose", "teal"], book: ["burgundy", "cobalt", "teal", "terracotta"], phone: ["night", "cobalt", "teal", "plum"],
  audio: ["night", "cobalt", "teal", "rose"], watch: ["night", "copper", "teal"], tool: ["terracotta", "cobalt", "olive"],
  toy: ["sky", "saffron", "terracotta"], banner: ["terracotta", "saffron", "teal", "cobalt", "rose", "copper", "burgundy", "sky"],
  logo: ["terracotta", "cobalt", "teal", "burgundy", "night"],
};

// biome-ignore format: a table
export const DYES: Record<string, string> = {
  noir: "#2e2d33", black: "#2e2d33", blanc: "#f4efe6", white: "#f4efe6", ecru: "#e9dcc3", beige: "#d9c3a0", sand: "#d9c3a0",
  camel: "#b9824a", marron: "#6f4a32", naturel: "#c99a63", natural: "#c99a63", tan: "#c48a55", gris: "#8d9096", grey: "#8d9096",
  rouge: "#b9342f", red: "#b9342f", bordeaux: "#75263a", corail: "#e2735c", rose: "#dd8fa0", orange: "#e0803a", ocre: "#c98a2b",
  jaune: "#e8b93c", moutarde: "#cf9a2a", vert: "#3f7d57", green: "#3f7d57", emeraude: "#1f7a62", olive: "#7d8b3f", kaki: "#6d6c46",
  bleu: "#3a68ad", blue: "#3a68ad", marine: "#24365f", navy: "#24365f", nuit: "#232c52", ciel: "#8dbfe0", turquoise: "#3fa3a0",
  violet: "#75508c", prune: "#5f3453", lavande: "#a895c9", argent: "#c3c8cf", terracotta: "#c9673f",
};

export const dye = (palette: Palette, base: string): Palette => ({
  ...palette,
  base,
  deep: mix(base, "#181410", 0.38),
  light: mix(base, "#ffffff", 0.42),
});

function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
