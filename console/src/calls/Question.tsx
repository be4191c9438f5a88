import { Modal } from "@mantine/core";
import type { FormEvent, PropsWithChildren } from "react";
import { useTexts } from "../messages/TextsContext.tsx";
import classes from "./Sheet.module.css";

interface QuestionProps {
  title: string;
  onClose: () => void;
  onSubmit: () => void;
}

/** What an outcome asks besides: in the middle of a desktop, from below on a phone. */
export function Question({ title, onClose, onSubmit, children }: PropsWithChildren<QuestionProps>) {
  const { frame } = useTexts();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": frame.close }}
      classNames={{ inner: classes.inner ?? "", content: classes.sheet ?? "" }}
      centered
    >
      <form onSubmit={submit} className={classes.form}>
        {children}
      </form>
    </Modal>
  );
}
