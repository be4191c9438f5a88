import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasSignedIn, useConnection } from "../api/connection.ts";
import { signInPage } from "../api/person.ts";
import { listenToTabs } from "../api/tabs.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Notice } from "../parts/Notice.tsx";
import { timeText } from "../parts/numbers.ts";
import classes from "./ConnectionNotice.module.css";

/** Says that the server does not answer, or that the session has ended. What is typed stays. */
export function ConnectionNotice() {
  const { frame } = useTexts();
  const queries = useQueryClient();
  const { lostSince, signedOut } = useConnection();
  useEffect(() => {
    if (!lostSince && !signedOut)
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  }, [lostSince, signedOut, queries]);
  useEffect(() => listenToTabs(({ kind }) => kind === "signed in" && hasSignedIn()), []);
  if (!lostSince && !signedOut) return null;
  return (
    <div className={classes.place}>
      {lostSince ? (
        <Notice
          icon="no-network"
          kind="bad"
          title={frame.lostSince(timeText(lostSince))}
          action={
            <Button variant="default" onClick={() => queries.refetchQueries({ type: "active" })}>
              {frame.retry}
            </Button>
          }
        >
          {frame.lostKeeps}
        </Notice>
      ) : (
        <Notice
          icon="person"
          kind="bad"
          title={frame.signedOut}
          action={
            <Button variant="default" component="a" href={signInPage()} target="_blank">
              {frame.signIn}
            </Button>
          }
        />
      )}
    </div>
  );
}
