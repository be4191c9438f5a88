/** What every request of the console carries beside its cookie. */
export const CONSOLE_HEADERS = { "x-hanout-console": "1" };
