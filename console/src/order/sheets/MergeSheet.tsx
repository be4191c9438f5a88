import { Radio } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, useStore } from "../../api/api.ts";
import { useLanguage, useTexts } from "../../messages/TextsContext.tsx";
import { Island } from "../../parts/Island.tsx";
import { LoadingRows } from "../../parts/LoadingRows.tsx";
import { Notice } from "../../parts/Notice.tsx";
import { dateText, moneyText } from "../../parts/numbers.ts";
import { Problem } from "../../parts/Problem.tsx";
import classes from "./Sheet.module.css";
import { Sheet } from "./Sheet.tsx";
import type { SheetOf } from "./SheetOf.ts";
import { StepActions, StepDifference } from "./StepParts.tsx";
import { useStep } from "./useStep.ts";

const OPEN = ["pending", "confirmed", "processing"];
const SHOWN = 20;

/** Takes the lines of another open order of the same person into this one, and cancels the other. It cannot be undone. */
export function MergeSheet(props: SheetOf) {
  const { order, onClose } = props;
  const { order: texts } = useTexts();
  const { language } = useLanguage();
  const { time_zone } = useStore();
  const { store, admin } = useApi();
  const [other, setOther] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: [store, "orders of a phone", order.customer_phone],
    queryFn: ({ signal }) => admin.orders.search({ query: order.customer_phone, limit: SHOWN }, { signal }),
  });
  const others = data?.data.filter(
    ({ order_number, status, payment_status }) =>
      order_number !== order.order_number && OPEN.includes(status) && payment_status === "unpaid",
  );
  const step = useStep(
    props,
    { with: other },
    {
      isAsked: other !== undefined,
      onDone: () => {
        onClose(true);
        notifications.show({ message: texts.merged });
      },
    },
  );
  return (
    <Sheet
      title={texts.sheets.merge}
      onClose={() => onClose()}
      actions={
        <StepActions
          step={step}
          canRun={other !== undefined && step.isReady}
          isFinal
          label={texts.sheets.merge}
          onClose={() => onClose()}
        />
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!others && !error && <LoadingRows rows={2} />}
      {others?.length === 0 && <p>{texts.noOtherOrder}</p>}
      <Radio.Group
        aria-label={texts.otherOrder}
        value={other ?? ""}
        onChange={(number) => {
          step.forget();
          setOther(number);
        }}
      >
        {others?.map(({ order_number, created_at, total, currency }) => (
          <Radio
            key={order_number}
            value={order_number}
            className={classes.choice ?? ""}
            label={<Island>{order_number}</Island>}
            description={
              <>
                <bdi>{dateText(created_at, language, time_zone)}</bdi> · <Island>{moneyText(total, currency)}</Island>
              </>
            }
          />
        ))}
      </Radio.Group>
      <StepDifference step={step} isAsked={other !== undefined} currency={order.currency} />
      {other !== undefined && (
        <Notice icon="cannot-undo" kind="bad" title={texts.mergeFinal}>
          {texts.mergeFinalText}
        </Notice>
      )}
    </Sheet>
  );
}
