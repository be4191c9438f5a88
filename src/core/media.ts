import { invalidValue } from "./problem.ts";

/** Turns a stored media address into the one shoppers get. */
export type MediaUrl = <T extends string | null>(stored: T) => T;

/** Shows media addresses as they are stored. */
export const asStored: MediaUrl = (stored) => stored;

/**
 * Moves relative addresses under `base`, and those under `origin` as well when one is given: a CDN has the same files.
 * All others stay as stored (spec section 1), and so do all without a `base`.
 */
export function mediaRewriter(origin: string, base: string): MediaUrl {
  if (!base) return asStored;
  return rewriterTo(base.replace(/\/+$/, ""), origin.replace(/\/+$/, ""));
}

function rewriterTo(base: string, from: string): MediaUrl {
  const rewrite = (stored: string): string => {
    if (from && (stored === from || stored.startsWith(`${from}/`))) return base + stored.slice(from.length);
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(stored)) return stored;
    return `${base}/${stored.replace(/^\/+/, "")}`;
  };
  return (stored) => (stored ? rewrite(stored) : stored) as typeof stored;
}

/** Whether this is an http(s) address. */
export const isWebAddress = (url: string): boolean => /^(https?:)?\/\/[^\s/]+\S*$/i.test(url);

/** Throws `invalid_value` for what is no address of a picture: http(s), or a path of this server. */
export function requirePicture(path: string, url: string): void {
  const isPath = /^(?![a-z][a-z0-9+.-]*:)(?!\/\/)\S+$/i.test(url);
  if (!isWebAddress(url) && !isPath) throw invalidValue(path, "must be an http or https address");
}
