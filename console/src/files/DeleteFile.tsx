import { Button, Group, Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Operation } from "../api/operations.ts";
import { useRun } from "../change/run.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Notice } from "../parts/Notice.tsx";
import { Problem } from "../parts/Problem.tsx";
import { Picture } from "../parts/pictures/Picture.tsx";
import classes from "./Files.module.css";
import type { StoreFile } from "./uses.ts";

interface DeleteFileProps {
  file: StoreFile;
  operation: Operation;
  onClose: () => void;
}

/** Asks before a picture is deleted, because that cannot be undone. */
export function DeleteFile({ file, operation, onClose }: DeleteFileProps) {
  const { change, pictures } = useTexts();
  const run = useRun(operation);
  const doIt = () =>
    run.run({ file: file.id }, undefined, () => {
      onClose();
      notifications.show({ message: pictures.deleted(file.name) });
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={pictures.delete(file.name)}
      closeButtonProps={{ "aria-label": change.discard }}
      centered
    >
      <div className={classes.asked}>
        <Picture src={file.url} size={160} />
        <Notice icon="cannot-undo" kind="quiet">
          {pictures.deleteFinal}
        </Notice>
        {run.error && <Problem error={run.error} title={`${change.notDone}.`} />}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" onClick={onClose} data-autofocus>
          {change.discard}
        </Button>
        <Button color="bad" disabled={run.isPending} onClick={doIt}>
          {run.isPending ? change.running : pictures.deleteIt}
        </Button>
      </Group>
    </Modal>
  );
}
