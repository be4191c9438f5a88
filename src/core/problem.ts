/** Every refusal of the API: code -> [HTTP status, title]. Codes are stable, so that clients can branch on them. */
export const PROBLEMS = {
  invalid_request: [400, "The request is malformed"],
  malformed_json: [400, "The body is not valid JSON"],
  invalid_api_key: [401, "The API key is missing or not valid"],
  variant_required: [400, "The product has variants; choose one"],
  invalid_credentials: [401, "The e-mail or the password is wrong"],
  invalid_token: [401, "The customer's token is missing or not valid"],
  insufficient_scope: [403, "The API key does not allow this"],
  foreign_origin: [403, "Requests from this origin are not allowed"],
  not_found: [404, "There is nothing at this address"],
  menu_not_found: [404, "There is no such menu"],
  product_not_found: [404, "There is no such product"],
  collection_not_found: [404, "There is no such collection"],
  page_not_found: [404, "There is no such page"],
  post_not_found: [404, "There is no such blog post"],
  variant_not_found: [404, "There is no such variant"],
  cart_not_found: [404, "There is no such cart"],
  cart_item_not_found: [404, "There is no such item in the cart"],
  order_not_found: [404, "There is no such order"],
  category_not_found: [404, "There is no such category"],
  carrier_not_found: [404, "There is no such carrier"],
  customer_not_found: [404, "There is no such customer"],
  promotion_not_found: [404, "There is no such promotion"],
  key_not_found: [404, "There is no such API key"],
  change_not_found: [404, "There is no such change"],
  address_not_found: [404, "There is no such address"],
  method_not_allowed: [405, "The method is not allowed here"],
  request_timeout: [408, "The request took too long to arrive"],
  stale: [409, "It has changed since it was read"],
  slug_taken: [409, "The slug is taken"],
  code_taken: [409, "The coupon code is taken"],
  confirmation_required: [409, "The operation must be confirmed"],
  email_taken: [409, "The e-mail already has an account"],
  cart_converted: [409, "The cart has already become an order"],
  illegal_order_move: [409, "The order cannot change to this status"],
  undo_conflict: [409, "Something has changed since"],
  not_undoable: [409, "The change cannot be undone"],
  idempotency_in_progress: [409, "A request with this idempotency key is still running"],
  body_too_large: [413, "The body is too large"],
  unsupported_media_type: [415, "The content type of the body is not supported"],
  invalid_value: [422, "A value is not acceptable"],
  quantity_out_of_range: [422, "The quantity is out of range"],
  insufficient_stock: [422, "There is not enough in stock"],
  cart_full: [422, "The cart has the maximum number of lines"],
  cart_empty: [422, "The cart is empty"],
  coupon_not_applicable: [422, "The coupon does not apply"],
  order_refused: [422, "The store does not accept the order"],
  too_many_addresses: [422, "The address book is full"],
  idempotency_key_reused: [422, "The idempotency key was used for another request"],
  rate_limited: [429, "Too many requests"],
  headers_too_large: [431, "The headers are too large"],
  internal_error: [500, "An unexpected error occurred"],
  overloaded: [503, "The server is too busy"],
  unavailable: [503, "The service is temporarily unavailable"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** An invalid field. `path` is dotted (`items.0.quantity`), and empty for the whole body. */
export interface FieldError {
  path: string;
  message: string;
}

export interface ProblemOptions {
  /** The invalid fields. */
  errors?: FieldError[];
  /** Extension members of the answer (RFC 9457): `{ available: 3 }`. */
  extra?: Record<string, unknown>;
  /** The HTTP status, when it differs from the code's default. */
  status?: number;
  /** The underlying error; it is logged and never sent to the client. */
  cause?: unknown;
}

export const statusOf = (code: ProblemCode): number => PROBLEMS[code][0];
export const titleOf = (code: ProblemCode): string => PROBLEMS[code][1];

/**
 * An expected refusal (RFC 9457). Features throw it; `http/errors.ts` turns it into an answer. `detail` is one public
 * sentence for a person. Any other error that is thrown is a bug.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: FieldError[];
  readonly extra: Record<string, unknown>;

  constructor(
    code: ProblemCode,
    detail: string,
    { errors = [], extra = {}, status = statusOf(code), cause }: ProblemOptions = {},
  ) {
    super(detail, { cause });
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.extra = extra;
  }
}

/** The refusal of one field. `message` continues the sentence after the field's name: "must be a phone number". */
export const invalidValue = (path: string, message: string, extra: Record<string, unknown> = {}): Problem =>
  new Problem("invalid_value", `${path} ${message}.`, { errors: [{ path, message }], extra });
