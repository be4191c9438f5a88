import { HanoutError } from "@hanout/client/admin";
import { QueryClient } from "@tanstack/react-query";

/** Milliseconds for which what was read is shown without asking again. Events of the store end it sooner. */
const FRESH = 30_000;

/** Failures that pass are tried again by themselves. */
const PASSING = ["network_error", "overloaded", "unavailable", "rate_limited"];
const MAX_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      networkMode: "always",
      refetchOnWindowFocus: false, // nothing moves by itself
      retry: (tried, error) => tried < MAX_RETRIES && error instanceof HanoutError && PASSING.includes(error.code),
    },
  },
});
