import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Sentence, sayIn } from "../../src/core/messages/messages.ts";
import { excerpt } from "../../src/core/text/excerpt.ts";

const inArabic = (sentence: Sentence, country = "DZ") => sayIn(sentence, { locale: "ar", country });
const inFrench = (sentence: Sentence) => sayIn(sentence, { locale: "fr", country: "DZ" });

describe("counted things", () => {
  test.each([
    [0, "نفدت كمية «برنوس»."],
    [1, "لا يمكن طلب أكثر من قطعة واحدة من «برنوس»."],
    [2, "لا يمكن طلب أكثر من قطعتين من «برنوس»."],
    [3, "لا يمكن طلب أكثر من 3 قطع من «برنوس»."],
    [11, "لا يمكن طلب أكثر من 11 قطعة من «برنوس»."],
    [100, "لا يمكن طلب أكثر من 100 قطعة من «برنوس»."],
    [103, "لا يمكن طلب أكثر من 103 قطع من «برنوس»."],
    [9999, "لا يمكن طلب أكثر من 9.999 قطعة من «برنوس»."],
  ])("%i pieces in Arabic", (available, text) => {
    expect(inArabic((say) => say.cart.inStock(available, "برنوس"))).toBe(text);
  });

  test.each([
    [1, "حرفًا واحدًا"],
    [2, "حرفين"],
    [8, "8 أحرف"],
    [50, "50 حرفًا"],
    [128, "128 حرفًا"],
    [200, "200 حرف"],
  ])("%i characters in Arabic", (max, text) => {
    expect(inArabic((say) => say.field.tooLong("email", max))).toBe(`يجب ألّا يتجاوز البريد الإلكتروني ${text}.`);
  });

  test.each([
    [1, "ثانية واحدة"],
    [2, "ثانيتين"],
    [5, "5 ثوانٍ"],
    [30, "30 ثانية"],
  ])("%i seconds in Arabic", (seconds, text) => {
    expect(inArabic((say) => say.request.tooMany.key(seconds))).toBe(
      `محاولات كثيرة جدًا بهذا المفتاح. أعد المحاولة بعد ${text}.`,
    );
  });

  test.each([
    [0, "Ce produit est épuisé\u00a0: «\u00a0Robe\u00a0»."],
    [1, "Seul 1 exemplaire de «\u00a0Robe\u00a0» peut être commandé."],
    [2, "Seuls 2 exemplaires de «\u00a0Robe\u00a0» peuvent être commandés."],
  ])("%i pieces in French", (available, text) => {
    expect(inFrench((say) => say.cart.inStock(available, "Robe"))).toBe(text);
  });

  test("have the digits of the country", () => {
    expect(inArabic((say) => say.field.atMost("quantity", 9999), "EG")).toBe("يجب ألّا تتجاوز الكمية ٩٬٩٩٩.");
    expect(inArabic((say) => say.field.atMost("quantity", 12), "")).toBe("يجب ألّا تتجاوز الكمية 12.");
  });
});

test("every field that a shopper's request may have has a name of its own", () => {
  type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };
  interface Operation {
    parameters?: { name: string; in: string }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  }
  const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const pathsOf = ({ properties = {}, items, anyOf = [] }: Schema, above = ""): string[] => [
    ...Object.entries(properties).flatMap(([name, inner]) => [above + name, ...pathsOf(inner, `${above}${name}.`)]),
    ...(items ? pathsOf(items, `${above}0.`) : []),
    ...anyOf.flatMap((inner) => pathsOf(inner, above)),
  ];
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/v1/storefront/"))
    .flatMap(([, methods]) => Object.values(methods));
  const fields = operations.flatMap(({ parameters = [], requestBody }) => [
    ...parameters.filter((parameter) => parameter.in !== "path").map(({ name }) => name),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => pathsOf(schema)),
  ]);

  expect(fields).toEqual(expect.arrayContaining(["limit", "customer_phone", "items.0.quantity", "idempotency-key"]));
  for (const field of new Set(fields.filter((name) => name !== "locale"))) {
    const text = inFrench((say) => say.field.required(field));
    expect([field, text]).toEqual([field, expect.stringMatching(/^Indiquez l(e |a |’)[^«]+\.$/)]);
  }
});

test("a sentence about an unknown field repeats its name, without what comes before it", () => {
  expect(inFrench((say) => say.field.invalid("a.0.note"))).toBe("Le champ «\u00a0note\u00a0» n’est pas valide.");
  expect(inArabic((say) => say.field.invalid("option.T. 38"))).toBe("الخانة «\u2068T. 38\u2069» غير صالحة.");
});

test("a sentence about an entry of a list names the list", () => {
  expect(inFrench((say) => say.field.invalid("items.0"))).toBe("La liste des articles n’est pas valide.");
  expect(inArabic((say) => say.field.invalid("items.12"))).toBe("قائمة المنتجات غير صالحة.");
  expect(inFrench((say) => say.field.atLeast("items.0.quantity", 1))).toBe("La quantité doit être de 1 au minimum.");
  expect(inFrench((say) => say.field.invalid("option.T.38"))).toBe("Le champ «\u00a0T.38\u00a0» n’est pas valide.");
});

test("an excerpt is cut between characters, and has no characters that turn the text around it", () => {
  expect(excerpt("😀".repeat(61))).toBe(`${"😀".repeat(60)}…`);
  expect(excerpt("\u202eabc\u2067\u0000", 2)).toBe("ab…");
});
