import { describe, expect, it } from "vitest";
import { isExpensiveRead } from "../../../src/catalog/products/filters.ts";

describe("isExpensiveRead", () => {
  it.each([
    [{ q: "robe" }],
    [{ facets: true }],
    [{ "option.Taille": "M" }],
    [{ min_price: 0 }],
    [{ max_price: 100 }],
    [{ tag: "lin" }],
    [{ vendor: "Atelier" }],
    [{ in_stock: false }],
    [{ offset: 1001 }],
    [{ category: "robes", sort_by: "price", facets: true }],
  ])("is true of %j", (query) => {
    expect(isExpensiveRead(query)).toBe(true);
  });

  it.each([
    [{}],
    [{ limit: 250, offset: 1000 }],
    [{ category: "robes" }],
    [{ collection: "artisanat", facets: false }],
    [{ sort_by: "name", sort_order: "desc" }],
    [{ sort: "price_asc", q: " " }],
  ])("is false of %j", (query) => {
    expect(isExpensiveRead(query)).toBe(false);
  });
});
