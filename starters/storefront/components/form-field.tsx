import type { ReactNode } from "react";
import { Icon } from "./icon";

/** What the control of a field must have, so that its label and its error belong to it. */
interface Given {
  id: string;
  name: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

interface Props {
  label: string;
  name: string;
  error?: string;
  hint?: string;
  /** `(given) => <input {...given} />` */
  children: (given: Given) => ReactNode;
}

/** A field with its label above; what is wrong, and a hint, below. */
export const FormField = ({ label, name, error, hint, children }: Props) => (
  <div className="mt-5">
    <label htmlFor={name} className="mb-1.5 block font-semibold">
      {label}
    </label>
    {children({
      id: name,
      name,
      className: "field",
      "aria-invalid": Boolean(error),
      "aria-describedby": `${name}-error ${name}-hint`,
    })}
    <p id={`${name}-error`} role="status" className="mt-1.5 flex items-start gap-2 text-alert empty:hidden">
      {error && (
        <>
          <Icon name="alert" />
          <bdi dir="auto">{error}</bdi>
        </>
      )}
    </p>
    <p id={`${name}-hint`} className="quiet mt-1.5 empty:hidden">
      {hint}
    </p>
  </div>
);
