import type { Palette } from "./palettes.ts";

/** Draws one thing in a palette; `roll(sides)` throws a die that always falls the same way for a product. */
export type Drawing = (palette: Palette, roll: (sides: number) => number) => string;
