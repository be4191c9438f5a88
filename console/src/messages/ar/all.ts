import type { Texts } from "../texts.ts";
import { change } from "./change.ts";
import { fields } from "./fields.ts";
import { frame } from "./frame.ts";
import { handover } from "./handover.ts";
import { home } from "./home.ts";
import { operations } from "./operations.ts";
import { orders } from "./orders.ts";
import { problems } from "./problems.ts";
import { reports } from "./reports.ts";

export const ar: Texts = { frame, home, orders, handover, change, operations, fields, problems, reports };
