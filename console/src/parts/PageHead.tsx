import { ActionIcon } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "./Icon.tsx";
import classes from "./PageHead.module.css";

interface PageHeadProps {
  title: ReactNode;
  /** One line below the title. */
  about?: ReactNode;
  /** At the end; the primary one last. */
  actions?: ReactNode;
  /** Where the arrow leads; without it there is none. */
  onBack?: () => void;
}

/** The head of a screen: its title, and what can be done with the whole. */
export function PageHead({ title, about, actions, onBack }: PageHeadProps) {
  const { frame } = useTexts();
  return (
    <>
      <header className={classes.head}>
        {onBack && (
          <ActionIcon aria-label={frame.back} onClick={onBack}>
            <Icon name="back" />
          </ActionIcon>
        )}
        <div className={classes.words}>
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {about && <p className={classes.below}>{about}</p>}
    </>
  );
}

/** Goes back to where the person came from; on a screen that was opened by its address, to `otherwise`. */
export function useBack(otherwise: () => void): () => void {
  const { history } = useRouter();
  return () => (history.canGoBack() ? history.back() : otherwise());
}
