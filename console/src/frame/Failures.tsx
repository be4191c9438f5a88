import { Button } from "@mantine/core";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { Problem } from "../parts/Problem.tsx";

export function NoSuchScreen() {
  const { frame } = useTexts();
  return (
    <Empty
      icon="search"
      title={frame.notFound}
      action={
        <Button variant="default" component={Link} to="/">
          {frame.toStart}
        </Button>
      }
    />
  );
}

/** A screen that could not be loaded, or that broke. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const { frame } = useTexts();
  return (
    <main style={{ padding: "var(--gutter)" }}>
      <Problem error={error} title={frame.failed} onRetry={() => location.reload()} />
    </main>
  );
}
