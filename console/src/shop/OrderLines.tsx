import type { ReactNode } from "react";
import { Icon } from "../parts/Icon.tsx";
import { Typed } from "../parts/Island.tsx";
import { Picture, pictureAddress } from "../parts/pictures/Picture.tsx";
import classes from "./Shop.module.css";

/** A line of goods, as a list of them shows it. */
export interface ShownLine {
  key: string;
  name: string;
  /** Its option values, and what else tells it from others. */
  about?: ReactNode;
  image: string | null;
  isGone?: boolean;
}

/** Goods with their pictures, each with what can be done with it at the end. */
export function OrderLines<Line extends ShownLine>({
  lines,
  children,
}: {
  lines: readonly Line[];
  children: (line: Line) => ReactNode;
}) {
  if (lines.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.key} data-gone={line.isGone || undefined}>
          <LinePicture image={line.image} />
          <span className={classes.words}>
            <span>
              <Typed>{line.name}</Typed>
            </span>
            {line.about && <small>{line.about}</small>}
          </span>
          {children(line)}
        </li>
      ))}
    </ul>
  );
}

/** The picture of a line; without one, the place for it. */
export function LinePicture({ image }: { image: string | null }) {
  const address = pictureAddress(image);
  if (address) return <Picture src={address} size={44} />;
  return (
    <span className={classes.noPicture}>
      <Icon name="bag" />
    </span>
  );
}
