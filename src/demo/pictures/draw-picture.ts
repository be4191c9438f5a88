/**
 * The demo shops have no photographs: their pictures are drawn here. A picture is a pure function of its motif and
 * of its seed, which is its file name: `<name>[-<number>][-<colour>]`. The name chooses the palette, so all pictures
 * of one product go together; the number chooses the framing; a colour word (`-noir`) dyes the thing itself.
 */

import { wear } from "./clothing.ts";
import type { Drawing } from "./drawing.ts";
import { goods } from "./goods.ts";
import { home } from "./home-goods.ts";
import type { Motif } from "./motifs.ts";
import { DYES, dye, PALETTES, type Palette, SUITS } from "./palettes.ts";
import { disc, fill, line, place, rect, stars, wall } from "./shapes.ts";

export { MOTIFS, type Motif } from "./motifs.ts";

const drawings: Record<Motif, Drawing> = { ...wear, ...home, ...goods };

/** A complete SVG of 800 by 800. The seed is only ever hashed and looked up: none of its text is in the picture. */
export function drawPicture(motif: Motif, seed: string): string {
  const { name, number, colour } = readSeed(seed);
  const roll = (sides: number): number => hash(`${motif} ${sides} ${name}`) % sides;
  const fitting = SUITS[motif];
  const palette = PALETTES[fitting[roll(fitting.length)]!]!;
  const dyed = colour ? dye(palette, colour) : palette;
  const scene = motif === "banner" || motif === "logo" ? drawings[motif](dyed, roll) : frame(motif, dyed, roll, number);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800" role="img">${scene}</svg>`;
}

function readSeed(seed: string): { name: string; number: number; colour: string | undefined } {
  const [, name = "", number = "1", word = ""] = /^(.*?)(?:-(\d{1,3}))?(?:-([a-z]+))?$/s.exec(seed) ?? [];
  const colour = DYES[word];
  if (word && !colour) return { name: seed.replace(/-\d{1,3}$/, ""), number: 1, colour: undefined };
  return { name, number: Number(number), colour };
}

/** FNV-1a, then stirred: without that, names that differ in their last letter would get neighbouring palettes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The first picture stands before a disc, the second is nearer and in an arch, the third shows two on a table. */
function frame(motif: Motif, palette: Palette, roll: (sides: number) => number, number: number): string {
  const drawing = drawings[motif](palette, roll);
  const side = roll(2) === 0 ? 1 : -1;
  switch (number % 3) {
    case 2: {
      const arch =
        fill("M130 800V400a270 270 0 0 1 540 0V800Z", palette.paper) +
        line("M104 800V400a296 296 0 0 1 592 0V800", palette.light, 6);
      return wall(palette.tint) + arch + place(drawing, 400, 448, 1.16);
    }
    case 0: {
      const behind = drawings[motif](
        { ...palette, base: palette.light, light: palette.paper, deep: palette.base },
        roll,
      );
      const table = rect(0, 590, 800, 210, palette.tint) + stars(palette.tint);
      return (
        wall(palette.paper) +
        table +
        place(behind, 400 + side * 160, 420, 0.72) +
        place(drawing, 400 - side * 96, 440, 0.9)
      );
    }
    default:
      return wall(palette.paper) + disc(400 + side * 24, 385, 292, palette.tint) + place(drawing, 400, 405, 1);
  }
}
