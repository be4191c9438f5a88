import { type ComponentType, createContext, use } from "react";
import type { Operation } from "../../api/operations.ts";
import type { Thing } from "../../change/begun.ts";
import type { FieldErrors } from "../../change/fieldErrors.ts";
import type { Arguments } from "../../change/run.ts";
import type { Argument, Kind } from "./kinds.ts";

/** What every widget gets. An empty field is undefined: it is not sent. */
export interface FieldProps {
  argument: Argument;
  /** Where it is in the arguments, with positions in lists: `items.0.quantity`. */
  at: string;
  value: unknown;
  /** The arguments beside it: some say what it means. */
  beside: Arguments;
  onChange: (value: unknown) => void;
}

/** What all fields of a form share. */
interface Form {
  operation: Operation;
  errors: FieldErrors;
  /** Whether it changes something that is there already: then fields can be emptied. */
  isChange: boolean;
  /** That thing, as it was when the person began. */
  begun: Thing | undefined;
  /** The widget of each kind. They draw fields within fields, and so are not imported where fields are drawn. */
  widgets: Readonly<Record<Kind, ComponentType<FieldProps>>>;
}

export const FormContext = createContext<Form | undefined>(undefined);

export function useForm(): Form {
  const form = use(FormContext);
  if (!form) throw new Error("This belongs to a form, and is shown outside of one.");
  return form;
}
