/** Every refusal the API can give, in one table: code -> [HTTP status, title]. The code is stable; clients may branch on it. */
const PROBLEMS = {
  invalid_request: [400, "The request is malformed"],
  malformed_json: [400, "The body is not valid JSON"],
  invalid_api_key: [401, "The API key is missing or not valid"],
  not_found: [404, "There is nothing here"],
  menu_not_found: [404, "There is no such menu"],
  product_not_found: [404, "There is no such product"],
  collection_not_found: [404, "There is no such collection"],
  page_not_found: [404, "There is no such page"],
  post_not_found: [404, "There is no such blog post"],
  method_not_allowed: [405, "The method is not allowed here"],
  request_timeout: [408, "The request took too long to arrive"],
  body_too_large: [413, "The body is too large"],
  unsupported_media_type: [415, "The body is not of a supported type"],
  rate_limited: [429, "Too many requests"],
  headers_too_large: [431, "The headers are too large"],
  internal_error: [500, "Something broke on our side"],
  overloaded: [503, "The server is too busy"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** A field at fault: `path` is dotted (`items.0.quantity`), empty for the whole. */
export interface FieldError {
  path: string;
  message: string;
}

export interface ProblemFacts {
  /** Fields at fault. */
  errors?: FieldError[];
  /** More public members of the answer, as RFC 9457 allows: `{ available: 3 }`. */
  extra?: Record<string, unknown>;
  /** What really happened; logged, never shown. */
  cause?: unknown;
}

export const statusOf = (code: ProblemCode): number => PROBLEMS[code][0];
export const titleOf = (code: ProblemCode): string => PROBLEMS[code][1];

/**
 * An expected refusal (RFC 9457). Features throw it; only `http/errors.ts` turns it into an answer.
 * `detail` is one public sentence for a person. Anything else that is thrown is a bug.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: FieldError[];
  readonly extra: Record<string, unknown>;

  constructor(code: ProblemCode, detail: string, { errors = [], extra = {}, cause }: ProblemFacts = {}) {
    super(detail, { cause });
    this.name = "Problem";
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.extra = extra;
  }
}
