import { type Sentence, sayIn, sayInEnglish, type TextLocale } from "./messages/messages.ts";

/** Every refusal of the API: code -> [HTTP status, title]. Codes are stable, so that clients can branch on them. */
export const PROBLEMS = {
  invalid_request: [400, "The request is malformed"],
  malformed_json: [400, "The body is not valid JSON"],
  invalid_api_key: [401, "The API key is missing or not valid"],
  variant_required: [400, "The product has variants; choose one"],
  store_required: [400, "The request does not name a store"],
  not_signed_in: [401, "Nobody is signed in"],
  invalid_credentials: [401, "The e-mail or the password is wrong"],
  invalid_token: [401, "The customer's token is missing or not valid"],
  insufficient_scope: [403, "The API key does not allow this"],
  store_suspended: [403, "The store is suspended"],
  foreign_origin: [403, "Requests from this origin are not allowed"],
  not_found: [404, "There is nothing at this address"],
  store_not_found: [404, "There is no such store"],
  member_not_found: [404, "There is no such person in the store"],
  link_not_found: [404, "The link does not work any more"],
  session_not_found: [404, "There is no such session"],
  passkey_not_found: [404, "There is no such passkey"],
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
  job_not_found: [404, "There is no such job"],
  file_not_found: [404, "There is no such file"],
  webhook_not_found: [404, "There is no such webhook endpoint"],
  address_not_found: [404, "There is no such address"],
  method_not_allowed: [405, "The method is not allowed here"],
  request_timeout: [408, "The request took too long to arrive"],
  stale: [409, "It has changed since it was read"],
  slug_taken: [409, "The slug is taken"],
  code_taken: [409, "The coupon code is taken"],
  confirmation_required: [409, "The operation must be confirmed"],
  confirm_token_used: [409, "The confirm token was used already"],
  email_taken: [409, "The e-mail already has an account"],
  member_exists: [409, "The person works in the store already"],
  works_elsewhere: [409, "The person works in other stores, too"],
  passkeys_unavailable: [409, "Passkeys do not work at this address"],
  uploads_unavailable: [409, "The server takes no pictures yet"],
  file_in_use: [409, "Something uses the file"],
  last_owner: [409, "A store keeps an owner"],
  cart_converted: [409, "The cart has already become an order"],
  illegal_order_move: [409, "The order cannot change to this status"],
  undo_conflict: [409, "Something has changed since"],
  not_undoable: [409, "The change cannot be undone"],
  idempotency_in_progress: [409, "A request with this idempotency key is still running"],
  body_too_large: [413, "The body is too large"],
  unsupported_media_type: [415, "The content type of the body is not supported"],
  invalid_value: [422, "A value is not acceptable"],
  picture_refused: [422, "The file is not accepted"],
  files_full: [422, "The store's room for files is used up"],
  amount_not_collectable: [422, "The order's delivery collects no cash"],
  quantity_out_of_range: [422, "The quantity is out of range"],
  insufficient_stock: [422, "There is not enough in stock"],
  item_unavailable: [422, "The item can no longer be ordered"],
  cart_full: [422, "The cart has the maximum number of lines"],
  cart_empty: [422, "The cart is empty"],
  coupon_not_applicable: [422, "The coupon does not apply"],
  order_refused: [422, "The store does not accept the order"],
  invalid_reset_token: [422, "The link for a new password has ended"],
  too_many_addresses: [422, "The address book is full"],
  too_many_jobs: [422, "Too many jobs wait"],
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

/** An invalid field, as a refusal names it. */
interface FieldFault {
  path: string;
  /** For merchants, in English; default: the problem's detail. */
  message?: string;
  /** For shoppers; default: the problem's detail. */
  sentence?: Sentence;
}

export interface ProblemOptions {
  /** The invalid fields. */
  errors?: FieldFault[];
  /** The detail for merchants, in English, where it differs from what shoppers are told. */
  forMerchants?: string;
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
 * An expected refusal (RFC 9457). Features throw it; `http/errors.ts` turns it into an answer. `told` is one public sentence
 * for a person: a `Sentence` where shoppers may get it, English text where only merchants do. Any other error that is thrown
 * is a bug.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  /** In English, as merchants get it. */
  readonly detail: string;
  /** In English, as merchants get them. */
  readonly errors: FieldError[];
  readonly extra: Record<string, unknown>;
  readonly #told: Sentence;
  readonly #faults: FieldFault[];

  constructor(
    code: ProblemCode,
    told: string | Sentence,
    { errors = [], forMerchants, extra = {}, status = statusOf(code), cause }: ProblemOptions = {},
  ) {
    const detail = forMerchants ?? (typeof told === "string" ? told : sayInEnglish(told));
    super(detail, { cause });
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.errors = errors.map(({ path, message, sentence }) => ({
      path,
      message: message ?? (sentence ? sayInEnglish(sentence) : detail),
    }));
    this.extra = extra;
    this.#told = typeof told === "string" ? () => told : told;
    this.#faults = errors;
  }

  /** What a shopper is told, in the language of a locale. */
  toldIn(locale: TextLocale): { detail: string; errors: FieldError[] } {
    const detail = sayIn(this.#told, locale);
    const errors = this.#faults.map(({ path, sentence }) => ({
      path,
      message: sentence ? sayIn(sentence, locale) : detail,
    }));
    return { detail, errors };
  }
}

/**
 * The refusal of one field. `message` is for merchants, and continues the sentence after the field's name: "must be a phone
 * number". `sentence` is for shoppers; a refusal that only merchants can get has none.
 */
export function invalidValue(
  path: string,
  message: string,
  { sentence, ...extra }: { sentence?: Sentence; [extra: string]: unknown } = {},
): Problem {
  const forMerchants = `${path} ${message}.`;
  return new Problem("invalid_value", sentence ?? forMerchants, { errors: [{ path, message }], forMerchants, extra });
}

/** The refusals of fields that both merchants and shoppers fill. */
export const emptyField = (path: string): Problem =>
  invalidValue(path, "must not be empty", { sentence: (say) => say.field.required(path) });
export const invalidPhone = (path: string): Problem =>
  invalidValue(path, "must be a phone number", { sentence: (say) => say.field.invalid(path) });
export const invalidEmail = (path: string): Problem =>
  invalidValue(path, "must be an e-mail address", { sentence: (say) => say.field.invalid(path) });
