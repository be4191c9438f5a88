import type { ProductCard } from "@hanout/client/shop";

/** What a card says of the price. */
export function priceOf({ price, compare_at_price, discounted_price, price_range }: ProductCard) {
  const now = discounted_price ?? price;
  return {
    price: now,
    former: compare_at_price ?? (now < price ? price : null),
    isLowest: price_range.max_price > price_range.min_price,
  };
}
