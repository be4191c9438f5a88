import { describe, expect, test } from "vitest";
import { matchLines } from "../../console/src/handover/match.ts";
import { rowsOf } from "../../console/src/handover/rows.ts";
import { argumentsOf, readOrdersSearch } from "../../console/src/orders/filters.ts";
import { agoText, lastedText } from "../../console/src/parts/writing/ago.ts";

describe("tracking numbers of a message", () => {
  const parcels = [
    { order: "ORD-2026-AAAA1111", phone: "+213555123456" },
    { order: "ORD-2026-BBBB2222", phone: "+213661445566" },
    { order: "ORD-2026-CCCC3333", phone: "+213770000000" },
    { order: "ORD-2026-DDDD4444", phone: "+213770000000" },
  ];
  const found = (text: string) => {
    const { numbers, unmatched } = matchLines(text, parcels);
    return [...numbers].map(([order, number]) => `${order.slice(9)} ${number}`).concat(unmatched.map(({ why }) => why));
  };

  test.each([
    ["ORD-2026-AAAA1111 yal-123456", ["AAAA1111 yal-123456"]],
    ["ord-2026-aaaa1111;YAL 123456;Amina", ["AAAA1111 123456"]],
    ["YAL-99887X, AAAA1111, 2026-11-28, 18500 DA", ["AAAA1111 YAL-99887X"]],
    ["Bonjour,\n0661 44 55 66 : ZR7788990\nMerci", ["BBBB2222 ZR7788990"]],
    ["+213 661-445566 → ZR7788990", ["BBBB2222 ZR7788990"]],
    ["ORD-2026-AAAA1111 yal-111111 ORD-2026-BBBB2222 yal-222222", ["AAAA1111 yal-111111", "BBBB2222 yal-222222"]],
    ["ORD-2026-ZZZZ9999 yal-123456", ["unknown"]],
    ["0770000000 yal-123456", ["several"]],
    ["AAAA1111 Alger", ["none"]],
    ["AAAA1111 yal-123456\nAAAA1111 yal-999999", ["AAAA1111 yal-123456", "twice"]],
    ["AAAA1111 yal-123456\nAAAA1111 yal-123456", ["AAAA1111 yal-123456"]],
    ["AAAA1111 yal-123456\nBBBB2222 yal-123456", ["AAAA1111 yal-123456", "same"]],
    ["commande;suivi", []],
  ])("%j", (text, wanted) => expect(found(text)).toEqual(wanted));
});

test("a carrier's list is read with quotes, commas and lines in its cells", () => {
  expect(rowsOf('a,b\r\n"x, ""y""","1\n2"\r\n,\r\n')).toEqual([
    ["a", "b"],
    ['x, "y"', "1\n2"],
    ["", ""],
  ]);
});

test("an address of the orders is read as far as it means something", () => {
  const read = readOrdersSearch({
    view: "to_ship",
    status: "pending",
    q: 550123,
    period: "7",
    least: "x",
    owed: 1,
    sql: 1,
  });
  expect(read).toEqual({ view: "to_ship", q: "550123", period: "7" });
  expect(argumentsOf(read, "2026-11-28")).toEqual({ to_ship: true, query: "550123", from: "2026-11-22" });
  expect(readOrdersSearch({ view: "all", status: "nothing", wilaya: " " })).toEqual({});
});

test("times are written as people say them", () => {
  const now = new Date("2026-11-23T13:00:00Z");
  const ago = (iso: string) => agoText(iso, "fr", "Africa/Algiers", now).replaceAll(/\s/g, " ");
  expect(ago("2026-11-23T12:35:00Z")).toBe("il y a 25 min");
  expect(ago("2026-11-23T10:00:00Z")).toBe("il y a 3 h");
  expect(ago("2026-11-22T17:20:00Z")).toBe("hier 18:20");
  expect(ago("2026-11-20T17:20:00Z")).toBe("ven. 18:20");
  expect(ago("2026-11-01T17:20:00Z")).toBe("1 nov.");
  expect(lastedText("2026-11-23T09:50:00Z", "fr", now).replaceAll(/\s/g, " ")).toBe("3 h 10 min");
  expect(lastedText("2026-11-23T09:50:00Z", "ar", now)).toBe("3 ساعات و10 دقائق");
});
