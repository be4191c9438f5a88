import type { en } from "./en/all.ts";

/** All texts of the console, in one language. */
export type Texts = typeof en;
