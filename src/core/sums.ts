export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What lines cost before discounts, in minor units. It may be above the safe integers. */
export const subtotalOf = (lines: readonly { price: number; quantity: number }[]): number =>
  sum(lines.map(({ price, quantity }) => price * quantity));

/** The number of units of all lines. */
export const unitsOf = (lines: readonly { quantity: number }[]): number => sum(lines.map(({ quantity }) => quantity));
