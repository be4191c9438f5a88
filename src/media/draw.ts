/**
 * The demo shops have no photographs: their pictures are drawn here. A picture is a pure function of its motif and
 * of its seed, which is its file name: `<name>[-<number>][-<colour>]`. The name chooses the palette, so all pictures
 * of one product go together; the number chooses the framing; a colour word (`-noir`) dyes the thing itself.
 */
// biome-ignore format: a list to skim
export const MOTIFS = [
  "dress", "cloak", "shirt", "scarf", "shoe", "slipper", "bag", "jewel", "ring", "rug", "textile", "basket", "lamp",
  "pot", "tajine", "pan", "kitchen", "teapot", "cup", "bottle", "jar", "bowl", "box", "soap", "book", "phone", "audio",
  "watch", "tool", "toy", "banner", "logo",
] as const;

export type Motif = (typeof MOTIFS)[number];

/** A complete SVG of 800 by 800. The seed is only ever hashed and looked up: none of its text is in the picture. */
export function drawPicture(motif: Motif, seed: string): string {
  const { name, number, colour } = readSeed(seed);
  const roll = (sides: number): number => hash(`${motif} ${sides} ${name}`) % sides;
  const fitting = SUITS[motif];
  const palette = PALETTES[fitting[roll(fitting.length)]!]!;
  const dyed = colour ? dye(palette, colour) : palette;
  const scene = motif === "banner" || motif === "logo" ? DRAWINGS[motif](dyed, roll) : frame(motif, dyed, roll, number);
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
  const drawing = DRAWINGS[motif](palette, roll);
  const side = roll(2) === 0 ? 1 : -1;
  switch (number % 3) {
    case 2: {
      const arch =
        fill("M130 800V400a270 270 0 0 1 540 0V800Z", palette.paper) +
        line("M104 800V400a296 296 0 0 1 592 0V800", palette.light, 6);
      return wall(palette.tint) + arch + place(drawing, 400, 448, 1.16);
    }
    case 0: {
      const behind = DRAWINGS[motif](
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

interface Palette {
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
const PALETTES: Record<string, Palette> = {
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
const SUITS: Record<Motif, readonly string[]> = {
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
const DYES: Record<string, string> = {
  noir: "#2e2d33", black: "#2e2d33", blanc: "#f4efe6", white: "#f4efe6", ecru: "#e9dcc3", beige: "#d9c3a0", sand: "#d9c3a0",
  camel: "#b9824a", marron: "#6f4a32", naturel: "#c99a63", natural: "#c99a63", tan: "#c48a55", gris: "#8d9096", grey: "#8d9096",
  rouge: "#b9342f", red: "#b9342f", bordeaux: "#75263a", corail: "#e2735c", rose: "#dd8fa0", orange: "#e0803a", ocre: "#c98a2b",
  jaune: "#e8b93c", moutarde: "#cf9a2a", vert: "#3f7d57", green: "#3f7d57", emeraude: "#1f7a62", olive: "#7d8b3f", kaki: "#6d6c46",
  bleu: "#3a68ad", blue: "#3a68ad", marine: "#24365f", navy: "#24365f", nuit: "#232c52", ciel: "#8dbfe0", turquoise: "#3fa3a0",
  violet: "#75508c", prune: "#5f3453", lavande: "#a895c9", argent: "#c3c8cf", terracotta: "#c9673f",
};

const dye = (palette: Palette, base: string): Palette => ({
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

/** Things stand on a floor at y = 650 around x = 400; flat ones are centred on 400, 400. */
const DRAWINGS: Record<Motif, (p: Palette, roll: (sides: number) => number) => string> = {
  dress: (p) =>
    shadow(190) +
    fill(
      "M322 168q78 50 156 0l76 42 62 190-72 26-46-84 6 68q72 120 98 236-202 54-404 0 26-116 98-236l6-68-46 84-72-26 62-190Z",
      p.base,
    ) +
    fill("M322 168q78 50 156 0l-14-8q-64 40-128 0Z", p.deep) +
    fill("M346 190q54 150 108 0-54 26-108 0Z", p.accent) +
    fill("M362 204q38 92 76 0-38 14-76 0Z", p.paper) +
    fill("M296 404q104 24 208 0l6 34q-110 26-220 0Z", p.deep) +
    line("M296 422q104 24 208 0", p.accent, 6) +
    fill("M217 582q183 48 366 0l19 64q-202 54-404 0Z", p.deep) +
    line(zigzag(228, 572, 622, 20, 16), p.accent, 7) +
    line("M356 444q-26 60-34 146M444 444q26 60 34 146M400 448v150", p.light, 4) +
    line("M190 384l66 24M610 384l-66 24", p.accent, 10),
  cloak: (p) =>
    shadow(220) +
    fill("M400 130q86 10 98 116l112 398q-210 34-420 0l112-398q12-106 98-116Z", p.base) +
    fill("M400 128q70 14 74 104-74 92-148 0 4-90 74-104Z", p.deep) +
    fill("M400 170q42 10 44 66-44 54-88 0 2-56 44-66Z", p.paper) +
    fill("M400 300l58 352q-58 6-116 0Z", p.deep) +
    line("M400 300v350", p.light, 5) +
    line("M330 300l-74 336M470 300l74 336", p.light, 5) +
    line("M400 292q-14 40-12 66M400 292q14 40 12 66", p.accent, 8) +
    disc(388, 366, 11, p.accent) +
    disc(412, 366, 11, p.accent),
  shirt: (p) =>
    shadow(150) +
    fill("M316 190q84 54 168 0l112 54 52 150-78 28-34-58v288H264V364l-34 58-78-28 52-150Z", p.base) +
    fill("M316 190q84 54 168 0l-18-10q-66 34-132 0Z", p.light) +
    fill("M378 214h44v190h-44Z", p.deep) +
    [244, 290, 336, 382].map((y) => disc(400, y, 7, p.accent)).join("") +
    line("M264 370v-70M536 370v-70", p.deep, 5) +
    line("M160 384l76 28M640 384l-76 28", p.accent, 9) +
    line("M264 622h272", p.light, 5) +
    rect(450, 330, 60, 64, p.deep, 6) +
    line("M456 346h48", p.accent, 5),
  scarf: (p, roll) =>
    shadow(150) +
    fill("M286 210q114 90 228 0 50 40 20 110-134 90-268 0-30-70 20-110Z", p.base) +
    fill("M286 210q114 90 228 0-114 150-228 0Z", p.deep) +
    fill("M330 330l94 34-30 270H250q50-150 80-304Z", p.base) +
    fill("M420 356l60-22q40 110 84 256H446Z", p.light) +
    fill("M352 318q48-26 96 0l-14 74q-34 18-68 0Z", p.deep) +
    line("M268 560h134M262 588h138", p.accent, 8) +
    line(fringe(254, 392, 636, 12), p.base, 5) +
    line(fringe(452, 560, 592, 12), p.light, 5) +
    (roll(3) === 0
      ? line("M316 420l88 6M306 470l92 4", p.light, 6)
      : [400, 450, 500].map((y) => disc(340 - (y - 400) / 4, y, 9, p.light)).join("")) +
    line("M460 440l52 0M464 490l64 0", p.base, 6),
  shoe: (p) =>
    shadow(270) +
    fill("M140 612q0-60 30-150l50-172q60 34 122 6 50 110 150 148 108 30 158 86 24 34 14 82Z", p.base) +
    fill("M126 604h546q14 48-26 50H160q-36-4-34-50Z", p.paper) +
    line("M138 626h522", p.light, 5) +
    fill("M190 398q60 30 62 206h-112q0-60 30-142Z", p.deep) +
    fill("M540 474q90 40 112 78 10 20 10 52H520q-14-70 20-130Z", p.light) +
    line("M352 330l-54 44M384 374l-54 46M424 410l-52 50M470 436l-44 54", p.paper, 12) +
    line("M230 560q120 30 250-50", p.accent, 14) +
    line("M222 292q60 32 118 6", p.accent, 12),
  slipper: (p) => {
    const one =
      fill("M150 470q80-20 170-12 40-62 126-58 130 20 214-26 6 108-130 140-230 44-380-44Z", p.base) +
      fill("M320 458q40-62 126-58-26 40-2 84-80 0-124-26Z", p.deep) +
      fill("M150 470q180 92 400 40 90-22 108-84 20 110-128 132-260 28-380-88Z", p.deep) +
      line("M470 420q80 8 128-14M474 446q70 8 112-6", p.accent, 7) +
      disc(522, 466, 12, p.accent);
    return shadow(270, 640) + place(one, 420, 250, 0.86) + place(one, 380, 440, 1);
  },
  bag: (p, roll) =>
    shadow(230) +
    line("M290 330C290 130 510 130 510 330", p.deep, 24) +
    fill("M200 306h400q30 0 34 34l22 270q0 40-44 40H188q-44 0-44-40l22-270q4-34 34-34Z", p.base) +
    (roll(2) === 0
      ? fill("M186 306h428l-30 150q-184 70-368 0Z", p.deep) +
        rect(374, 456, 52, 66, p.accent, 8) +
        rect(388, 478, 24, 22, p.base, 4)
      : rect(150, 420, 500, 40, p.deep) +
        rect(262, 306, 34, 344, p.deep) +
        rect(504, 306, 34, 344, p.deep) +
        rect(258, 424, 42, 32, p.accent, 6) +
        rect(500, 424, 42, 32, p.accent, 6)) +
    `<path d="M160 626h480" stroke="${p.light}" stroke-width="5" stroke-dasharray="16 12"/>` +
    disc(290, 330, 13, p.accent) +
    disc(510, 330, 13, p.accent),
  jewel: (p) =>
    line("M190 190Q210 440 400 470 590 440 610 190", "#b9bfca", 9) +
    [
      [199, 250],
      [222, 318],
      [262, 378],
      [318, 424],
      [482, 424],
      [538, 378],
      [578, 318],
      [601, 250],
    ]
      .map(([x, y], at) => disc(x!, y!, 17, at % 2 ? p.accent : p.base))
      .join("") +
    disc(400, 470, 24, "#d8dce4") +
    fill("M400 470l96 116-96 74-96-74Z", "#d8dce4") +
    fill("M400 500l68 84-68 52-68-52Z", p.base) +
    fill("M400 540l34 42-34 26-34-26Z", p.accent) +
    disc(312, 590, 11, p.accent) +
    disc(488, 590, 11, p.accent) +
    line("M340 640v34M400 664v40M460 640v34", "#b9bfca", 6) +
    disc(340, 680, 12, p.base) +
    disc(400, 710, 12, p.accent) +
    disc(460, 680, 12, p.base),
  ring: (p) =>
    shadow(150) +
    `<circle cx="400" cy="480" r="150" fill="none" stroke="#cdd2dc" stroke-width="38"/>` +
    line("M292 560A136 136 0 0 0 508 560", "#a5adbb", 12) +
    line("M282 420A136 136 0 0 1 330 358", "#fff", 10) +
    fill("M320 300h160l-34 66h-92Z", "#b9bfca") +
    fill("M312 240l46-58h84l46 58-88 104Z", p.base) +
    fill("M312 240h176l-46-58h-84Z", p.light) +
    fill("M360 240h80l-40 104Z", p.deep) +
    line("M610 190v52M584 216h52M206 270v36M188 288h36", p.accent, 7),
  rug: (p, roll) => {
    const border =
      rect(210, 130, 380, 540, p.base) +
      rect(232, 152, 336, 496, p.deep) +
      rect(250, 170, 300, 460, p.paper) +
      rect(262, 182, 276, 436, p.base);
    const lozenge = (y: number, size: number, colour: string): string =>
      fill(`M400 ${y - size}l${size} ${size}-${size} ${size}-${size}-${size}Z`, colour);
    const figures =
      roll(3) === 0
        ? [230, 290, 510, 570]
            .map((y, at) => line(zigzag(276, 524, y, 31, 22), at % 2 ? p.light : p.accent, 9))
            .join("") +
          lozenge(400, 78, p.paper) +
          lozenge(400, 50, p.accent)
        : [266, 400, 534]
            .map((y) => lozenge(y, 64, p.paper) + lozenge(y, 44, p.accent) + lozenge(y, 20, p.deep))
            .join("") +
          [333, 467].map((y) => fill(`M262 ${y - 34}l34 34-34 34ZM538 ${y - 34}l-34 34 34 34Z`, p.light)).join("");
    return line(fringe(216, 584, 104, 22, 26) + fringe(216, 584, 670, 22, 26), p.light, 5) + border + figures;
  },
  textile: (p) =>
    shadow(250) +
    [
      [586, p.deep],
      [508, p.base],
      [430, p.light],
    ]
      .map(
        ([y, colour]) =>
          rect(160, Number(y), 480, 68, String(colour), 30) + line(`M190 ${Number(y) + 46}h400`, "#00000022", 4),
      )
      .join("") +
    rect(196, 330, 408, 96, p.paper, 36) +
    rect(250, 330, 26, 96, p.base) +
    rect(290, 330, 12, 96, p.accent) +
    rect(498, 330, 12, 96, p.accent) +
    rect(524, 330, 26, 96, p.base) +
    rect(220, 586, 16, 68, p.accent) +
    rect(246, 508, 12, 68, p.paper) +
    rect(540, 508, 12, 68, p.paper) +
    line("M604 356q30 30 0 46", p.light, 6) +
    line(fringe(258, 548, 426, 12, 20), p.light, 4),
  basket: (p) =>
    shadow(200) +
    line("M250 370C250 130 550 130 550 370", p.deep, 20) +
    fill("M180 360h440l-54 270q-8 22-30 22H264q-22 0-30-22Z", p.base) +
    [410, 470, 530, 590]
      .map((y, at) => line(zigzag(200 + at * 12, 600 - at * 12, y, 20, 15), at % 2 ? p.light : p.deep, 9))
      .join("") +
    rect(164, 340, 472, 44, p.deep, 22) +
    `<path d="M186 362h428" stroke="${p.light}" stroke-width="14" stroke-dasharray="20 16"/>` +
    fill("M290 500l24 32-24 32-24-32ZM400 500l24 32-24 32-24-32ZM510 500l24 32-24 32-24-32Z", p.accent),
  lamp: (p) =>
    disc(400, 440, 210, "#ffe9a866") +
    disc(400, 440, 150, "#ffe9a877") +
    line("M400 60v110", p.deep, 8) +
    `<circle cx="400" cy="184" r="22" fill="none" stroke="${p.deep}" stroke-width="10"/>` +
    fill("M400 200q30 60 100 90H300q70-30 100-90Z", p.base) +
    rect(286, 286, 228, 24, p.deep, 8) +
    fill("M296 310h208l46 130-46 130H296l-46-130Z", p.base) +
    fill("M316 330h46v220h-46l-40-110ZM438 330h46l40 110-40 110h-46Z", "#ffdf8a") +
    fill("M376 330h48v220h-48Z", "#fff0bf") +
    [370, 440, 510].map((y) => fill(`M400 ${y - 24}l18 24-18 24-18-24Z`, p.accent)).join("") +
    line("M296 384l-26 56 26 56M504 384l26 56-26 56", p.deep, 6) +
    rect(286, 570, 228, 24, p.deep, 8) +
    fill("M320 594h160l-50 46h-60Z", p.base) +
    disc(400, 656, 15, p.accent),
  pot: (p, roll) =>
    shadow(150) +
    fill("M330 176h140l-14 76q130 60 130 196 0 140-110 204H324q-110-64-110-204 0-136 130-196Z", p.base) +
    rect(316, 160, 168, 34, p.deep, 16) +
    fill("M227 380q173 44 346 0 12 34 13 68-186 50-372 0 1-34 13-68Z", p.paper) +
    line(zigzag(246, 556, 432, 31, 22), p.deep, 8) +
    line("M344 252q56 20 112 0", p.deep, 7) +
    (roll(2) === 0
      ? [310, 355, 400, 445, 490].map((x) => disc(x, 330 - Math.abs(x - 400) / 20, 11, p.accent)).join("")
      : line(zigzag(286, 514, 330, 23, 14), p.accent, 7)) +
    line("M222 498q178 46 356 0M236 540q164 40 328 0", p.light, 7) +
    line("M270 320q-34 50-34 110", p.light, 9),
  tajine: (p) =>
    shadow(260) +
    fill("M400 196q30 0 40 44 20 110 150 286H210q130-176 150-286 10-44 40-44Z", p.base) +
    disc(400, 180, 34, p.deep) +
    rect(384, 200, 32, 22, p.deep) +
    line("M334 340q66 20 132 0", p.paper, 9) +
    fill("M292 424q108 34 216 0l36 56q-144 42-288 0Z", p.deep) +
    line(zigzag(286, 514, 466, 19, 13), p.accent, 7) +
    line("M350 300q-22 60-72 130", p.light, 9) +
    fill("M160 530h480q-6 60-70 104-20 14-40 16H270q-20-2-40-16-64-44-70-104Z", p.deep) +
    rect(146, 512, 508, 34, p.base, 17) +
    line("M214 590q186 44 372 0", p.light, 7),
  pan: (p) =>
    shadow(220) +
    line("M190 420q-70-4-66 60M610 420q70-4 66 60", p.deep, 22) +
    fill("M186 372h428v210q0 68-68 68H254q-68 0-68-68Z", p.base) +
    rect(166, 350, 468, 38, p.deep, 19) +
    fill("M204 350q30-112 196-116 166 4 196 116Z", p.light) +
    disc(400, 222, 30, p.deep) +
    line("M230 420v150q0 34 30 36", p.light, 12) +
    rect(186, 470, 428, 20, p.accent) +
    line("M330 170q-20-30 0-60t0-60M470 170q-20-30 0-60t0-60", p.tint, 12) +
    line("M252 318q30-42 86-54", p.paper, 10),
  kitchen: (p) =>
    disc(400, 430, 214, p.deep) +
    disc(400, 430, 186, p.base) +
    disc(400, 430, 150, p.deep) +
    line("M300 350q40-50 110-50", p.light, 12) +
    fill("M336 470q-10-60 50-70 70-10 96 40 20 60-40 84-80 20-106-54Z", "#fff6e3") +
    disc(408, 460, 34, "#f0b646") +
    fill("M188 150q44 0 44 70 0 50-30 64l6 370q-20 20-40 0l6-370q-30-14-30-64 0-70 44-70Z", "#b88a58") +
    fill("M600 140q46 60 40 250h-40Z", "#cfd5dc") +
    rect(594, 390, 52, 30, p.accent, 6) +
    rect(600, 420, 40, 236, p.deep, 18) +
    disc(620, 460, 7, p.light) +
    disc(620, 610, 7, p.light),
  teapot: (p) =>
    shadow(300) +
    fill("M110 620h580q-10 34-50 34H160q-40 0-50-34Z", p.accent) +
    line("M462 320q140-10 130 96-8 90-104 116", p.deep, 22) +
    fill("M250 440q-60-10-84-120l-34-16q-2-18 40-18 30 76 96 70Z", p.base) +
    fill("M300 330q60-40 160 0 78 66 62 180-10 76-70 110H310q-60-34-70-110-16-114 60-180Z", p.base) +
    fill("M300 330q16-70 80-76 64 6 80 76-80 26-160 0Z", p.deep) +
    disc(380, 240, 20, p.accent) +
    line("M246 470q134 44 270 0M250 510q130 40 262 0", p.light, 7) +
    fill("M380 380l30 34-30 34-30-34Z", p.accent) +
    line("M290 370q-24 30-26 76", p.light, 10) +
    [560, 634]
      .map(
        (x) =>
          fill(`M${x - 34} 520h68l-10 98h-48Z`, "#ffffffb0") +
          fill(`M${x - 31} 550h62l-7 66h-48Z`, "#c98a2b") +
          line(`M${x - 34} 522h68`, p.accent, 7),
      )
      .join(""),
  cup: (p) =>
    shadow(240) +
    line("M360 220q-22-36 0-72t0-72M440 220q-22-36 0-72t0-72", p.tint, 13) +
    `<path d="M540 350q110-20 104 72-10 84-132 88" fill="none" stroke="${p.deep}" stroke-width="24"/>` +
    fill("M230 300h330q14 250-100 312H330q-114-62-100-312Z", p.base) +
    oval(395, 300, 165, 34, p.deep) +
    oval(395, 306, 142, 24, "#5a3520") +
    fill("M233 390q162 36 326 0l-6 64q-156 32-314 0Z", p.paper) +
    line(zigzag(256, 538, 428, 28, 18), p.accent, 8) +
    line("M262 480q10 60 40 92", p.light, 10) +
    fill("M190 610h420q-30 44-110 44H300q-80 0-110-44Z", p.deep) +
    rect(170, 596, 460, 24, p.light, 12),
  bottle: (p, roll) =>
    shadow(110) +
    rect(362, 110, 76, 56, p.accent, 10) +
    rect(370, 160, 60, 90, p.deep) +
    (roll(2) === 0
      ? fill("M370 230h60q4 60 60 100 22 18 22 56v234q0 32-32 32H320q-32 0-32-32V386q0-38 22-56 56-40 60-100Z", p.base)
      : fill("M370 240h60l90 66q14 12 14 34v280q0 32-32 32H298q-32 0-32-32V340q0-22 14-34Z", p.base)) +
    rect(288, 420, 224, 160, p.paper, 6) +
    fill("M400 442q50 40 0 100-50-60 0-100Z", p.deep) +
    line("M400 462v74M340 560h120", p.accent, 6) +
    line("M312 396v-14q2-26 26-46", p.light, 12) +
    line("M330 456l26 26M470 456l-26 26", p.light, 9),
  jar: (p, roll) =>
    shadow(180) +
    rect(262, 176, 276, 84, p.deep, 18) +
    line("M270 220h260", p.accent, 8) +
    fill("M276 260h248q70 36 70 110v226q0 54-54 54H260q-54 0-54-54V370q0-74 70-110Z", "#ffffffcc") +
    fill("M220 360h360v230q0 46-46 46H266q-46 0-46-46Z", p.base) +
    fill("M220 360q90 40 180 0t180 0v36q-90 40-180 0t-180 0Z", p.light) +
    rect(262, 430, 276, 146, p.paper, 10) +
    (roll(2) === 0
      ? fill("M400 450l44 26v50l-44 26-44-26v-50Z", p.accent)
      : disc(400, 501, 48, p.accent) + disc(400, 501, 28, p.paper)) +
    line("M286 452v102M514 452v102", p.light, 5) +
    line("M236 400v150", "#ffffff99", 12),
  bowl: (p, roll) =>
    shadow(200) +
    fill("M190 420q60-150 210-190 150 40 210 190Z", p.base) +
    [
      [300, 390],
      [350, 330],
      [400, 280],
      [450, 340],
      [500, 392],
      [400, 390],
      [344, 396],
      [458, 398],
    ]
      .map(([x, y], at) =>
        roll(2) === 0 ? oval(x!, y!, 34, 22, at % 2 ? p.light : p.deep) : disc(x!, y!, 11, at % 2 ? p.light : p.deep),
      )
      .join("") +
    fill("M150 416h500q-10 170-160 218v18H310v-18Q160 586 150 416Z", "#fffaf0") +
    rect(140, 396, 520, 36, p.deep, 18) +
    line(zigzag(192, 608, 480, 26, 18), p.accent, 9) +
    line("M204 536q196 60 392 0", p.base, 8),
  box: (p) =>
    shadow(230) +
    rect(180, 360, 440, 290, p.base, 12) +
    rect(156, 296, 488, 82, p.deep, 12) +
    rect(368, 296, 64, 354, p.accent) +
    fill("M400 296Q250 300 262 226q30-60 138 70Z", p.accent) +
    fill("M400 296q150 4 138-70-30-60-138 70Z", p.accent) +
    fill("M392 288q-90-4-92-48 22-24 92 48ZM408 288q90-4 92-48-22-24-92 48Z", p.deep) +
    disc(400, 294, 24, p.light) +
    [
      [260, 450],
      [260, 560],
      [540, 450],
      [540, 560],
    ]
      .map(([x, y]) => fill(`M${x} ${y! - 30}l30 30-30 30-30-30Z`, p.light))
      .join(""),
  soap: (p) =>
    shadow(220) +
    rect(190, 560, 420, 90, p.deep, 28) +
    rect(214, 470, 372, 96, p.base, 30) +
    rect(238, 376, 324, 100, p.light, 32) +
    rect(300, 402, 200, 48, p.base, 18) +
    line("M330 426h140", p.paper, 7) +
    line("M232 500q20-14 60-14M214 590q20-14 70-14", "#ffffff88", 9) +
    fill("M410 372q-40-130 60-190 44 110-60 190Z", p.deep) +
    fill("M404 372q-110-30-110-130 90 10 110 130Z", p.accent) +
    line("M408 366q14-80 50-140", p.light, 5) +
    [
      [600, 300, 40],
      [650, 390, 22],
      [190, 330, 28],
      [560, 220, 18],
    ]
      .map(
        ([x, y, r]) =>
          disc(x!, y!, r!, "#ffffffaa") + line(`M${x! - r! / 2} ${y!}q0-${r! / 2} ${r! / 2}-${r! / 2}`, p.light, 5),
      )
      .join(""),
  book: (p, roll) =>
    shadow(190) +
    fill("M226 180q0-30 30-30h310q12 0 12 12v488H262q-36 0-36-36Z", p.deep) +
    fill("M250 614q0-22 24-22h292v40H274q-24 0-24-18Z", "#fffaf0") +
    fill("M226 180q0-30 30-30h310q12 0 12 12v418H262q-36 0-36 36Z", p.base) +
    rect(262, 150, 12, 430, p.deep) +
    `<rect x="304" y="186" width="240" height="356" rx="6" fill="none" stroke="${p.accent}" stroke-width="6"/>` +
    (roll(2) === 0
      ? star(424, 330, 78, p.accent) + star(424, 330, 44, p.base)
      : fill("M346 430v-90a78 78 0 0 1 156 0v90Z", p.accent) + fill("M376 430v-84a48 48 0 0 1 96 0v84Z", p.base)) +
    line("M364 478h120M384 508h80", p.light, 8) +
    fill("M500 580h40v96l-20-18-20 18Z", p.accent),
  phone: (p) =>
    shadow(120) +
    rect(264, 126, 272, 526, p.deep, 44) +
    rect(280, 142, 240, 494, p.light, 32) +
    fill("M280 470l90-120 70 80 40-44 40 50v168q0 32-32 32H312q-32 0-32-32Z", p.base) +
    disc(452, 250, 36, p.accent) +
    rect(358, 156, 84, 20, p.deep, 10) +
    [
      [316, 572],
      [372, 572],
      [428, 572],
    ]
      .map(([x, y], at) => rect(x!, y!, 44, 44, at % 2 ? p.accent : p.paper, 12))
      .join("") +
    line("M306 200h70M306 224h44", p.paper, 10) +
    rect(536, 250, 10, 70, p.base, 5),
  audio: (p) =>
    shadow(200) +
    line("M210 430C190 90 610 90 590 430", p.deep, 34) +
    line("M246 350C266 150 534 150 554 350", p.light, 8) +
    rect(166, 400, 90, 210, p.base, 42) +
    rect(544, 400, 90, 210, p.base, 42) +
    rect(240, 386, 50, 238, p.deep, 25) +
    rect(510, 386, 50, 238, p.deep, 25) +
    disc(206, 505, 20, p.accent) +
    disc(594, 505, 20, p.accent) +
    [
      [344, 60],
      [372, 130],
      [400, 190],
      [428, 110],
      [456, 70],
    ]
      .map(([x, h]) => rect(x! - 8, 505 - h! / 2, 16, h!, p.accent, 8))
      .join(""),
  watch: (p) =>
    fill("M322 120h156l18 160H304ZM304 520h192l-18 160H322Z", p.base) +
    line("M340 150h120M336 190h128M336 610h128M340 650h120", p.deep, 7) +
    disc(400, 400, 172, p.deep) +
    disc(400, 400, 144, p.paper) +
    rect(568, 376, 30, 48, p.deep, 8) +
    line("M400 274v22M400 504v22M274 400h22M504 400h22", p.deep, 10) +
    line("M400 400v-84", p.deep, 14) +
    line("M400 400l64 40", p.base, 14) +
    line("M400 400l-56 66", p.accent, 6) +
    disc(400, 400, 14, p.accent),
  tool: (p) =>
    `<g transform="rotate(38 400 400)">${rect(378, 250, 44, 420, p.base, 18)}${rect(378, 590, 44, 80, p.deep, 18)}${fill("M290 140h190q60 10 70 90h-80l-10-16H290Z", "#8b95a3")}${rect(376, 214, 48, 50, "#6b7583")}</g>` +
    `<g transform="rotate(-38 400 400)">${rect(376, 270, 48, 400, "#aab3bf", 22)}${fill("M400 120q-80 10-80 90 0 60 50 84h60q50-24 50-84 0-80-80-90l0 0v96h0Z", "#aab3bf")}${fill("M376 112h48v96l-24 20-24-20Z", p.tint)}${disc(400, 630, 12, p.tint)}</g>` +
    disc(400, 415, 20, p.accent),
  toy: (p) =>
    shadow(280) +
    rect(150, 450, 200, 200, p.base, 20) +
    rect(450, 450, 200, 200, p.accent, 20) +
    rect(300, 240, 200, 200, p.deep, 20) +
    rect(174, 474, 152, 152, p.light, 12) +
    rect(474, 474, 152, 152, p.paper, 12) +
    rect(324, 264, 152, 152, p.light, 12) +
    star(400, 340, 56, p.accent) +
    fill("M250 498l52 92h-104Z", p.deep) +
    disc(550, 550, 48, p.base) +
    disc(550, 550, 22, p.paper) +
    fill("M400 236q-40-60-10-110 50 46 10 110Z", p.base),
  banner: (p, roll) => {
    const sun = disc(roll(2) === 0 ? 560 : 240, 250, 96, p.accent);
    const houses = [
      [60, 470, 120],
      [180, 400, 140],
      [330, 440, 110],
      [450, 360, 150],
      [610, 430, 130],
    ]
      .map(
        ([x, y, w], at) =>
          rect(x!, y!, w!, 400, at % 2 ? p.light : p.paper) +
          (at % 2
            ? fill(`M${x!} ${y!}a${w! / 2} ${w! / 2} 0 0 1 ${w!} 0Z`, p.base)
            : rect(x! - 8, y! - 14, w! + 16, 16, p.base, 4)) +
          fill(`M${x! + w! / 2 - 18} ${y! + 110}v-50a18 18 0 0 1 36 0v50Z`, p.deep),
      )
      .join("");
    return (
      wall(p.tint) +
      sun +
      fill("M0 420Q200 300 420 380T800 330V800H0Z", p.light) +
      houses +
      fill("M0 600q200-70 400-10t400-30v240H0Z", p.base) +
      fill("M0 690q220-60 430 0t370-20v130H0Z", p.deep) +
      line(zigzag(0, 800, 760, 40, 22), p.accent, 9)
    );
  },
  logo: (p, roll) =>
    wall(p.base) +
    star(400, 400, 300, p.deep) +
    `<circle cx="400" cy="400" r="236" fill="none" stroke="${p.accent}" stroke-width="10"/>` +
    (roll(2) === 0
      ? fill("M270 560V390a130 130 0 0 1 260 0v170Z", p.paper) +
        fill("M330 560V400a70 70 0 0 1 140 0v160Z", p.base) +
        star(400, 440, 44, p.accent)
      : fill("M400 230l150 260H250Z", p.paper) + fill("M400 320l80 138H320Z", p.base)) +
    line("M250 576h300", p.accent, 14),
};

/** The pens. */
const fill = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`;
const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const disc = (x: number, y: number, r: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
const oval = (x: number, y: number, rx: number, ry: number, colour: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}"/>`;
const rect = (x: number, y: number, width: number, height: number, colour: string, round = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${colour}"/>`;
const wall = (colour: string): string => rect(0, 0, 800, 800, colour);
const shadow = (width: number, y = 654): string => oval(400, y, width, 18, "#00000022");
const place = (drawing: string, x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale}) translate(-400 -400)">${drawing}</g>`;

const zigzag = (from: number, to: number, y: number, step: number, height: number): string =>
  Array.from(
    { length: Math.floor((to - from) / step) + 1 },
    (_, at) => `${at ? "L" : "M"}${from + at * step} ${y + (at % 2 ? -height : height) / 2}`,
  ).join("");

const fringe = (from: number, to: number, y: number, step: number, length = 26): string =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => `M${from + at * step} ${y}v${length}`).join("");

/** Eight points, as on a zellige wall. */
function star(x: number, y: number, size: number, colour: string): string {
  const point = (at: number): string => {
    const reach = at % 2 ? size * 0.765 : size;
    return `${Math.round(x + reach * Math.cos((at * Math.PI) / 8))} ${Math.round(y + reach * Math.sin((at * Math.PI) / 8))}`;
  };
  return fill(`M${Array.from({ length: 16 }, (_, at) => point(at)).join("L")}Z`, colour);
}

const stars = (colour: string): string =>
  [90, 245, 400, 555, 710].map((x) => star(x, 90, 46, colour) + star(x, 245, 46, colour)).join("");
