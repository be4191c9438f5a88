import { Combobox } from "@mantine/core";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Typed } from "../../parts/Island.tsx";
import { Picture } from "../../parts/pictures/Picture.tsx";
import { Value } from "../../parts/Value.tsx";
import classes from "./Form.module.css";
import { type Found, isCalled } from "./useThings.ts";

interface FoundListProps {
  /** The name of the list, which screen readers say: that of the field. */
  label: string;
  found: Found[];
  /** What the field has now. */
  sent?: string;
  isHidden: boolean;
}

/** The things that were found, below the field in which one types. */
export function FoundList({ label, found, sent, isHidden }: FoundListProps) {
  const { operations } = useTexts();
  return (
    <Combobox.Dropdown hidden={isHidden}>
      <Combobox.Options aria-label={label} mah={320} style={{ overflowY: "auto" }}>
        {found.map((one) => (
          <Combobox.Option key={one.sent} value={one.sent} active={sent !== undefined && isCalled(one, sent)}>
            <FoundOption found={one} />
          </Combobox.Option>
        ))}
        {found.length === 0 && <Combobox.Empty>{operations.form.nothingFound}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

/** A thing that was found: its picture, its name, and what tells it from others. */
function FoundOption({ found: { name, about, picture } }: { found: Found }) {
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
