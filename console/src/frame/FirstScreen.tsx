import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { takeWanted } from "./session.ts";

/** Leads on to what was wanted before signing in. Whoever works in no store is told so. */
export function FirstScreen() {
  const { frame } = useTexts();
  const { history } = useRouter();
  const [wanted] = useState(takeWanted);
  useEffect(() => {
    if (wanted) history.replace(wanted);
  }, [wanted, history]);

  return wanted ? null : <Empty icon="person" title={frame.noStores} />;
}
