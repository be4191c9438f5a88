/** The same as Shopify's limits. */
export const MAX_VARIANTS = 250;
export const MAX_OPTIONS = 3;
export const MAX_IMAGES = 100;

/** Bytes that always fit into an entry of a database index. */
export const MAX_ENTRY = 2400;
