import { HanoutError } from "@hanout/client/admin";
import { queryOptions } from "@tanstack/react-query";
import { CONSOLE_HEADERS } from "./console-headers.ts";
import { takeEarly } from "./early.ts";

export type Role = "owner" | "manager" | "orders" | "call_desk" | "catalogue" | "content" | "viewer";

/** A store in which the person works. */
export interface Store {
  id: string;
  slug: string;
  name: string;
  role: Role;
  scopes: string[];
  currency: string;
  country: string;
  locale: string;
  time_zone: string;
}

export interface Me {
  person: { email: string; name: string };
  stores: Store[];
}

/** Asks what belongs to the person, not to a store. Throws HanoutError. */
export async function askForPerson<T>(method: "GET" | "POST", path: string): Promise<T> {
  const address = `/api/v1/console${path}`;
  const answering =
    takeEarly(address, { headers: CONSOLE_HEADERS }) ?? fetch(address, { method, headers: CONSOLE_HEADERS });
  const response = await answering.catch((cause) => {
    throw new HanoutError(0, { code: "network_error", detail: "" }, undefined, cause);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new HanoutError(response.status, { code: "unexpected_answer", detail: "", ...answer });
  return answer;
}

/** Who is signed in, and where they work. */
export const meQuery = queryOptions({ queryKey: ["me"], queryFn: () => askForPerson<Me>("GET", "/me") });

/** Pages of the server, not part of the console, in the language of the page that leads there. */
const pageOf = (name: string) => `/console/${name}?locale=${document.documentElement.lang}`;

/** Where people sign in. */
export const signInPage = (): string => pageOf("sign-in");
/** Where people keep their account: password, passkeys, sessions. */
export const accountPage = (): string => pageOf("account");

/** Ends the session, and goes to the page where people sign in. */
export async function signOut(): Promise<void> {
  await askForPerson("POST", "/sign-out");
  location.assign(signInPage());
}
