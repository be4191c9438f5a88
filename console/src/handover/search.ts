/** What the screen is about, as it stands in the address. */
export interface HandoverSearch {
  carrier?: string;
  /** What was handed over today, instead of what is ready. */
  gone?: true;
}

/** What an address asks for; what it could not mean is left out. */
export const readHandoverSearch = ({ carrier, gone }: Record<string, unknown>): HandoverSearch => ({
  ...(typeof carrier === "string" && carrier !== "" && { carrier: carrier.slice(0, 100) }),
  ...(gone === true && { gone }),
});
