import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useApi, useStore } from "../api/api.ts";
import { type Operation, operationsQuery } from "../api/operations.ts";
import { useRun } from "../change/run.ts";
import { useOfferUndo } from "../change/UndoNotice.tsx";
import { Unsaved } from "../change/Unsaved.tsx";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Island, inIsland, Typed } from "../parts/Island.tsx";
import { Problem } from "../parts/Problem.tsx";
import { actorText } from "../parts/writing/actorText.ts";
import { agoText } from "../parts/writing/ago.ts";
import { ownPart } from "../shop/orderNumber.ts";
import classes from "./Customer.module.css";
import type { KnownCustomer } from "./useCustomer.ts";

const MAX_LENGTH = 2000;

/** What colleagues wrote on the customer's orders, newest first. A new note goes to the newest order. */
export function Notes({ known: { orders } }: { known: KnownCustomer }) {
  const { language, texts } = useLanguage();
  const { customer } = texts;
  const { time_zone } = useStore();
  const { data: operations = [] } = useQuery(operationsQuery(useApi()));
  const adds = operations.find(({ name }) => name === "orders_add_note");
  const [newest] = orders;
  const notes = orders
    .flatMap(({ order_number, notes }) => notes.map((note) => ({ ...note, order_number })))
    .filter(({ text }) => text !== null)
    .sort((one, other) => other.at.localeCompare(one.at));
  return (
    <section>
      <h2>{customer.notes}</h2>
      {notes.length === 0 && <p className={classes.second}>{customer.noNote}</p>}
      <ul>
        {notes.map(({ id, text, at, actor, order_number }) => (
          <li key={id}>
            <Typed>{text}</Typed>
            <span className={classes.second}>
              {agoText(at, language, time_zone)} · <Typed>{actorText(actor, texts.order)}</Typed> ·{" "}
              <Island>{ownPart(order_number)}</Island>
            </span>
          </li>
        ))}
      </ul>
      {adds && newest && <NewNote operation={adds} order={newest.order_number} />}
    </section>
  );
}

function NewNote({ operation, order }: { operation: Operation; order: string }) {
  const { customer, change } = useLanguage().texts;
  const [text, setText] = useState("");
  const run = useRun(operation);
  const offerUndo = useOfferUndo();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await run.run({ order, text }, undefined, ({ change_id }) => {
      setText("");
      offerUndo(customer.noteSaved, change_id);
    });
  };
  return (
    <form onSubmit={save} className={classes.form}>
      <Unsaved isUnsaved={text !== ""} />
      <Textarea
        label={customer.addNote}
        description={customer.noteGoesTo(inIsland(order))}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={MAX_LENGTH}
        autosize
        minRows={2}
      />
      {run.error && <Problem error={run.error} />}
      <Button type="submit" variant="default" disabled={text.trim() === "" || run.isPending}>
        {run.isPending ? change.running : customer.saveNote}
      </Button>
    </form>
  );
}
