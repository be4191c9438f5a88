import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import classes from "./Cash.module.css";
import { Debts } from "./Debts.tsx";
import { Statement } from "./Statement.tsx";
import { useDebts } from "./useDebts.ts";

/** The cash that carriers collect: who owes what, and a carrier's statement held against the orders. */
export function Cash() {
  const { frame, cash } = useTexts();
  const [carrier, setCarrier] = useState("");
  const debts = useDebts();
  const { data: operations, error } = useQuery(operationsQuery(useApi()));
  const reconciles = operations?.find(({ name }) => name === "cod_reconcile");
  return (
    <>
      <PageHead title={frame.cash} about={cash.about} />
      <div className={classes.page}>
        <section className={classes.debts} aria-labelledby="cash-owed">
          <h2 id="cash-owed">{cash.owed}</h2>
          {debts.error && <Problem error={debts.error} onRetry={debts.refetch} />}
          {!debts.data && !debts.error && <LoadingRows rows={3} />}
          {debts.data && <Debts debts={debts.data} chosen={carrier} onChoose={setCarrier} />}
        </section>
        {error && <Problem error={error} />}
        {reconciles && (
          <Statement operation={reconciles} debts={debts.data ?? []} carrier={carrier} onCarrier={setCarrier} />
        )}
      </div>
    </>
  );
}
