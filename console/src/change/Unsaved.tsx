import { Button, Group, Modal } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTexts } from "../messages/TextsContext.tsx";

/** Asks before a person leaves a screen on which something is typed; `isSheet`: or closes the sheet that `do` of the address opens. */
export function Unsaved({ isUnsaved, isSheet = false }: { isUnsaved: boolean; isSheet?: boolean }) {
  const { frame } = useTexts();
  const { status, proceed, reset } = useBlocker({
    // Its own search may change: it holds what is typed.
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && (current.pathname !== next.pathname || (isSheet && sheetIn(current) !== sheetIn(next))),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === "blocked"}
      onClose={() => reset?.()}
      title={frame.unsaved}
      withCloseButton={false}
      centered
    >
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" onClick={() => proceed?.()}>
          {frame.leave}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {frame.stay}
        </Button>
      </Group>
    </Modal>
  );
}

const sheetIn = ({ search }: { search: object }): unknown => ("do" in search ? search.do : undefined);
