import { Link } from "@tanstack/react-router";
import type { PropsWithChildren } from "react";
import { useApi } from "../../api/api.ts";
import classes from "./AnswerView.module.css";
import { linkOfField, type ThingLink } from "./links.ts";

/** A value that leads to the thing which it names, where a screen shows it. */
export function ThingOf({ name, value, children }: PropsWithChildren<{ name: string; value: unknown }>) {
  return <LinkTo link={linkOfField(name, value)}>{children}</LinkTo>;
}

/** Leads to where a thing is shown; without a link the words stand alone. */
export function LinkTo({ link, children }: PropsWithChildren<{ link: ThingLink | undefined }>) {
  const { store } = useApi();
  if (!link) return children;
  const { order } = link.search;
  if (link.name === "orders_get" && order !== undefined) {
    return (
      <Link to="/stores/$store/orders/$number" params={{ store, number: order }} className={classes.link}>
        {children}
      </Link>
    );
  }
  return (
    <Link
      to="/stores/$store/operations/$name"
      params={{ store, name: link.name }}
      search={link.search}
      className={classes.link}
    >
      {children}
    </Link>
  );
}
