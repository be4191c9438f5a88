import { createContext, use } from "react";
import type { Operation } from "../../api/operations.ts";
import type { FieldErrors } from "../../change/fieldErrors.ts";

/** What all fields of a form share. */
interface Form {
  operation: Operation;
  errors: FieldErrors;
  /** Whether it changes something that is there already: then fields can be emptied. */
  isChange: boolean;
}

export const FormContext = createContext<Form | undefined>(undefined);

export function useForm(): Form {
  const form = use(FormContext);
  if (!form) throw new Error("This belongs to a form, and is shown outside of one.");
  return form;
}
