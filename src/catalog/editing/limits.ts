/** As many as Shopify takes. */
export const MAX_VARIANTS = 250;
export const MAX_OPTIONS = 3;

/** Bytes that an entry of the database's indexes surely holds. */
export const MAX_ENTRY = 2400;
