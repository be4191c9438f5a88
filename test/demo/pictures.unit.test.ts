import { describe, expect, test } from "vitest";
import { drawPicture, MOTIFS } from "../../src/demo/pictures/draw-picture.ts";

describe("a drawn picture", () => {
  test.each(MOTIFS)("of a %s is well-formed SVG, and always the same", (motif) => {
    const picture = drawPicture(motif, "anything-1");

    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.*<\/svg>$/s);
    expect(openTags(picture)).toEqual([]);
    expect(picture).not.toContain("NaN");
    expect(picture).not.toContain("undefined");
    expect(drawPicture(motif, "anything-1")).toBe(picture);
  });

  test("differs from product to product and from view to view", () => {
    const pictures = ["rug-a-1", "rug-b-1", "rug-c-1", "rug-a-2", "rug-a-3"].map((seed) => drawPicture("rug", seed));

    expect(new Set(pictures).size).toBeGreaterThanOrEqual(4);
  });

  test("holds none of its seed's text", () => {
    expect(drawPicture("lamp", '"><script>alert(1)</script>')).not.toContain("script");
  });
});

/** Tags that are opened and never closed, or closed and never opened. */
function openTags(svg: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = "", rest = ""] of svg.matchAll(/<(\/?)([a-z]+)([^>]*)>/gi)) {
    if (closing) {
      if (open.pop() !== name) return [`/${name}`];
    } else if (!rest.endsWith("/")) open.push(name);
  }
  return open;
}
