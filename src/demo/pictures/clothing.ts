import type { Drawing } from "./drawing.ts";
import { disc, fill, fringe, line, place, rect, shadow, zigzag } from "./shapes.ts";

/** Things stand on a floor at y = 650 around x = 400; flat ones are centred on 400, 400. */
export const wear = {
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
} satisfies Record<string, Drawing>;
