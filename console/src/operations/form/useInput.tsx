import type { ReactNode } from "react";
import { fieldHint, fieldName } from "../../messages/fields.ts";
import { useLanguage } from "../../messages/TextsContext.tsx";
import { English } from "../../parts/Island.tsx";
import { inWords } from "../../parts/writing/words.ts";
import { type FieldProps, useForm } from "./FormContext.ts";
import { type Argument, kindOf } from "./kinds.ts";

interface InputTexts {
  label: ReactNode;
  description: ReactNode;
  error: string | undefined;
  withAsterisk: boolean;
  name: string;
}

/** Kinds whose description in the schema only says how a program writes them. */
const WRITTEN_BY_PROGRAMS = ["reference", "references", "date"];

/** The name of a field, what helps to fill it in, and what is wrong with it. */
export function useInput({ argument, at }: Pick<FieldProps, "argument" | "at">): InputTexts {
  const { language, texts } = useLanguage();
  const { operation, errors } = useForm();
  const { path, name, schema, isRequired } = argument;
  const known = fieldName(texts.fields, operation.name, path);
  const hint = fieldHint(texts.fields, operation.name, path);
  const isForPrograms = WRITTEN_BY_PROGRAMS.includes(kindOf(operation.name, argument));
  const english = known === undefined && !isForPrograms && schema.description;
  return {
    label: known ?? (language === "en" ? inWords(name) : <English>{inWords(name)}</English>),
    description: hint ?? (english ? <English>{english}</English> : undefined),
    error: errors[at],
    withAsterisk: isRequired,
    name: at,
  };
}

/** The name of a field where only text can stand. */
export const labelText = (label: ReactNode, { name }: Argument): string =>
  typeof label === "string" ? label : inWords(name);
