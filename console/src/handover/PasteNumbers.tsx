import { Button, FileButton, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island } from "../parts/Island.tsx";
import classes from "./Handover.module.css";
import { type Matched, matchLines } from "./match.ts";
import type { Parcel } from "./useParcels.ts";

interface PasteNumbersProps {
  parcels: readonly Parcel[];
  onMatch: (numbers: ReadonlyMap<string, string>) => void;
}

/** A place for a carrier's message or sheet: its tracking numbers go to their parcels, and what matched none is told. */
export function PasteNumbers({ parcels, onMatch }: PasteNumbersProps) {
  const { handover } = useTexts();
  const [text, setText] = useState("");
  const [matched, setMatched] = useState<Matched>();
  const match = (pasted: string) => {
    setText(pasted);
    const found = pasted.trim() === "" ? undefined : matchLines(pasted, parcels);
    setMatched(found);
    if (found) onMatch(found.numbers);
  };
  return (
    <section className={classes.paste}>
      <Textarea
        label={handover.paste}
        description={handover.pasteHint}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        onChange={(event) => match(event.currentTarget.value)}
      />
      <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={async (file) => file && match(await file.text())}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="plus" size={18} />}>
            {handover.file}
          </Button>
        )}
      </FileButton>
      <div role="status" className={classes.matched}>
        {matched && (
          <>
            {handover.matched(matched.numbers.size)}
            {matched.unmatched.length > 0 && (
              <>
                <strong>{handover.unmatched(matched.unmatched.length)}</strong>
                <ul>
                  {matched.unmatched.map(({ line, why }) => (
                    <li key={`${line} ${why}`}>
                      <Island>{line}</Island>
                      <small>{handover.why[why]}</small>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </section>
  );
}
