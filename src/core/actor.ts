/**
 * Who does something, as histories, events, jobs and the audit log keep it: a key by its name; a person who works in the store by the id of
 * the membership, so that a name which is forgotten or changed stands nowhere else; a customer by id.
 */
export type Actor =
  | "shopper"
  | "command"
  | "server"
  | "stock"
  | "demo"
  | `customer ${string}`
  | `key ${string}`
  | `person ${string}`;

/** What an actor is called, without what kind of actor it is. */
export const nameOfActor = (actor: string): string => actor.replace(/^(key|person) /, "");
