import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../api/api.ts";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { useBack } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { useDialog } from "../parts/screen/useDialog.ts";
import classes from "./Calls.module.css";
import { Customer } from "./Customer.tsx";
import { Goods } from "./Goods.tsx";
import { Later } from "./Later.tsx";
import { NobodyToCall } from "./NobodyToCall.tsx";
import { Outcomes } from "./Outcomes.tsx";
import { afterNoAnswer, type OutcomeName } from "./outcomes.ts";
import { Queue } from "./Queue.tsx";
import { Refused } from "./Refused.tsx";
import { ThisNumber } from "./ThisNumber.tsx";
import { useDesk } from "./useDesk.ts";
import { useDeskKeys } from "./useDeskKeys.ts";

/** The call desk: one order at a time, until everybody is called. */
export function Calls() {
  const { store } = useApi();
  const navigate = useNavigate();
  const desk = useDesk();
  const { dialog: asked, open, close } = useDialog<"postponed" | "refused">();
  const [calledId, setCalledId] = useState<string>();
  const { order } = desk;
  const isStopped = desk.isBusy || desk.error !== null;
  const back = useBack(() => navigate({ to: "/stores/$store", params: { store } }));

  const choose = (name: OutcomeName) => {
    if (isStopped) return;
    if (name === "postponed" || name === "refused") return open(name);
    desk.record(name === "no_answer" ? { name, again: afterNoAnswer() } : { name });
  };
  useDeskKeys({ choose, skip: desk.skip, isOn: order !== undefined && !isStopped && asked === undefined });

  return (
    <div className={classes.desk} data-nobody={(desk.data && !order) || undefined}>
      <Queue desk={desk} onBack={back} />
      {desk.error && !order && <Problem error={desk.error} onRetry={desk.retry} />}
      {!desk.data && !desk.error && <LoadingRows />}
      {desk.data && !order && !desk.error && <NobodyToCall desk={desk} data={desk.data} />}
      {order && (
        <>
          <section className={classes.call} aria-labelledby="call-customer" data-busy={isStopped || undefined}>
            <Customer order={order} hasCalled={calledId === order.id} onCall={() => setCalledId(order.id)} />
            <Outcomes desk={desk} order={order} hasCalled={calledId === order.id} onChoose={choose} />
            <Goods order={order} />
          </section>
          <ThisNumber key={order.id} order={order} />
          {asked === "postponed" && (
            <Later
              onClose={close}
              onChoose={(again) => {
                close();
                desk.record({ name: "postponed", again });
              }}
            />
          )}
          {asked === "refused" && (
            <Refused
              order={order}
              onClose={close}
              onChoose={(reason) => {
                close();
                desk.record({ name: "refused", reason });
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
