import { invalidValue } from "./problem.ts";

/** Turns a stored media address into the one that shoppers receive. */
export type MediaUrl = <T extends string | null>(stored: T) => T;

/** Leaves media addresses unchanged. */
export const asStored: MediaUrl = (stored) => stored;

/**
 * Rewrites media addresses for a CDN: relative addresses, and addresses under `origin` when it is not empty, go under
 * `base`. Other addresses stay unchanged. Without a `base` all stay unchanged.
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

/** Whether this is an absolute http(s) address. */
export const isWebAddress = (url: string): boolean => /^(https?:)?\/\/[^\s/]+\S*$/i.test(url);

/** Throws `invalid_value` unless `url` can address an image: an http(s) address, or a path on this server. */
export function requireImageAddress(path: string, url: string): void {
  const isPath = /^(?![a-z][a-z0-9+.-]*:)(?!\/\/)\S+$/i.test(url);
  if (!isWebAddress(url) && !isPath) throw invalidValue(path, "must be an http or https address");
}
