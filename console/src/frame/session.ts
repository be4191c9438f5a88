import { HanoutError } from "@hanout/client/admin";
import { hasSignedIn } from "../api/connection.ts";
import { type Me, meQuery, signInPage } from "../api/person.ts";
import { tellTabs } from "../api/tabs.ts";
import { queryClient } from "./queryClient.ts";

/** Where the person was when they had to sign in. */
const WANTED = "hanout.wanted";

/** Who is signed in; whoever is not, is led to the page where people sign in, and comes back to this address afterwards. */
export async function requireMe(): Promise<Me> {
  try {
    const me = await queryClient.ensureQueryData(meQuery);
    hasSignedIn();
    tellTabs({ kind: "signed in" });
    return me;
  } catch (error) {
    if (!(error instanceof HanoutError) || error.status !== 401) throw error;
    sessionStorage.setItem(WANTED, location.pathname + location.search);
    location.assign(signInPage());
    return new Promise(() => {}); // the browser leaves
  }
}

/** Whether an address was wanted before signing in. */
export const isSomethingWanted = (): boolean => sessionStorage.getItem(WANTED) !== null;

/** The address that was wanted before signing in, once. */
export function takeWanted(): string | null {
  const wanted = sessionStorage.getItem(WANTED);
  sessionStorage.removeItem(WANTED);
  return wanted;
}
