import type { Drawing } from "./drawing.ts";
import { disc, fill, fringe, line, oval, rect, shadow, zigzag } from "./shapes.ts";

/** Things stand on a floor at y = 650 around x = 400; flat ones are centred on 400, 400. */
export const home = {
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
} satisfies Record<string, Drawing>;
