import { Problem } from "../core/problem.ts";

/** The connection is lost or in an unknown state, and must not be used again. */
export class ConnectionLost extends Error {}

/** Error codes of Node's sockets and DNS. */
const NETWORK_ERRORS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EADDRNOTAVAIL",
  "ECONNABORTED",
  "EHOSTDOWN",
  "EMFILE",
  "ENFILE",
  "ENOENT", // the Unix socket of a stopped server
]);

/** Messages of driver errors without a code: a lost connection, a failed one, or one that timed out. */
const CONNECTION_LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** SQLSTATE: connection exception; idle transaction time-out; server starting, stopping or crashed. */
const SERVER_GONE = /^(08...|25P03|57P0[1-5])$/;

/** SQLSTATE: disk full, out of memory, too many connections; disk error; standby or read-only server. */
const SERVER_FAULT = /^(53...|58...|25006)$/;

/** Of Citus, without a code of its own: a worker went away while it committed. The outcome is not known. */
const NODE_LOST_MESSAGE = /^(could not commit transaction|failure on connection marked as essential)/;

/** SQLSTATE: statement time-out; lock time-out. */
const TIMED_OUT = new Set(["57014", "55P03"]);

const messageOf = (error: unknown): string => (error as Error | undefined)?.message ?? "";
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/**
 * Whether the statement failed only because an earlier one of its transaction had failed: PostgreSQL refused it, or did not
 * prepare it when it was sent the first time.
 */
export const isConsequence = (error: unknown): boolean => ["25P02", "26000"].includes(codeOf(error));

/** Whether the connection that threw this error cannot be used any more. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  error instanceof AggregateError || // every address of the server's name failed
  NETWORK_ERRORS.has(codeOf(error)) ||
  SERVER_GONE.test(codeOf(error)) ||
  CONNECTION_LOST_MESSAGE.test(messageOf(error));

/**
 * The problem for a failure of the database: `overloaded` when a statement timed out, `unavailable` when the database
 * cannot be reached or cannot work. Returns other errors unchanged.
 */
export function problemOfFailure(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (TIMED_OUT.has(codeOf(error))) {
    return new Problem("overloaded", (say) => say.server.busyRecords, { cause: error });
  }
  if (isConnectionLost(error) || SERVER_FAULT.test(codeOf(error)) || NODE_LOST_MESSAGE.test(messageOf(error))) {
    return new Problem("unavailable", (say) => say.server.unavailable, { cause: error });
  }
  return error;
}
