const SYLLABLES = "ba co di fu ga li mo nar pel ri sou ta vel zo cha ner".split(" ");

/** Returns the n-th word of an invented language, most frequent words first. */
export function word(n: number): string {
  let text = SYLLABLES[n % 16] ?? "";
  for (let rest = Math.floor(n / 16) + 16; rest > 0; rest = Math.floor(rest / 16)) text += SYLLABLES[rest % 16];
  return text;
}

/** Creates a pseudo-random generator of numbers in [0, 1) that returns the same numbers in every run. */
export function random(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
}
