import { Island } from "../parts/Island.tsx";
import { ownPart } from "./orderNumber.ts";
import classes from "./Shop.module.css";

/** The number of an order. Its beginning, which most orders share, is faint. */
export function OrderNumber({ number }: { number: string }) {
  const own = ownPart(number);
  return (
    <Island>
      <span className={classes.prefix}>{number.slice(0, number.length - own.length)}</span>
      {own}
    </Island>
  );
}
