import { HanoutError } from "@hanout/client/admin";
import { Button } from "@mantine/core";
import { useTexts } from "../messages/TextsContext.tsx";
import type { Texts } from "../messages/texts.ts";
import { Island } from "./Island.tsx";
import { Notice } from "./Notice.tsx";

/** What a failure says, in the language of the console. */
export function problemText({ problems }: Texts, error: unknown): string {
  if (!(error instanceof HanoutError)) return problems.codes.internal_error ?? problems.other;
  return problems.codes[error.code] ?? problems.other;
}

interface ProblemProps {
  error: unknown;
  title?: string;
  onRetry?: (() => void) | undefined;
}

/** A failure in the flow of a screen: what happened, what would be accepted, a reference for support, and another try. */
export function Problem({ error, title, onRetry }: ProblemProps) {
  const texts = useTexts();
  const known = error instanceof HanoutError ? error : undefined;
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry}>
      {texts.frame.retry}
    </Button>
  );
  return (
    <Notice icon={known?.code === "network_error" ? "no-network" : "warning"} kind="bad" title={title} action={retry}>
      {problemText(texts, error)}
      {known?.problem.available !== undefined && <> {texts.problems.available(String(known.problem.available))}</>}
      {known?.requestId && known.status >= 500 && (
        <small>
          <br />
          <Island>{texts.frame.reference(known.requestId)}</Island>
        </small>
      )}
    </Notice>
  );
}
