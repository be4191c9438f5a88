import { headers } from "next/headers";
import Link from "next/link";

export default async function NotFound() {
  return <Link href="/">404 {(await headers()).get("host")}</Link>;
}
