import { useLocation, useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    dialog?: string;
  }
}

interface OpenedDialog<Name> {
  /** Which is open. */
  dialog: Name | undefined;
  open: (name: Name) => void;
  close: () => void;
}

/** A dialog over a screen. It is an entry of the browser's history, so that Back closes it. */
export function useDialog<Name extends string>(): OpenedDialog<Name> {
  const { history } = useRouter();
  const dialog = useLocation({ select: ({ state }) => state.dialog });
  return {
    dialog: dialog as Name | undefined,
    open: (name) => history.push(history.location.href, { dialog: name }),
    close: () => history.back(),
  };
}
