const numbers = new Intl.NumberFormat("fr-DZ", { maximumSignificantDigits: 2 });
const whole = new Intl.NumberFormat("fr-DZ", { maximumFractionDigits: 0 });

/** Makes a function that writes a number of bytes in the largest of these units (of 1024) that it fills: `3,4 Mo`. */
export const sizeIn =
  (units: readonly [string, string, string]) =>
  (bytes: number): string => {
    const amounts = units.map((_, power) => bytes / 1024 ** (power + 1));
    const at = Math.max(
      0,
      amounts.findLastIndex((amount) => amount >= 1),
    );
    const amount = amounts[at] ?? 0;
    return `${(amount < 100 ? numbers : whole).format(amount)}\u00a0${units[at]}`;
  };
