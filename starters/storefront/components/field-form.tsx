"use client";

import { useActionState, useEffect, useRef } from "react";
import type { FormState } from "@/lib/form-state";
import { FormField } from "./form-field";
import { Icon } from "./icon";

/** A field of a form that has nothing special. */
export interface Field {
  name: string;
  label: string;
  hint?: string;
  type?: "text" | "email" | "password" | "tel";
  autoComplete?: string;
  /** One of these is chosen. */
  choices?: { value: string; label: string }[];
}

interface Props {
  action: (before: FormState, form: FormData) => Promise<FormState>;
  fields: Field[];
  values?: Record<string, string>;
  /** What goes with the form and is not seen. */
  hidden: Record<string, string>;
  submit: string;
  busy: string;
}

/** Numbers and e-mails are written from left to right in Arabic, too. */
const LEFT_TO_RIGHT = ["email", "password", "tel"];

/** A form of plain fields: errors stand below them, and the first one has the focus. */
export function FieldForm({ action, fields, values = {}, hidden, submit, busy }: Props) {
  const [state, act, isBusy] = useActionState(action, { values, errors: {} });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = fields.find(({ name }) => state.errors[name]);
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong.name}"]`)?.focus();
  }, [state, fields]);

  return (
    <form ref={form} action={act} noValidate>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(({ name, label, hint, type = "text", autoComplete, choices }) => (
        <FormField key={name} label={label} name={name} error={state.errors[name]} hint={hint}>
          {(given) =>
            choices ? (
              <span className="relative block">
                <select
                  {...given}
                  key={state.values[name]}
                  className="field appearance-none pe-10"
                  defaultValue={state.values[name]}
                >
                  <option value="">…</option>
                  {choices.map((choice) => (
                    <option key={choice.value} value={choice.value}>
                      {choice.label}
                    </option>
                  ))}
                </select>
                <span className="pointer-events-none absolute inset-y-0 end-4 flex items-center">
                  <Icon name="down" size={18} />
                </span>
              </span>
            ) : (
              <input
                {...given}
                type={type}
                dir={LEFT_TO_RIGHT.includes(type) ? "ltr" : "auto"}
                className={`field ${LEFT_TO_RIGHT.includes(type) ? "rtl:text-right" : ""}`}
                autoComplete={autoComplete}
                maxLength={300}
                defaultValue={state.values[name]}
              />
            )
          }
        </FormField>
      ))}
      <p role="alert" className="mt-4 rounded-control bg-alert-wash p-4 text-alert empty:hidden">
        {state.refusal && <bdi dir="auto">{state.refusal}</bdi>}
      </p>
      <p role="status" className="mt-4 rounded-control bg-accent-wash p-4 empty:hidden">
        {state.done}
      </p>
      <button type="submit" className="button mt-6 w-full" aria-busy={isBusy}>
        {isBusy ? busy : submit}
      </button>
    </form>
  );
}
