import type { Texts } from "../texts.ts";
import { calls } from "./calls.ts";
import { cash } from "./cash.ts";
import { change } from "./change.ts";
import { customer } from "./customer.ts";
import { fields } from "./fields.ts";
import { frame } from "./frame.ts";
import { handover } from "./handover.ts";
import { home } from "./home.ts";
import { newOrder } from "./new-order.ts";
import { operations } from "./operations.ts";
import { order } from "./order.ts";
import { orders } from "./orders.ts";
import { pictures } from "./pictures.ts";
import { problems } from "./problems.ts";
import { reports } from "./reports.ts";
import { shop } from "./shop.ts";

export const ar: Texts = {
  frame,
  home,
  calls,
  orders,
  order,
  newOrder,
  handover,
  cash,
  customer,
  reports,
  operations,
  change,
  fields,
  pictures,
  problems,
  shop,
};
