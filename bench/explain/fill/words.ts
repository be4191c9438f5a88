const SYLLABLES = [
  "ba",
  "co",
  "di",
  "fu",
  "ga",
  "li",
  "mo",
  "nar",
  "pel",
  "ri",
  "sou",
  "ta",
  "vel",
  "zo",
  "cha",
  "ner",
];

/** The n-th word of a made-up language, the commonest first. */
export function word(n: number): string {
  let text = SYLLABLES[n % 16] ?? "";
  for (let rest = Math.floor(n / 16) + 16; rest > 0; rest = Math.floor(rest / 16)) text += SYLLABLES[rest % 16];
  return text;
}

/** Numbers that look random and are the same at every run. */
export function random(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
}
