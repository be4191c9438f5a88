/** Returns the median; of an even number of values the mean of the two in the middle. Throws for no values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error("the median of no values");
  return (low + high) / 2;
}

/** Returns the value that a share of the values does not exceed: 0.99 for the 99th percentile. NaN for no values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
