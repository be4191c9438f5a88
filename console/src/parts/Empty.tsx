import type { ReactNode } from "react";
import classes from "./Empty.module.css";
import { Icon, type IconName } from "./Icon.tsx";

interface EmptyProps {
  icon: IconName;
  title: ReactNode;
  text?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

/** A place where nothing is: says why, and what to do. */
export function Empty({ icon, title, text, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
