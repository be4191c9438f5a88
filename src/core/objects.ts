/** `T` with its members that may be null left out where they are. */
export type WithoutNulls<T> = T extends unknown
  ? { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
      [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
    }
  : never;

/** A copy of an object without its null members. */
export const withoutNulls = <T extends object>(row: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
