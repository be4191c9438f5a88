import { expect, test } from "vitest";
import { CustomerTokens } from "../../src/customers/customers.ts";
import { ConfirmTokens, type Deed } from "../../src/mcp/confirm.ts";

const [OLD, NEW] = ["an old secret of thirty-two characters", "a new secret of thirty-two characters"];
const tokensOf = (...secrets: string[]) => new ConfirmTokens(new CustomerTokens(secrets).keysFor("confirm_token"));
const NOW = "2026-03-09T12:00:00.000Z";
const before = {
  name: "Vase",
  content: { uses: 1 },
  updated_at: NOW,
  variants: [{ id: "v", price: 5, inventory_quantity: 3 }],
};
const note = { entity: "product", id: "p", label: "vase", before, after: null };
const deed: Deed = {
  siteId: "s",
  operation: "products_delete",
  args: { product: "vase", a: 1 },
  noted: [note],
  touched: [],
};

test("keys are rotated as those of customers' tokens are, and are not the same", () => {
  const token = tokensOf(OLD).issue(deed, NOW);

  expect(tokensOf(NEW, OLD).check(token, deed, NOW)).toBe("fits");
  expect(tokensOf(NEW).check(token, deed, NOW)).toBe("differs");
  expect(new ConfirmTokens([Buffer.from(OLD)]).check(token, deed, NOW)).toBe("differs");
  expect(new CustomerTokens([OLD]).keysFor("another")).not.toEqual(new CustomerTokens([OLD]).keysFor("confirm_token"));
});

test.each<[string, Partial<Deed>, string]>([
  ["the order of arguments", { args: { a: 1, product: "vase" } }, "fits"],
  ["another label", { noted: [{ ...note, label: "other" }] }, "fits"],
  [
    "another stock",
    { noted: [{ ...note, before: { ...before, variants: [{ id: "v", price: 5, inventory_quantity: 9 }] } }] },
    "fits",
  ],
  ["another stamp", { noted: [{ ...note, before: { ...before, updated_at: "2026-03-09T12:01:00.000Z" } }] }, "fits"],
  ["a thing that stays as it is", { noted: [note, { ...note, id: "q", after: before }] }, "fits"],
  ["another store", { siteId: "t" }, "differs"],
  ["another operation", { operation: "products_update" }, "differs"],
  ["other arguments", { args: { product: "vase", a: 2 } }, "differs"],
  ["another thing", { noted: [{ ...note, id: "q" }] }, "differs"],
  ["a further thing", { noted: [note, { ...note, id: "q" }] }, "differs"],
  ["a further thing beside those noted", { touched: ["x"] }, "differs"],
  ["another text of a page's own", { noted: [{ ...note, before: { ...before, content: { uses: 2 } } }] }, "differs"],
  ["another price", { noted: [{ ...note, before: { ...before, variants: [{ id: "v", price: 6 }] } }] }, "differs"],
])("%s", (_, other, expected) => {
  const tokens = tokensOf(OLD);

  expect(tokens.check(tokens.issue(deed, NOW), { ...deed, ...other }, NOW)).toBe(expected);
});

test("what a call makes anew is known by its name: its id is another in each run", () => {
  const tokens = tokensOf(OLD);
  const made = (id: string, label: string): Deed => ({
    ...deed,
    noted: [{ ...note, id, label, before: null, after: {} }],
  });
  const token = tokens.issue(made("one", "vase"), NOW);

  expect(tokens.check(token, made("two", "vase"), NOW)).toBe("fits");
  expect(tokens.check(token, made("one", "lamp"), NOW)).toBe("differs");
});
