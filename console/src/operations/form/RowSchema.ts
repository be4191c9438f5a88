import { createContext, use } from "react";
import type { Schema } from "../../api/schema.ts";

/** The schema of the rows of the list around: rows within rows are as those. */
export const RowSchema = createContext<Schema | undefined>(undefined);

export const useRowSchema = (): Schema | undefined => use(RowSchema);
