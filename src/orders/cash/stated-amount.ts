import { isExact, maxMinor, minorDigits, toMinor } from "../../core/money.ts";
import { fold } from "../../core/text/fold.ts";

/**
 * Reads an amount as people and their sheets write it: "2500", "2 500,00", "2,500.00 DA", "٢٥٠٠". Returns minor units; null for
 * a text that is no amount, is negative, or has more decimals than the currency. One point or comma before three
 * digits divides thousands, unless the currency has three decimals.
 */
export function readStatedAmount(text: string, currency: string): number | null {
  const plain = fold(text.replace(/٫/g, ",").replace(/٬/g, " "));
  const [, before = "", number = "", after = ""] = /^([^\d]*)(\d[\d\s.,'’]*)(.*)$/su.exec(plain) ?? [];
  if (number === "" || /[-−(]/.test(before) || /[\d-]/.test(after)) return null;
  const { whole, fraction } = partsOf(number.replace(/[\s.,'’]+$/, ""), minorDigits(currency));
  if (!/^(\d+|\d{1,3}([\s.,'’]\d{3})+)$/.test(whole)) return null;
  return inMinor(`${whole.replace(/\D/g, "")}.${fraction || "0"}`, currency);
}

function inMinor(major: string, currency: string): number | null {
  try {
    const minor = toMinor(major, currency);
    return isExact(major, currency) && minor <= maxMinor(currency) ? minor : null;
  } catch {
    return null; // out of range
  }
}

/** The last point or comma begins the decimals, unless it divides thousands. */
function partsOf(number: string, decimals: number): { whole: string; fraction: string } {
  const at = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  const [whole, fraction] = [number.slice(0, at), number.slice(at + 1)];
  const isOnlyOne = at >= 0 && !/[.,]/.test(whole);
  const dividesThousands = isOnlyOne
    ? fraction.length === 3 && decimals !== 3 && /^[1-9][\d\s'’]*$/.test(whole) && whole.replace(/\D/g, "").length <= 3
    : whole.includes(number.charAt(at));
  return at < 0 || dividesThousands ? { whole: number, fraction: "" } : { whole, fraction };
}
