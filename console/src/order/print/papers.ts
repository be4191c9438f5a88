/** What can be printed of an order, each on a paper of its own. */
export const PAPERS = ["slip", "label-a6", "label-80"] as const;
export type Paper = (typeof PAPERS)[number];

export const isPaper = (value: unknown): value is Paper => PAPERS.some((paper) => paper === value);
