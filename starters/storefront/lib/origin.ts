import "server-only";
import { headers } from "next/headers";

/** Whether the shopper reaches the shop by HTTPS. Of several proxies the first one knows. */
export const isSecure = async (): Promise<boolean> =>
  (await headers()).get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";

/** The shop's own address, as this shopper reaches it. */
export const originOf = async (): Promise<string> =>
  `${(await isSecure()) ? "https" : "http"}://${(await headers()).get("host")}`;
