import { uuidv7 } from "uuidv7";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUIDv7 (RFC 9562), lower case: ordered by time, so new rows go to the end of the index. */
export const newId = (): string => uuidv7();

/** Whether PostgreSQL accepts this text as a `uuid`. */
export const isId = (text: string): boolean => UUID.test(text);

/** Stands for the store of what is of no store: the server's own jobs, and the accounts of people who work in stores. */
export const NO_STORE = "00000000-0000-0000-0000-000000000000";
