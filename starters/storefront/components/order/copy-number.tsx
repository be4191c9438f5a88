"use client";

import { useState } from "react";
import { Icon } from "../icon";

/** An order number, and a button that copies it. */
export function CopyNumber({ number, copy, copied }: { number: string; copy: string; copied: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <p className="flex items-center justify-between gap-2">
      <bdi dir="ltr" className="font-semibold text-lg">
        {number}
      </bdi>
      <button
        type="button"
        className="target"
        aria-label={isCopied ? copied : copy}
        onClick={() => navigator.clipboard.writeText(number).then(() => setCopied(true))}
      >
        <Icon name={isCopied ? "tick" : "copy"} size={20} />
      </button>
    </p>
  );
}
