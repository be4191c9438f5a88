import { Button } from "@mantine/core";
import { useTexts } from "../messages/TextsContext.tsx";
import classes from "./Shop.module.css";

/** A code that was entered and of which nothing was added. */
export interface NotAdded {
  /** Tells it from the same code that was entered once more. */
  number: number;
  code: string;
  /** A sentence that names the code. */
  why: string;
}

/** The codes that were not added: each is read aloud as it comes, and stays until it is searched again. */
export function NotAddedList({ codes, onSearch }: { codes: readonly NotAdded[]; onSearch: (code: NotAdded) => void }) {
  const { frame } = useTexts();
  return (
    <div aria-live="polite">
      {codes.length > 0 && (
        <ul className={classes.notAdded}>
          {codes.map((one) => (
            <li key={one.number}>
              <span>{one.why}</span>
              <Button variant="subtle" aria-label={`${frame.search} ${one.code}`} onClick={() => onSearch(one)}>
                {frame.search}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
