import { Typed } from "../../parts/Island.tsx";
import { Picture } from "../../parts/pictures/Picture.tsx";
import { Value } from "../../parts/Value.tsx";
import classes from "./Form.module.css";
import type { Found } from "./useThings.ts";

/** A thing that was found: its picture, its name, and what tells it from others. */
export function FoundOption({ found: { name, about, picture } }: { found: Found }) {
  return (
    <span className={classes.found}>
      {picture && <Picture src={picture} />}
      <span>
        <Typed>{name}</Typed>
        {about.length > 0 && (
          <small>
            {about.map(([field, value], index) => (
              <span key={field}>
                {index > 0 && " · "}
                <Value name={field} value={value} />
              </span>
            ))}
          </small>
        )}
      </span>
    </span>
  );
}
