import { isMoney } from "../../parts/writing/money.ts";

export type Unit = "money" | "percent" | "hours" | "days";

const UNITS: Readonly<Record<string, Unit>> = {
  percent: "percent",
  min_total: "money",
  max_total: "money",
  min_hours: "hours",
  rotate_secret: "hours",
  max_days: "days",
};

/** The unit of a number; undefined: pieces, or none. `beside`: the other arguments, of which some say it. */
export function unitOf(name: string, beside: Readonly<Record<string, unknown>>): Unit | undefined {
  if (name === "discount_value") return beside.discount_type === "fixed_amount" ? "money" : "percent";
  return UNITS[name] ?? (isMoney(name) ? "money" : undefined);
}
