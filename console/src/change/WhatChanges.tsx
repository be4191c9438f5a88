import type { HanoutError } from "@hanout/client/admin";
import type { PropsWithChildren } from "react";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Notice } from "../parts/Notice.tsx";
import { Problem } from "../parts/Problem.tsx";
import type { DryRun } from "./run.ts";
import classes from "./WhatChanges.module.css";

interface WhatChangesProps {
  dryRun: DryRun | undefined;
  /** Whether it was worked out for what is typed now. */
  isCurrent: boolean;
  /** Whether enough is typed to work it out. */
  isAsked: boolean;
  error: HanoutError | null;
  /** Whether the error is of the change itself, not of working it out. */
  isRefused: boolean;
  onRetry: (() => void) | undefined;
}

/** The part of a screen that says what will change, before it does. */
export function WhatChanges({
  dryRun,
  isCurrent,
  isAsked,
  error,
  isRefused,
  onRetry,
  children,
}: PropsWithChildren<WhatChangesProps>) {
  const { change } = useTexts();
  const isNothing = dryRun?.changes_count === 0;
  return (
    <section className={classes.part} aria-live="polite">
      <header>
        <h2>{change.whatWillChange}</h2>
        {isAsked && !error && dryRun && (
          <span className={classes.state} data-current={isCurrent || undefined}>
            {isCurrent && <Icon name="check" size={16} />}
            {isCurrent ? change.upToDate : change.workingOut}
          </span>
        )}
      </header>
      {error &&
        (error.code === "confirmation_required" && dryRun ? (
          <Notice icon="warning" kind="bad" title={`${change.notDone}.`}>
            {change.otherwiseNow}
          </Notice>
        ) : (
          <Problem error={error} {...(isRefused && { title: `${change.notDone}.` })} onRetry={onRetry} />
        ))}
      {!isAsked && <p>{change.fillIn}</p>}
      {isAsked && dryRun && (
        <div className={classes.differences} data-old={!isCurrent || undefined}>
          <p>
            <strong>{isNothing ? change.nothing : change.things(dryRun.changes_count)}</strong>
          </p>
          {dryRun.changes.length > 0 && children}
        </div>
      )}
    </section>
  );
}
