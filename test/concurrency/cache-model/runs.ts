/** Steps together: more on demand, with `CACHE_MODEL_STEPS`. */
export const STEPS = Number(process.env.CACHE_MODEL_STEPS ?? 1000);

const MAX_SEED = 2_147_483_647;
const FIRST_SEED = Number(process.env.CACHE_MODEL_SEED ?? Date.now() % MAX_SEED);

/** The seed of a run; `CACHE_MODEL_SEED` sets that of the first. */
export const seedOf = (run: number): number => (FIRST_SEED + run) % MAX_SEED;
