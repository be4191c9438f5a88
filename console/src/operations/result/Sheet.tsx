import { Button } from "@mantine/core";
import { useTexts } from "../../messages/TextsContext.tsx";
import { downloadText } from "../../parts/files/download.ts";
import { Icon } from "../../parts/Icon.tsx";
import classes from "./AnswerView.module.css";

/** A sheet as CSV: its beginning, and a button that saves it. */
export function Sheet({ csv, name }: { csv: string; name: string }) {
  const { operations } = useTexts();
  const lines = csv.trimEnd().split("\n").length;
  return (
    <div className={classes.sheet}>
      <p>{operations.result.lines(lines)}</p>
      <pre dir="auto">{csv.slice(0, 4000)}</pre>
      <Button
        variant="default"
        leftSection={<Icon name="download" size={18} />}
        onClick={() => downloadText(`${name}.csv`, csv, "text/csv")}
      >
        {operations.result.download}
      </Button>
    </div>
  );
}
