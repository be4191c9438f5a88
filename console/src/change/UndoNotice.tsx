import { Button, Group } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useTexts } from "../messages/TextsContext.tsx";
import type { Texts } from "../messages/texts.ts";
import { useUndo } from "./run.ts";

interface UndoNotice {
  /** What was done. */
  title: string;
  changeId: string;
  ask: (changeId: string) => Promise<unknown>;
  change: Texts["change"];
}

/** Milliseconds that the notice stays. */
const STAYS = 10_000;

/** Offers to undo a change, by a notice that says what was done. Without a change there is nothing to undo, and nothing is shown. */
export function useOfferUndo() {
  const { change } = useTexts();
  const { mutateAsync: ask } = useUndo();
  return (title: string, changeId: string | undefined) => {
    if (changeId) offerUndo({ title, changeId, ask, change });
  };
}

/** Shows a notice that says what was done, and offers to take it back by `ask`. */
export function offerUndo({ title, changeId: id, ask, change }: UndoNotice): void {
  const undo = async () => {
    notifications.update({ id, message: change.undoing, loading: true, autoClose: false });
    const message = await ask(id).then(
      () => change.undone,
      () => change.undoFailed,
    );
    notifications.update({ id, message, loading: false, autoClose: STAYS });
  };
  newest = id;
  const message = <Undoable id={id} title={title} undo={undo} word={change.undo} />;
  notifications.show({ id, autoClose: STAYS, message, closeButtonProps: { "aria-label": change.closeNotice } });
}

/** The change that Ctrl-Z takes back. */
let newest: string | undefined;

interface UndoableProps {
  id: string;
  title: string;
  undo: () => Promise<void>;
  word: string;
}

function Undoable({ id, title, undo, word }: UndoableProps) {
  useHotkeys([["mod+Z", () => void (id === newest && undo()), { usePhysicalKeys: true }]]);
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{title}</span>
      <Button variant="transparent" aria-keyshortcuts="Control+Z" onClick={undo}>
        {word}
      </Button>
    </Group>
  );
}
