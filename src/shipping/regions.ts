import { fold } from "../core/text/fold.ts";

/** The region of the rates that apply where no other rate is set. */
export const EVERYWHERE = "*";

/** A region's name in the form that rates store and are looked up by: without accents, case and outer spaces. */
export const regionKey = (text: string): string => fold(text).trim();
