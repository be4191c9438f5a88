/** Fields that hold an amount of the store's currency, in major units. */
const MONEY =
  /(^|_)(price|amount|total|subtotal|cost|discount|spent|rounding|revenue|balance|free_above|round_to|min_value|total_value|to_collect|amount_\w+|stated|expected|gross|discounts|shipping|refunded|collected|remitted|owed)$/;

/** Whether a field of this name holds an amount of money. */
export const isMoney = (name: string): boolean => MONEY.test(name);
