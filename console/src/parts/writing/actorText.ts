import type { Texts } from "../../messages/texts.ts";

/** Who did something: a person or a program by name, others by what they are. */
export function actorText(actor: string, { actors }: Texts["order"]): string {
  const [, name] = /^(?:key|person) (.+)$/.exec(actor) ?? [];
  if (name) return name;
  return actor === "shopper" || actor.startsWith("customer ") ? actors.shopper : (actors.others[actor] ?? actor);
}
