import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import classes from "./Notice.module.css";

interface NoticeProps {
  icon: IconName;
  /** `bad`: something failed, or cannot be undone. `wait`: somebody must act. `quiet`: good to know. */
  kind: "bad" | "wait" | "quiet";
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** A few words in the flow of a screen, with at most one action. */
export function Notice({ icon, kind, title, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-kind={kind} role={kind === "bad" ? "alert" : undefined}>
      <Icon name={icon} size={18} />
      <div>
        {title && <strong>{title} </strong>}
        {children}
      </div>
      {action}
    </div>
  );
}
