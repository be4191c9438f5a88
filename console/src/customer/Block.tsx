import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useApi } from "../api/api.ts";
import { type Operation, operationsQuery } from "../api/operations.ts";
import { useRun } from "../change/run.ts";
import { useOfferUndo } from "../change/UndoNotice.tsx";
import { useTexts } from "../messages/TextsContext.tsx";
import { Typed } from "../parts/Island.tsx";
import { Notice } from "../parts/Notice.tsx";
import { Problem } from "../parts/Problem.tsx";
import classes from "./Customer.module.css";
import type { KnownCustomer } from "./useCustomer.ts";

interface BlockProps {
  phone: string;
  blocked: KnownCustomer["blocked"];
}

/** Whether the number is blocked, and, for who may, blocking and unblocking it. */
export function Block(props: BlockProps) {
  const { customer } = useTexts();
  const { data: operations = [] } = useQuery(operationsQuery(useApi()));
  const saves = operations.find(({ name }) => name === "blocked_phones_save");
  const { blocked } = props;
  return (
    <section>
      {blocked && (
        <Notice icon="cannot-undo" kind="quiet" title={customer.risk.isBlocked}>
          {blocked.note && <Typed>{blocked.note}</Typed>}
        </Notice>
      )}
      {saves && <Blocking operation={saves} {...props} />}
    </section>
  );
}

function Blocking({ operation, phone, blocked }: BlockProps & { operation: Operation }) {
  const { customer } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const [note, setNote] = useState("");
  const run = useRun(operation);
  const offerUndo = useOfferUndo();
  const save = async (is_blocked: boolean) => {
    const why = is_blocked && note.trim() !== "" ? { note: note.trim() } : {};
    await run.run({ phones: [phone], is_blocked, ...why }, undefined, ({ change_id }) => {
      setAsked(false);
      setNote("");
      offerUndo(is_blocked ? customer.blocked : customer.unblocked, change_id);
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(true);
  };
  const refusal = run.error && <Problem error={run.error} />;
  if (blocked) {
    return (
      <>
        {refusal}
        <Button variant="default" disabled={run.isPending} onClick={() => save(false)}>
          {customer.unblock}
        </Button>
      </>
    );
  }
  if (!isAsked) {
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        {customer.block}
      </Button>
    );
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label={customer.whyBlock}
        description={customer.whatBlocking}
        value={note}
        maxLength={500}
        data-autofocus
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {refusal}
      <Button type="submit" variant="default" disabled={run.isPending}>
        {customer.block}
      </Button>
    </form>
  );
}
