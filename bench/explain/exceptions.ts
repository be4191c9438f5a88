/** A site whose statement may do what the register refuses. */
export interface Exception {
  /** As the register names it: file and function. */
  site: string;
  /** `scan`: a sequential scan of a large table; `rows`: more than 20 rows read for each that is returned. */
  kind: "scan" | "rows";
  reason: string;
}

export const EXCEPTIONS: Exception[] = [];

/** Sites that no use of the register reaches, with the reason. */
export const UNREACHED: Record<string, string> = {};
