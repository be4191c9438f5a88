import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/Drawer.css";
import { Drawer } from "@mantine/core";
import type { PropsWithChildren, ReactNode } from "react";
import { useIsPhone } from "../../parts/useIsPhone.ts";
import classes from "./Sheet.module.css";

interface SheetProps {
  title: string;
  onClose: () => void;
  /** The actions, which stay at the bottom; the primary one last. */
  actions: ReactNode;
}

/** A task beside the page that it is about: at the end on a desktop, from below on a phone. */
export function Sheet({ title, onClose, actions, children }: PropsWithChildren<SheetProps>) {
  const isPhone = useIsPhone();
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position={isPhone ? "bottom" : "right"}
      size={isPhone ? "auto" : 480}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay color="var(--scrim)" backgroundOpacity={1} className={classes.scrim ?? ""} />
      <Drawer.Content className={classes.sheet ?? ""} classNames={{ content: classes.content ?? "" }}>
        <Drawer.Header className={classes.head ?? ""}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton />
        </Drawer.Header>
        <Drawer.Body className={classes.body ?? ""}>{children}</Drawer.Body>
        <footer className={classes.actions}>{actions}</footer>
      </Drawer.Content>
    </Drawer.Root>
  );
}
