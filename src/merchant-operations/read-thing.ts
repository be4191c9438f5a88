import { Problem } from "../core/problem.ts";
import { ALL_SCOPES } from "../core/scopes.ts";
import type { ReadThing } from "../events/events.ts";
import type { Operation, OperationCall } from "../operations/operation.ts";

/** The server itself, which may read everything; what it reads is masked for who asks for it. */
const SERVER = { id: "", actor: "server" as const, scopes: [...ALL_SCOPES], expires_at: null };

const ignore = () => {};

/** Reads things by the operations that show them to merchants. */
export const readThingBy =
  (operations: readonly Operation[]): ReadThing =>
  async (db, name, args) => {
    const operation = operations.find((one) => one.name === name);
    if (operation?.effect !== "read") throw new Error(`${name} is no operation that reads`);
    const call: OperationCall = {
      id: "",
      db,
      merchant: SERVER,
      maxRowsText: Number.POSITIVE_INFINITY,
      changed: ignore,
      touches: ignore,
      undid: ignore,
      cannotBeUndone: ignore,
      requires: ignore,
      mustBeConfirmed: ignore,
      leavesToJob: ignore,
    };
    try {
      return (await operation.run(call, args as never)).data;
    } catch (error) {
      if (error instanceof Problem) return undefined; // it is not there any more
      throw error;
    }
  };
