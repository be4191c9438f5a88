import type { Formats } from "../text/locale.ts";

/**
 * The sentences of problems, in one language; each language has a file. Sentences about a field take its path. `name`, `slug`
 * and the like are somebody's text, in any language; numbers are passed as numbers, because the words around them depend on them.
 * English is also what merchants get.
 */
export interface Messages {
  field: {
    required(path: string): string;
    invalid(path: string): string;
    text(path: string): string;
    number(path: string): string;
    wholeNumber(path: string): string;
    trueOrFalse(path: string): string;
    atLeast(path: string, min: number): string;
    atMost(path: string, max: number): string;
    oneOf(path: string, values: string): string;
    /** `max` in characters. */
    tooLong(path: string, max: number): string;
    /** Of a text: its number of characters. */
    length(path: string, min: number, max: number): string;
    tooLarge(path: string): string;
    tooManyItems(path: string, max: number): string;
    unstorable(path: string): string;
  };
  request: {
    notFound: string;
    methodNotAllowed(method: string, allowed: string): string;
    invalid: string;
    invalidKey: string;
    storeSuspended: string;
    invalidJson: string;
    tooComplex: string;
    tooLarge: string;
    notJson: string;
    wrongLength: string;
    nullCharacter: string;
    invalidHost: string;
    internalError: string;
    /** `seconds` until the caller may try again. */
    tooMany: Record<"address" | "key" | "sign-ins" | "account" | "codes", (seconds: number) => string>;
    inProgress: string;
    keyReused: string;
  };
  server: {
    busyRecords: string;
    busyStore: string;
    busyReading: string;
    busySignIns: string;
    unavailable: string;
  };
  catalogue: {
    noProduct(slug: string): string;
    noCollection(slug: string): string;
    noMenu(handle: string): string;
    noPage(slug: string): string;
    noPost(slug: string): string;
    priceRange: string;
    tooManyOptions(max: number): string;
  };
  cart: {
    none: string;
    noItem: string;
    noProduct: string;
    noVariant: string;
    chooseVariant: string;
    full(max: number): string;
    tooManyUnits(max: number): string;
    tooExpensive: string;
    converted: string;
    empty: string;
    inStock(available: number, product: string): string;
    unavailable(product: string): string;
  };
  order: {
    none: string;
    refused: string;
    tooExpensive: string;
    tooManyCodes(max: number): string;
    inStock(available: number, product: string, wanted: number): string;
  };
  customer: {
    signIn: string;
    signInAgain: string;
    invalidCredentials: string;
    wrongPassword: string;
    resetLinkEnded: string;
    emailTaken: string;
    noAddress: string;
    tooManyAddresses(max: number): string;
  };
}

/** Makes the sentences of a language, with the number formats of a country. */
export type MessagesFor = (formats: Formats) => Messages;
