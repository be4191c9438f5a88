/** What fields and their values are called: arguments of operations, and fields of what they answer. */
export const fields = {
  names: {} as Record<string, string>,
  values: {} as Record<string, string>,
  /** What kinds of things are called that a call changes. */
  things: {} as Record<string, string>,
};
