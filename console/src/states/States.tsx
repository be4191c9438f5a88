import { HanoutError } from "@hanout/client/admin";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Differences } from "../change/Differences.tsx";
import { Stale } from "../change/Stale.tsx";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { English } from "../parts/Island.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { Notice } from "../parts/Notice.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { FieldName, Value } from "../parts/Value.tsx";
import classes from "./States.module.css";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenverkäuferin";
const ARABIC = "سجّادة صلاة من المخمل الأزرق الداكن، مقاس كبير";
const MARKUP = '<b onclick="alert(1)">gras</b> & co';

const refusal = (status: number, code: string, more = {}) =>
  new HanoutError(status, { code, detail: "", request_id: "7f2k93qd-0a1b", ...more });

const CHANGES = [
  {
    entity: "product",
    id: "1",
    label: ARABIC,
    before: { price: 1500, name: LONG, status: "draft", tags: ["a", "b"] },
    after: { price: 18_500, name: MARKUP, status: "active", tags: ["a", ARABIC] },
  },
  { entity: "customer", id: "2", label: "Yacine Haddad", before: null, after: { phone: "+213555123456" } },
];

/** What screens are made of, in all states, for people who build screens: look here after a change of `parts/`, in each language. */
export function States() {
  const { change, frame, problems } = useTexts();
  const nothing = () => {};
  return (
    <>
      <PageHead title={<English>States</English>} about={<English>For people who build screens.</English>} />
      <div className={classes.states}>
        <State name="Empty, without a result">
          <Empty
            icon="search"
            title={frame.nothingFound(ARABIC)}
            action={<Button variant="default">{frame.retry}</Button>}
          />
        </State>
        <State name="Loading">
          <LoadingRows />
        </State>
        <State name="Failed: a read, without a network">
          <Problem error={refusal(0, "network_error")} onRetry={nothing} />
        </State>
        <State name="Failed: the server">
          <Problem error={refusal(500, "internal_error")} title={frame.failed} />
        </State>
        <State name="Failed: a value">
          <TextInput label={<FieldName name="name" />} defaultValue={LONG} error={problems.fields.tooLong("40")} />
        </State>
        <State name="Good to know">
          <Notice icon="history" kind="quiet">
            {change.undoableFor}
          </Notice>
        </State>
        <State name="Differences, long words, Arabic, markup">
          <Differences changes={CHANGES} count={250} seen={[]} />
        </State>
        <State name="Stale">
          <Stale
            begun={{ name: "A", updated_at: "1" }}
            now={{ name: LONG, updated_at: "2" }}
            args={{ name: ARABIC }}
            onKeepMine={nothing}
            onTakeTheirs={nothing}
          />
        </State>
        <State name="Values">
          <dl>
            {Object.entries({
              price: 1_234_567.5,
              quantity: -3,
              created_at: "2026-11-23T13:32:00Z",
              day: "2026-11-23",
              phone: "+213555123456",
              is_active: false,
              note: null,
              lines: [{ name: ARABIC, quantity: 2 }],
            }).map(([name, value]) => (
              <div key={name}>
                <dt>
                  <FieldName name={name} />
                </dt>
                <dd>
                  <Value name={name} value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </State>
      </div>
    </>
  );
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={classes.state}>
      <h2>
        <English>{name}</English>
      </h2>
      {children}
    </section>
  );
}
