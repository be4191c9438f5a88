"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** `<id of the cart> <when it changed>`. Whether the first is of the same cart, and later. */
const isNewer = (one: string, other: string) => one.split(" ")[0] === other.split(" ")[0] && one > other;

/** Tabs of the shop tell each other what they know of the cart. One that knows less asks the server; one that knows more says so. */
export function CartSync({ state }: { state: string }) {
  const router = useRouter();
  useEffect(() => {
    const channel = new BroadcastChannel("cart");
    channel.postMessage(state);
    channel.onmessage = ({ data }) => {
      if (isNewer(state, data)) channel.postMessage(state);
      else if (data !== state) router.refresh();
    };
    const afterBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) router.refresh();
    };
    addEventListener("pageshow", afterBack);
    return () => {
      channel.close();
      removeEventListener("pageshow", afterBack);
    };
  }, [state, router]);
  return null;
}
