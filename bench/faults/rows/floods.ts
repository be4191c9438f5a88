import type { Fault } from "../fault.ts";

/** One shopper must not stop everybody. */
export const FLOODS: Fault[] = [];
