/** As many as Shopify takes. */
export const MOST_VARIANTS = 250;
export const MOST_OPTIONS = 3;

/** Bytes that an entry of the database's indexes surely holds. */
export const LARGEST_ENTRY = 2400;
