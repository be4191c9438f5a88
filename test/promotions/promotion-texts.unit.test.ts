import { describe, expect, test } from "vitest";
import { formatsOf, languageOf } from "../../src/core/text/locale.ts";
import { zoneOf } from "../../src/core/time/zone.ts";
import { messageOf, refusalInEnglish, refusalText, savingText } from "../../src/promotions/messages/messages.ts";
import type { PromotionRow } from "../../src/promotions/queries.ts";

const settings = (locale: string, country = "DZ", currency = "DZD") => ({ locale, country, currency });
const ALGIERS = zoneOf("DZ");
/** Returns the text without the directional marks and special spaces of Intl. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ").replace(/[\u200e\u200f\u061c]/g, "");

test.each([
  ["ar", "ar"],
  ["ar-DZ", "ar"],
  ["AR-dz", "ar"],
  ["fr-CA", "fr"],
  ["en-GB", "en"],
  ["de", "en"],
  ["ary", "en"],
  ["frr", "en"],
  ["kab", "en"],
])("%s uses the language %s", (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});

/** The ISO 4217 code for tests: a currency without a sign. */
const TEST_CURRENCY = "XTS";

describe("formats", () => {
  test.each([
    ["ar", "DZ", "DZD", 150_000, "1.500 د.ج."],
    ["ar", "EG", "DZD", 150_050, "١٬٥٠٠٫٥٠ د.ج."],
    ["ar-DZ", "EG", "DZD", 150_050, "1.500,50 د.ج."],
    ["ar-Latn-DZ-x-abc", "EG", "DZD", 150_000, "1.500 د.ج."],
    ["fr", "DZ", "DZD", 150_050, "1 500,50 DA"],
    ["fr", "FR", "EUR", 150_000, "1 500 €"],
    ["fr", "TN", "TND", 1_500_500, "1 500,500 DT"],
    ["en", "DZ", "DZD", 1, "DZD 0.01"],
    ["en", "JP", "JPY", 1500, "¥1,500"],
    ["de", "FR", "EUR", 150_050, "€1,500.50"],
    ["xx-1-2-3", "ZZ", TEST_CURRENCY, 100, "XTS 1"],
  ])("%s in %s writes an amount of %s: %i is %s", (locale, country, currency, minor, text) => {
    expect(plain(formatsOf(locale, country).amount(minor, currency))).toBe(text);
  });

  test.each([
    ["ar", "27 نوفمبر 2026 في 00:30"],
    ["fr", "27 novembre 2026 à 00:30"],
    ["en", "November 27, 2026 at 00:30"],
    ["ar-SA", "٢٧ نوفمبر ٢٠٢٦ في ٠٠:٣٠"],
  ])("%s formats a time in the store's time zone, in the Gregorian calendar", (locale, text) => {
    const formatted = formatsOf(locale, "DZ").dateTime("2026-11-26T23:30:00.000Z", "Africa/Algiers");
    expect(plain(formatted)).toBe(text);
  });
});

test.each([
  ["fr", "DZ", "2027-07-01T00:00:00.000Z", "1er juillet 2027 à 01:00"],
  ["fr-CA", "CA", "2027-06-30T23:00:00.000Z", "1er juillet 2027 à 00 h 00"],
  ["fr", "DZ", "2027-01-11T00:00:00.000Z", "11 janvier 2027 à 01:00"],
  ["en", "FR", "2027-07-01T00:00:00.000Z", "1 July 2027 at 01:00"],
  ["ar", "DZ", "2027-07-01T00:00:00.000Z", "1 جويلية 2027 في 01:00"],
])("%s in %s writes %s as %s", (locale, country, time, text) => {
  expect(plain(formatsOf(locale, country).dateTime(time, "Africa/Algiers"))).toBe(text);
});

describe("plurals", () => {
  const missing = (locale: string, missing: number) =>
    plain(refusalText({ reason: "min_quantity", missing }, "X", settings(locale), ALGIERS));

  test.each([
    [1, "قطعة واحدة أخرى"],
    [2, "قطعتين أخريين"],
    [3, "3 قطع أخرى"],
    [10, "10 قطع أخرى"],
    [11, "11 قطعة أخرى"],
    [99, "99 قطعة أخرى"],
    [100, "100 قطعة أخرى"],
    [103, "103 قطع أخرى"],
    [1011, "1.011 قطعة أخرى"],
  ])("of %i in Arabic are right", (number, pieces) => {
    expect(missing("ar", number)).toBe(`أضف ${pieces} من المنتجات التي يشملها الرمز «⁨X⁩».`);
  });

  test.each([
    [1, "1 article concerné"],
    [2, "2 articles concernés"],
    [1000, "1 000 articles concernés"],
  ])("of %i in French are right", (number, articles) => {
    expect(missing("fr", number)).toBe(`Ajoutez encore ${articles} par le code « X ».`);
  });

  test.each([
    ["ar", 1, 2, 100, "اشترِ قطعة واحدة واحصل على قطعتين مجانًا"],
    ["ar", 12, 5, 50, "اشترِ 12 قطعة واحصل على خصم 50% على 5 قطع"],
    ["fr", 1, 2, 100, "1 article acheté, 2 offerts"],
    ["fr", 1, 1, 50, "1 article acheté, 50 % de remise sur le suivant"],
    ["en", 1, 1, 33.33, "Buy 1, get 1 at 33.33% off"],
  ])("in %s are right for buy %i, get %i", (locale, buy_quantity, get_quantity, percent, text) => {
    const deal = {
      message: null,
      discount_type: "buy_x_get_y",
      discount_value: percent * 100,
      buy_quantity,
      get_quantity,
    };
    expect(plain(messageOf(deal as PromotionRow, settings(locale)))).toBe(text);
  });
});

test("titles and codes in Latin letters are isolated in Arabic texts only", () => {
  const unknown = (locale: string, code: string) => refusalText({ reason: "unknown" }, code, settings(locale), ALGIERS);
  expect(unknown("ar", "ETE+")).toContain("«\u2068ETE+\u2069»");
  expect(unknown("ar", "عيد+")).toContain("«عيد+»");
  expect(unknown("fr", "ETE+")).toContain("«\u00a0ETE+\u00a0»");
  expect(unknown("en", "عيد+")).toContain('"عيد+"');
});

test("problems are in English with amounts in the store's currency", () => {
  const refusal = { reason: "min_order_amount" as const, missing: 150_050 };
  expect(plain(refusalInEnglish(refusal, "X", settings("ar"), ALGIERS))).toBe(
    'Add DZD 1,500.50 more to use the code "X".',
  );
});

test("omits an unknown saving", () => {
  const ship = { title: "Été", message: null, discount_type: "free_shipping" } as PromotionRow;
  expect(plain(savingText([ship], 0, settings("fr")))).toBe("Été : Livraison gratuite");
  expect(plain(savingText([ship, ship], 60_000, settings("fr")))).toBe(
    "Été : Livraison gratuite + Été : Livraison gratuite — vous économisez 600 DA",
  );
});
