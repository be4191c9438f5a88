import "server-only";
import { cookieOf, setCookie } from "./set-cookie";

/** The order that was just placed, as the shopper wrote it: the server shows names and numbers of guests with stars. */
export interface Placed {
  /** The cart that it was. */
  cart: string;
  number: string;
  name: string;
  phone: string;
}

const MOST_ORDERS = 20;

/** The order that this browser has just placed. */
export async function thePlaced(): Promise<Placed | null> {
  const text = await cookieOf("placed");
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Remembers an order that was just placed. */
export async function rememberPlaced(placed: Placed): Promise<void> {
  await setCookie("placed", JSON.stringify(placed));
  await allowOrder(placed.number);
}

/** The numbers of the orders that this browser placed, or of which it knew the phone number. */
export const allowedOrders = async (): Promise<string[]> => ((await cookieOf("orders")) ?? "").split(" ");

/** Lets this browser look at an order. */
export async function allowOrder(number: string): Promise<void> {
  const others = (await allowedOrders()).filter((one) => one !== "" && one !== number);
  await setCookie("orders", [number, ...others].slice(0, MOST_ORDERS).join(" "));
}
