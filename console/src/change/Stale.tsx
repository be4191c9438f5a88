import { Button, Group } from "@mantine/core";
import { useTexts } from "../messages/TextsContext.tsx";
import { Notice } from "../parts/Notice.tsx";
import { FieldName, Value } from "../parts/Value.tsx";
import type { Thing } from "./begun.ts";
import classes from "./Differences.module.css";
import type { Arguments } from "./run.ts";

interface StaleProps {
  /** The thing when the person began, and as it is now. */
  begun: Thing;
  now: Thing;
  /** What the person typed. */
  args: Arguments;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** What somebody else changed in the meantime, beside what the person typed. Nothing was done. */
export function Stale({ begun, now, args, onKeepMine, onTakeTheirs }: StaleProps) {
  const { change } = useTexts();
  const names = Object.keys(now).filter(
    (name) => name !== "updated_at" && (name in args || JSON.stringify(begun[name]) !== JSON.stringify(now[name])),
  );
  return (
    <>
      <Notice icon="warning" kind="bad" title={`${change.staleTitle}.`}>
        {change.staleText}
      </Notice>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{change.field}</th>
            <th scope="col">{change.whenYouBegan}</th>
            <th scope="col">{change.theirs}</th>
            <th scope="col">{change.yours}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} data-new={JSON.stringify(begun[name]) !== JSON.stringify(now[name]) || undefined}>
              <th scope="row">
                <FieldName name={name} />
              </th>
              <td className={classes.old}>
                <Value name={name} value={begun[name]} />
              </td>
              <td>
                <Value name={name} value={now[name]} />
              </td>
              <td className={classes.next}>{name in args ? <Value name={name} value={args[name]} /> : "—"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap="xs" mt="md">
        <Button variant="default" onClick={onTakeTheirs}>
          {change.takeTheirs}
        </Button>
        <Button variant="default" onClick={onKeepMine}>
          {change.keepMine}
        </Button>
      </Group>
    </>
  );
}
