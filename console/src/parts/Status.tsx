import type { ReactNode } from "react";
import classes from "./Status.module.css";

type Colour = "wait" | "ready" | "move" | "good" | "bad" | "off";
type Shape = "dashed" | "half" | "most" | "full" | "turned" | "cross";

/** The ring fills as a thing moves on; the colour only says it again. */
const STATUSES: Readonly<Record<string, [Shape, Colour]>> = {
  pending: ["dashed", "wait"],
  confirmed: ["half", "ready"],
  processing: ["half", "ready"],
  shipped: ["most", "move"],
  delivered: ["full", "good"],
  returned: ["turned", "bad"],
  cancelled: ["cross", "off"],
  active: ["full", "good"],
  draft: ["dashed", "off"],
  archived: ["cross", "off"],
  unpaid: ["dashed", "wait"],
  paid: ["full", "good"],
  refunded: ["turned", "bad"],
  partially_refunded: ["turned", "bad"],
  running: ["full", "good"],
  scheduled: ["dashed", "wait"],
  expired: ["cross", "off"],
  used_up: ["cross", "off"],
  off: ["cross", "off"],
  waiting: ["dashed", "wait"],
  done: ["full", "good"],
  failed: ["cross", "bad"],
};

const SHAPES: Record<Shape, ReactNode> = {
  dashed: <circle cx="7" cy="7" r="5.5" strokeDasharray="2.2 2.2" />,
  half: (
    <>
      <circle cx="7" cy="7" r="5.5" />
      <path d="M7 4a3 3 0 0 1 0 6z" fill="currentColor" stroke="none" />
    </>
  ),
  most: (
    <>
      <circle cx="7" cy="7" r="5.5" />
      <path d="M7 7V4a3 3 0 1 1-3 3z" fill="currentColor" stroke="none" />
    </>
  ),
  full: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path d="m4.4 7.2 1.8 1.8 3.4-3.8" className={classes.tick} />
    </>
  ),
  turned: <path d="M5 2.5 2.5 5 5 7.5M2.5 5H8a3 3 0 0 1 0 6H5.5" />,
  cross: (
    <>
      <circle cx="7" cy="7" r="5.5" />
      <path d="m5 5 4 4M9 5 5 9" />
    </>
  ),
};

/** The fields whose values are statuses. */
export const isStatus = (name: string, value: string): boolean =>
  /(^|_)(status|state)$/.test(name) && STATUSES[value] !== undefined;

/** A status: a shape and a word. */
export function Status({ value, word }: { value: string; word: string }) {
  const [shape, colour] = STATUSES[value] ?? ["dashed", "off"];
  return (
    <span className={classes.status} data-colour={colour}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        aria-hidden="true"
        data-mirrored={shape === "turned" || undefined}
      >
        {SHAPES[shape]}
      </svg>
      {word}
    </span>
  );
}
