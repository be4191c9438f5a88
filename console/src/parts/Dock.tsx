import { type PropsWithChildren, useEffect } from "react";
import classes from "./Dock.module.css";

/** The actions of a task, at the bottom. On phones it takes the place of the navigation. */
export function Dock({ children, className = "" }: PropsWithChildren<{ className?: string | undefined }>) {
  useEffect(() => {
    document.body.dataset.task = "";
    return () => {
      delete document.body.dataset.task;
    };
  }, []);
  return (
    <div className={`${classes.dock} ${className}`} data-dock="">
      {children}
    </div>
  );
}
