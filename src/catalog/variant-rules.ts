/** What must be true of a variant's columns, for all that write them. */

/** The most units that a variant may have, or lack. */
export const MAX_UNITS = 1_000_000_000;

interface Counting {
  track_quantity: boolean;
  continue_selling_when_out_of_stock: boolean;
}

/** Whether no more units can be sold than there are. */
export const isLimited = (variant: Counting): boolean =>
  variant.track_quantity && !variant.continue_selling_when_out_of_stock;

/** Whether stock is below zero where no more can be sold than there is. */
export const isOversold = (stock: { inventory_quantity: number; is_limited: boolean }): boolean =>
  stock.is_limited && stock.inventory_quantity < 0;

/** Whether a stock is too large a number, above or below zero. */
export const isTooMany = (units: number): boolean => Math.abs(units) > MAX_UNITS;

interface Prices {
  price: number;
  compare_at_price: number | null;
}

/** Whether the price before a reduction, if any, is not above the price. */
export const isNoReduction = ({ price, compare_at_price }: Prices): boolean =>
  compare_at_price !== null && compare_at_price <= price;
