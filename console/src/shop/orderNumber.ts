/** What tells an order's number from those of others: `7KQ2M9XB` of `ORD-2026-7KQ2M9XB`. */
export const ownPart = (number: string): string => number.slice(number.lastIndexOf("-") + 1);
