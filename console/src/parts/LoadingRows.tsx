import { Skeleton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTexts } from "../messages/TextsContext.tsx";

/** Milliseconds before something that loads takes a shape: what comes sooner should not flicker. */
const PATIENCE = 300;

/** The shape of rows that are on their way. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  const { frame } = useTexts();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div role="status" aria-label={frame.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} height="calc(var(--row-h) - 20px)" mb={20} width={`${92 - ((row * 17) % 40)}%`} />
      ))}
    </div>
  );
}
