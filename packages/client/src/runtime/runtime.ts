/** What both clients have in common. */
export {
  type Answer,
  attempt,
  type CallOptions,
  type ClientSettings,
  type EtagCache,
  type Read,
} from "./call.ts";
export { type FieldError, HanoutError } from "./error.ts";
export { formatMoney } from "./money.ts";
export { all } from "./pages.ts";
