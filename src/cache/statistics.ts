/** What the cache has done since the start of the process. */
export interface Statistics {
  /** Answers that were sent from memory, and answers that were made. */
  hits: number;
  misses: number;
  /** Entries that were removed to make room. */
  evictions: number;
  /** Entries that were removed because something changed, or because their time was over. */
  invalidations: number;
}
