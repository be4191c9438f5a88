import { change } from "./change.ts";
import { fields } from "./fields.ts";
import { frame } from "./frame.ts";
import { operations } from "./operations.ts";
import { problems } from "./problems.ts";
import { reports } from "./reports.ts";

export const en = { frame, change, operations, fields, problems, reports };
