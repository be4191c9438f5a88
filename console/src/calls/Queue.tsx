import { ActionIcon } from "@mantine/core";
import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Typed } from "../parts/Island.tsx";
import { agoText } from "../parts/writing/ago.ts";
import { whenText } from "../parts/writing/when.ts";
import { phoneText } from "../shop/phones.ts";
import classes from "./Calls.module.css";
import type { useDesk } from "./useDesk.ts";
import { usePlaceText } from "./usePlaceText.ts";

/** How many calls are left, made and postponed; on desktops also whose. */
export function Queue({ desk, onBack }: { desk: ReturnType<typeof useDesk>; onBack: () => void }) {
  const { language, texts } = useLanguage();
  const { calls, frame, customer } = texts;
  const { time_zone } = useStore();
  const placeOf = usePlaceText();
  const { data, order, done } = desk;
  const left = data?.left ?? 0;
  const postponed = data?.postponed_count ?? 0;
  const waiting = data?.waiting ?? [];
  const progress = done + left === 0 ? 0 : (100 * done) / (done + left);
  return (
    <div className={classes.queue}>
      <header className={classes.head}>
        <ActionIcon hiddenFrom="sm" aria-label={frame.back} onClick={onBack}>
          <Icon name="back" />
        </ActionIcon>
        <h1 className="mantine-visible-from-sm">{frame.calls}</h1>
        <strong className={classes.left}>{data && calls.left(left)}</strong>
        <span className={classes.second}>
          <span className="mantine-visible-from-sm">{done > 0 && calls.progress(done, done + left)}</span>
          <span className="mantine-hidden-from-sm">{postponed > 0 && calls.postponedCount(postponed)}</span>
        </span>
        <div
          className={classes.progress}
          role="progressbar"
          aria-label={calls.progressOf}
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={done + left}
        >
          <div style={{ width: `${progress}%` }} />
        </div>
      </header>
      <p className={classes.spoken} role="status">
        {order &&
          calls.nowCalling(order.customer_name, placeOf(order), phoneText(order.customer_phone), calls.left(left))}
      </p>
      {waiting.length > 0 && (
        <section className="mantine-visible-from-sm">
          <h2>
            {calls.toCall} <span>{left}</span>
          </h2>
          <ul>
            {waiting.map((one) => (
              <li key={one.order_number} aria-current={one.order_number === order?.order_number || undefined}>
                <span className={classes.name}>
                  <Typed>{one.customer_name}</Typed>
                </span>
                <span className={classes.second}>{agoText(one.created_at, language, time_zone)}</span>
                <span className={classes.second}>
                  <Typed>{placeOf(one)}</Typed>
                </span>
                <span className={classes.second}>
                  {(one.phone_refused ?? 0) > 0 ? (
                    <em>{customer.risk.hasRefused(one.phone_refused ?? 0)}</em>
                  ) : (
                    one.calls > 0 && calls.tries(one.calls)
                  )}
                </span>
              </li>
            ))}
          </ul>
          {left > waiting.length && <p className={classes.second}>{calls.others(left - waiting.length)}</p>}
        </section>
      )}
      {postponed > 0 && (
        <section className={`${classes.postponed} mantine-visible-from-sm`}>
          <h2>
            {calls.postponed} <span>{postponed}</span>
          </h2>
          <ul>
            {data?.postponed.map((one) => (
              <li key={one.order_number}>
                <span className={classes.name}>
                  <Typed>{one.customer_name}</Typed>
                </span>
                <span className={classes.second}>
                  {one.call_again_at && whenText(one.call_again_at, language, time_zone)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
