/** A field at fault: its path with dots (`items.0.quantity`), and what is wrong with it. */
export interface FieldError {
  path: string;
  message: string;
}

/** What every call can fail with, beside what its operation refuses. */
export type ClientCode = "network_error" | "unexpected_answer";

interface Problem {
  code: string;
  detail: string;
  errors?: FieldError[];
  allowed?: string[];
  next?: string;
  request_id?: string;
}

/**
 * What a call throws when the server refuses it, or does not answer. Branch on `code`; `network_error` says that no answer came,
 * and `unexpected_answer` that something else than Hanout answered.
 */
export class HanoutError<Code extends string = string> extends Error {
  override readonly name = "HanoutError";
  readonly code: Code;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** A sentence for people: on the storefront in the shopper's language. */
  readonly detail: string;
  /** The fields at fault; empty if it is not about fields. */
  readonly errors: readonly FieldError[];
  /** What would be accepted. */
  readonly allowed: readonly string[] | undefined;
  /** Of merchants' operations: what to do next. */
  readonly next: string | undefined;
  /** Give this to support. */
  readonly requestId: string | undefined;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;
  /** The whole problem, with members of its code, such as `available` of `insufficient_stock`. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Problem, retryAfter?: number, cause?: unknown) {
    super(problem.detail, { cause });
    this.code = problem.code as Code;
    this.status = status;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.allowed = problem.allowed;
    this.next = problem.next;
    this.requestId = problem.request_id;
    this.retryAfter = retryAfter;
    this.problem = { ...problem };
  }
}

/** What no answer means. */
export const networkError = (cause: unknown): HanoutError =>
  new HanoutError(0, { code: "network_error", detail: "The server cannot be reached." }, undefined, cause);

/** The error that an answer says. */
export function refusalOf(response: Response, text: string): HanoutError {
  const problem = readProblem(text) ?? {
    code: "unexpected_answer",
    detail: `The answer ${response.status} is not from Hanout.`,
  };
  return new HanoutError(response.status, problem, secondsOf(response.headers.get("retry-after")));
}

function readProblem(text: string): Problem | undefined {
  try {
    const { code, detail, ...more } = JSON.parse(text);
    return typeof code === "string" ? { ...more, code, detail: String(detail) } : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds: it is a number of them, or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
