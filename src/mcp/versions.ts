/** The versions whose lifecycle begins with `initialize`. An unknown version is answered with the first. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];

/** The version without sessions; every request names it. */
export const MODERN_VERSION = "2026-07-28";
