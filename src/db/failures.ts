import { Problem } from "../core/problem.ts";

/** The connection is lost, or its state is unknown: it must not be used again. */
export class ConnectionLost extends Error {}

/** Errors of Node's sockets and name service. */
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
  "ENOENT", // the socket file of a server that is stopped
]);

/** What the driver says, without a code, of a connection that it lost, could not open, or that did not answer in time. */
const CONNECTION_LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** SQLSTATE: connection exception; the transaction was idle for too long; the server is starting, stopping or crashed. */
const SERVER_GONE = /^(08...|25P03|57P0[1-5])$/;

/** SQLSTATE: disk full, out of memory, too many connections; an error of the disk; a standby or read-only server. */
const SERVER_FAULT = /^(53...|58...|25006)$/;

/** SQLSTATE: given up by the statement's time-out, or after waiting for a lock. */
const TIMED_OUT = new Set(["57014", "55P03"]);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** Whether nothing more can be asked over the connection that this error came from. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  error instanceof AggregateError || // every address of the server's name failed
  NETWORK_ERRORS.has(codeOf(error)) ||
  SERVER_GONE.test(codeOf(error)) ||
  CONNECTION_LOST_MESSAGE.test((error as Error | undefined)?.message ?? "");

/**
 * What a failure of the database means for the request: `overloaded` when a statement was given up, `unavailable` when
 * the database cannot be reached or cannot do its work. Everything else is returned as it is.
 */
export function problemOfFailure(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (TIMED_OUT.has(codeOf(error))) {
    return new Problem("overloaded", "Too many requests want the same things at once; try again.", { cause: error });
  }
  if (isConnectionLost(error) || SERVER_FAULT.test(codeOf(error))) {
    return new Problem("unavailable", "The database cannot do this at the moment; try again.", { cause: error });
  }
  return error;
}
