/** A copy of an object without its null members. */
export const withoutNulls = <T extends object>(row: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
