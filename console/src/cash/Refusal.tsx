import type { HanoutError } from "@hanout/client/admin";
import { useTexts } from "../messages/TextsContext.tsx";
import { Notice } from "../parts/Notice.tsx";
import { Problem } from "../parts/Problem.tsx";

interface RefusalProps {
  error: HanoutError | null;
  isOfRun: boolean;
  onRetry: (() => void) | undefined;
}

/** Why a statement is refused: the sheet cannot be read, or something else. */
export function Refusal({ error, isOfRun, onRetry }: RefusalProps) {
  const { cash, change } = useTexts();
  const ofSheet = error?.code === "invalid_value" && error.errors.some(({ path }) => path === "csv");
  if (!ofSheet) return <Problem error={error} {...(isOfRun && { title: `${change.notDone}.` })} onRetry={onRetry} />;
  return (
    <Notice icon="warning" kind="bad">
      {cash.unreadable}
    </Notice>
  );
}
