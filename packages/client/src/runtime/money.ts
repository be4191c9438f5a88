/**
 * An amount as people write it: `formatMoney(2500, "DZD", "fr-DZ")` is "2 500 DA". `amount` is in major units, as in the API;
 * `locale` is a BCP 47 tag, whose country decides, for example, the digits of Arabic. Decimals that are zeros are left out,
 * and none that the amount has.
 */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const format = (digits?: number) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    });
  const own = String(amount).split(".")[1]?.length ?? 0;
  return format(own && Math.max(own, format().resolvedOptions().maximumFractionDigits ?? 0)).format(amount);
}
