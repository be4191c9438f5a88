import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { whenText } from "../parts/writing/when.ts";
import type { NextCall } from "./outcomes.ts";
import type { useDesk } from "./useDesk.ts";

/** Everybody is called: what was achieved, and what comes next. */
export function NobodyToCall({ desk, data }: { desk: ReturnType<typeof useDesk>; data: NextCall }) {
  const { language, texts } = useLanguage();
  const { calls } = texts;
  const { store } = useApi();
  const { time_zone } = useStore();
  const [postponed] = data.postponed;
  const text = (
    <>
      {desk.done > 0 && calls.doneToday(desk.done)}{" "}
      {postponed?.call_again_at && calls.nextAt(whenText(postponed.call_again_at, language, time_zone))}
    </>
  );
  const action =
    desk.skipped.length > 0 ? (
      <Button onClick={desk.takeSkipped}>{calls.skipped(desk.skipped.length)}</Button>
    ) : (
      <Link to="/stores/$store/orders" params={{ store }}>
        {calls.toShip}
      </Link>
    );
  return <Empty icon="done" title={calls.done} text={text} action={action} />;
}
