import type { Palette } from "./palettes.ts";

/** Draws one thing in a palette; `roll(sides)` returns a number below `sides` that is always the same for a product. */
export type Drawing = (palette: Palette, roll: (sides: number) => number) => string;
