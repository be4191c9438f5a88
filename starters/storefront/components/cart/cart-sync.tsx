"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Tabs of the shop tell each other what they know of the cart; one that knows something else asks the server again. */
export function CartSync({ state }: { state: string }) {
  const router = useRouter();
  useEffect(() => {
    const channel = new BroadcastChannel("cart");
    channel.postMessage(state);
    channel.onmessage = ({ data }) => {
      if (data !== state) router.refresh();
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
