import { type PropsWithChildren, useEffect } from "react";
import classes from "./Dock.module.css";

/** On phones the actions of a task take the place of the navigation. */
export function useTask(): void {
  useEffect(() => {
    document.body.dataset.task = "";
    return () => {
      delete document.body.dataset.task;
    };
  }, []);
}

/** The actions of a task, at the bottom. */
export function Dock({ children, className = "" }: PropsWithChildren<{ className?: string | undefined }>) {
  useTask();
  return (
    <div className={`${classes.dock} ${className}`} data-dock="">
      {children}
    </div>
  );
}
