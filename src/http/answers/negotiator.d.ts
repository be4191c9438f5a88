declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> });

    /** The best of these for the request's `Accept-Language`; equally good ones in their order. Undefined: none. */
    language(available: readonly string[]): string | undefined;
    /** The best of these for the request's `Accept-Encoding`; equally good ones in the order of `preferred`. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
  }
}
