import { HanoutError } from "@hanout/client/admin";

const PASSING = ["network_error", "overloaded", "unavailable", "rate_limited"];

/** Whether the same call may succeed a moment later. */
export const isPassing = (error: unknown): boolean => error instanceof HanoutError && PASSING.includes(error.code);
