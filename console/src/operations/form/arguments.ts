import type { Operation, Schema } from "../../api/operations.ts";

/** Arguments that say how a call is made, not what it does: the screen sends them by itself. */
const OF_THE_CALL = ["dry_run", "idempotency_key", "confirm_token", "expected_updated_at", "response_format"];

export interface Argument {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** What a person fills in, what is required first. */
export function argumentsOf({ input_schema: { properties, required = [] } }: Operation): Argument[] {
  const all = Object.entries(properties)
    .filter(([name]) => !OF_THE_CALL.includes(name))
    .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}
