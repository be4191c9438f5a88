/** Tones of a theme that follow from one colour. */
export type Accent = Record<"--accent" | "--accent-deep" | "--accent-wash", string>;

type Rgb = [red: number, green: number, blue: number];

const ENOUGH_CONTRAST = 4.5;
/** Lightness of what white text and the lightest strips stand against: `--on-accent` and `--sunk`. */
const WHITE: Rgb = [255, 255, 255];
const SUNK: Rgb = [236, 236, 232];
const STEP = 0.95;
const DEEPER = 0.8;
const WASH = 0.11;

/** The tones of a store's primary colour, darkened until text on it and of it can be read; undefined for what is no `#rrggbb`. */
export function accentOf(colour: string | null): Accent | undefined {
  if (!colour || !/^#[\da-f]{6}$/i.test(colour)) return undefined;
  let accent = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb;
  while (contrast(accent, WHITE) < ENOUGH_CONTRAST || contrast(accent, SUNK) < ENOUGH_CONTRAST)
    accent = accent.map((part) => part * STEP) as Rgb;
  return {
    "--accent": hex(accent),
    "--accent-deep": hex(accent.map((part) => part * DEEPER) as Rgb),
    "--accent-wash": hex(accent.map((part) => 255 + (part - 255) * WASH) as Rgb),
  };
}

/** The contrast of two colours, as WCAG 2.1 defines it. */
function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const hex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
