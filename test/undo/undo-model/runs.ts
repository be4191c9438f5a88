/** Steps together on both databases: more on demand, with `UNDO_MODEL_STEPS`. */
export const STEPS = Number(process.env.UNDO_MODEL_STEPS ?? 2000);

const MAX_SEED = 2_147_483_647;
const FIRST_SEED = Number(process.env.UNDO_MODEL_SEED ?? Date.now() % MAX_SEED);

/** The seed of a run; `UNDO_MODEL_SEED` sets that of the first. */
export const seedOf = (run: number): number => (FIRST_SEED + run) % MAX_SEED;
