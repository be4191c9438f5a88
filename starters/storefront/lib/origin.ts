import "server-only";
import { headers } from "next/headers";

/** The shop's own address, as this shopper reaches it. */
export async function originOf(): Promise<string> {
  const sent = await headers();
  const protocol = sent.get("x-forwarded-proto")?.split(",")[0] ?? "http";
  return `${protocol}://${sent.get("host")}`;
}
