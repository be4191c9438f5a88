import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Texts } from "../messages/texts.ts";

interface UndoNotice {
  /** What was done. */
  title: string;
  changeId: string;
  ask: (changeId: string) => Promise<unknown>;
  change: Texts["change"];
}

/** Milliseconds that the notice stays. */
const STAYS = 10_000;

/** Shows a notice that says what was done, and offers to undo it. */
export function offerUndo({ title, changeId: id, ask, change }: UndoNotice): void {
  const undo = async () => {
    notifications.update({ id, message: change.undoing, loading: true, autoClose: false });
    const message = await ask(id).then(
      () => change.undone,
      () => change.undoFailed,
    );
    notifications.update({ id, message, loading: false, autoClose: STAYS });
  };
  const message = (
    <Group justify="space-between" wrap="nowrap">
      <span>{title}</span>
      <Button variant="transparent" onClick={undo}>
        {change.undo}
      </Button>
    </Group>
  );
  notifications.show({ id, autoClose: STAYS, message, closeButtonProps: { "aria-label": change.closeNotice } });
}
