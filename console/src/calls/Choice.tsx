import type { ReactNode } from "react";
import classes from "./Sheet.module.css";

interface ChoiceProps {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of several answers, as wide as the sheet. The chosen one has the focus when the sheet opens. */
export const Choice = ({ group, isChosen, onChoose, children }: ChoiceProps) => (
  <label className={classes.choice}>
    <input type="radio" name={group} checked={isChosen} data-autofocus={isChosen || undefined} onChange={onChoose} />
    {children}
  </label>
);
