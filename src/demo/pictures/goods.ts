import type { Drawing } from "./drawing.ts";
import { disc, fill, line, oval, rect, shadow, star, wall, zigzag } from "./shapes.ts";

/** Things stand on a floor at y = 650 around x = 400; flat ones are centred on 400, 400. */
export const goods = {
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
} satisfies Record<string, Drawing>;
