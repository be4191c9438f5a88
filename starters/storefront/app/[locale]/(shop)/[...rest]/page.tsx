import { notFound } from "next/navigation";

/** Addresses that no folder answers. */
export default function Nothing(): never {
  notFound();
}
