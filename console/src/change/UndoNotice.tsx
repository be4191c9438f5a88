import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Texts } from "../messages/languages.ts";

interface UndoNotice {
  /** What was done. */
  title: string;
  /** What the button says. */
  text: string;
  changeId: string;
  ask: (changeId: string) => Promise<unknown>;
  change: Texts["change"];
}

/** Milliseconds that the notice stays. */
const STAYS = 10_000;

/** Shows a notice that says what was done, and offers to undo it. */
export function offerUndo({ title, text, changeId, ask, change }: UndoNotice): void {
  const undo = async () => {
    notifications.update({ id: changeId, message: change.undoing, loading: true, autoClose: false });
    const message = await ask(changeId).then(
      () => change.undone,
      () => change.undoFailed,
    );
    notifications.update({ id: changeId, message, loading: false, autoClose: STAYS });
  };
  notifications.show({
    id: changeId,
    autoClose: STAYS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{title}</span>
        <Button variant="transparent" onClick={undo}>
          {text}
        </Button>
      </Group>
    ),
  });
}
