// biome-ignore format: a list
export const MOTIFS = [
  "dress", "cloak", "shirt", "scarf", "shoe", "slipper", "bag", "jewel", "ring", "rug", "textile", "basket", "lamp",
  "pot", "tajine", "pan", "kitchen", "teapot", "cup", "bottle", "jar", "bowl", "box", "soap", "book", "phone", "audio",
  "watch", "tool", "toy", "banner", "logo",
] as const;

export type Motif = (typeof MOTIFS)[number];
