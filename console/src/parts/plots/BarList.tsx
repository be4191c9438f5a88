import type { ReactNode } from "react";
import { Island } from "../Island.tsx";
import classes from "./BarList.module.css";

/** A part: what it is, its figure as text, and how much of the whole it is. */
export interface Bar {
  key: string;
  label: ReactNode;
  value: number;
  text: string;
  about?: ReactNode;
}

interface BarListProps {
  title?: string;
  bars: readonly Bar[];
  whole: number;
}

/** Bars of parts, each with its figure beside it. They begin where reading begins. */
export function BarList({ title, bars, whole }: BarListProps) {
  return (
    <section className={classes.bars}>
      {title && <h2>{title}</h2>}
      <ul>
        {bars.map(({ key, label, value, text, about }) => (
          <li key={key}>
            <span dir="auto">{label}</span>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${whole > 0 ? (value / whole) * 100 : 0}%` }} />
            </span>
            <strong>
              <Island>{text}</Island>
            </strong>
            {about && <small>{about}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
