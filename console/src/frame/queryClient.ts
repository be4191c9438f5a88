import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "../api/passing.ts";

/** Milliseconds for which what was read is shown without asking again. Events of the store end it sooner. */
const FRESH = 30_000;

/** Failures that pass are tried again by themselves. */
const MAX_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      networkMode: "always",
      refetchOnWindowFocus: false, // nothing moves by itself
      retry: (tried, error) => tried < MAX_RETRIES && isPassing(error),
    },
  },
});
