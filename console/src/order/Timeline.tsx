import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useStore } from "../api/api.ts";
import { valueWord } from "../messages/fields.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { English, Island, Typed } from "../parts/Island.tsx";
import { dateText, moneyText, numberText } from "../parts/numbers.ts";
import { FieldName } from "../parts/Value.tsx";
import { actorText } from "../parts/writing/actorText.ts";
import classes from "./Order.module.css";
import type { Order } from "./order.ts";
import { changeOf, type Entry, entriesOf } from "./timeline.ts";

/** What happened to an order: moves, calls, notes, changes and returns, the newest first. */
export function Timeline({ order, onNote }: { order: Order; onNote?: () => void }) {
  const { order: texts } = useTexts();
  const { language } = useLanguage();
  const { time_zone } = useStore();
  return (
    <section className={classes.part}>
      <header>
        <h2>{texts.history}</h2>
        {onNote && (
          <Button variant="transparent" onClick={onNote}>
            {texts.sheets.note}
          </Button>
        )}
      </header>
      <ol className={classes.timeline}>
        {entriesOf(order).map((entry) => (
          <li key={entry.key}>
            <div>
              <p>
                <strong>
                  <What entry={entry} />
                </strong>
                <span>
                  {" · "}
                  <Typed>{actorText(entry.actor, texts)}</Typed>
                </span>
              </p>
              <More entry={entry} currency={order.currency} />
            </div>
            <time dateTime={entry.at}>
              <bdi>{dateText(entry.at, language, time_zone)}</bdi>
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

function What({ entry }: { entry: Entry }): ReactNode {
  const { order: texts, fields } = useTexts();
  switch (entry.kind) {
    case "placed":
      return /^(shopper$|customer )/.test(entry.actor) ? texts.placedInShop : texts.placedByStaff;
    case "moved":
      return texts.moves[entry.status];
    case "paid":
      return texts.payments[entry.payment];
    case "changed":
      return texts.changed;
    case "called":
      return (
        <>
          {texts.called} {valueWord(fields, "outcome", entry.outcome) ?? entry.outcome}
        </>
      );
    case "noted":
      return texts.note;
    case "returned":
      return texts.cameBackTitle(entry.units);
  }
}

/** The words of a note, and what a change or a return says besides. */
function More({ entry, currency }: { entry: Entry; currency: string }): ReactNode {
  const { order: texts, fields } = useTexts();
  const { language } = useLanguage();
  const { time_zone } = useStore();
  switch (entry.kind) {
    case "changed":
      return entry.changes.map((sentence) => (
        <p key={sentence}>
          <ChangeText sentence={sentence} currency={currency} />
        </p>
      ));
    case "called":
      return (
        <>
          {entry.text && (
            <p>
              <Typed>{entry.text}</Typed>
            </p>
          )}
          {entry.again && (
            <p>
              {texts.callAgain} <bdi>{dateText(entry.again, language, time_zone)}</bdi>
            </p>
          )}
        </>
      );
    case "noted":
      return (
        <p>
          <Typed>{entry.text}</Typed>
        </p>
      );
    case "returned":
      return (
        <p>
          {valueWord(fields, "reason", entry.reason) ?? entry.reason}
          {entry.refund > 0 && (
            <>
              {" · "}
              {texts.refunded} <Island>{moneyText(entry.refund, currency)}</Island>
            </>
          )}
        </p>
      );
    default:
      return null;
  }
}

function ChangeText({ sentence, currency }: { sentence: string; currency: string }): ReactNode {
  const { order: texts } = useTexts();
  const change = changeOf(sentence);
  switch (change?.kind) {
    case "added":
    case "removed":
      return (
        <>
          {texts.lineChanges[change.kind]}{" "}
          <Island>
            {numberText(change.quantity)} × {change.name}
          </Island>
        </>
      );
    case "quantity":
      return (
        <>
          <Typed>{change.name}</Typed>
          {texts.colon} <FromTo before={numberText(change.before)} after={numberText(change.after)} />
        </>
      );
    case "price":
      return (
        <>
          <Typed>{change.name}</Typed>
          {texts.colon} <FromTo before={moneyText(change.before, currency)} after={moneyText(change.after, currency)} />
        </>
      );
    case "amount":
      return (
        <>
          <FieldName name={change.field} />
          {texts.colon} <FromTo before={moneyText(change.before, currency)} after={moneyText(change.after, currency)} />
        </>
      );
    case "details":
      return change.fields.map((field, index) => (
        <span key={field}>
          {index > 0 && texts.comma}
          <FieldName name={field} />
        </span>
      ));
    case "merged":
    case "mergedInto":
      return (
        <>
          {texts.lineChanges[change.kind]} <Island>{change.order}</Island>
        </>
      );
    default:
      return <English>{sentence}</English>;
  }
}

/** The old and the new value; the arrow follows the reading. */
export function FromTo({ before, after }: { before: ReactNode; after: ReactNode }) {
  const { language } = useLanguage();
  return (
    <>
      <Island>{before}</Island> {language === "ar" ? "←" : "→"} <Island>{after}</Island>
    </>
  );
}
