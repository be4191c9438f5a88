import "server-only";
import { cookies } from "next/headers";
import { COOKIES, LIFETIMES } from "./cookies";
import { isSecure } from "./origin";

type Name = keyof typeof COOKIES;

/** Sets one of the shop's cookies. Only Server Actions can. */
export async function setCookie(name: Name, value: string): Promise<void> {
  const jar = await cookies();
  jar.set(COOKIES[name], value, {
    httpOnly: true,
    sameSite: "lax",
    secure: await isSecure(),
    path: "/",
    maxAge: LIFETIMES[name],
  });
}

/** Deletes cookies of the shop. */
export async function dropCookies(...names: Name[]): Promise<void> {
  const jar = await cookies();
  for (const name of names) jar.delete(COOKIES[name]);
}

/** What a cookie of the shop says. */
export const cookieOf = async (name: Name): Promise<string | undefined> => (await cookies()).get(COOKIES[name])?.value;
