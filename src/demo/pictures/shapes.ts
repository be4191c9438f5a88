/** The basic shapes of the drawings. Each function returns a piece of SVG. */
export const fill = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`;
export const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const disc = (x: number, y: number, r: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, colour: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}"/>`;
export const rect = (x: number, y: number, width: number, height: number, colour: string, round = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${colour}"/>`;
export const wall = (colour: string): string => rect(0, 0, 800, 800, colour);
export const shadow = (width: number, y = 654): string => oval(400, y, width, 18, "#00000022");
export const place = (drawing: string, x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale}) translate(-400 -400)">${drawing}</g>`;

export const zigzag = (from: number, to: number, y: number, step: number, height: number): string =>
  Array.from(
    { length: Math.floor((to - from) / step) + 1 },
    (_, at) => `${at ? "L" : "M"}${from + at * step} ${y + (at % 2 ? -height : height) / 2}`,
  ).join("");

export const fringe = (from: number, to: number, y: number, step: number, length = 26): string =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => `M${from + at * step} ${y}v${length}`).join("");

/** Eight points, as on a zellige wall. */
export function star(x: number, y: number, size: number, colour: string): string {
  const point = (at: number): string => {
    const reach = at % 2 ? size * 0.765 : size;
    return `${Math.round(x + reach * Math.cos((at * Math.PI) / 8))} ${Math.round(y + reach * Math.sin((at * Math.PI) / 8))}`;
  };
  return fill(`M${Array.from({ length: 16 }, (_, at) => point(at)).join("L")}Z`, colour);
}

export const stars = (colour: string): string =>
  [90, 245, 400, 555, 710].map((x) => star(x, 90, 46, colour) + star(x, 245, 46, colour)).join("");
