import { useTexts } from "../messages/TextsContext.tsx";
import { Typed } from "../parts/Island.tsx";
import { useWilayaName } from "../shop/useWilayaName.ts";
import classes from "./Customer.module.css";
import type { KnownCustomer } from "./useCustomer.ts";

/** Where parcels go: the addresses of the account, and those that orders name; each once. */
export function Addresses({ known }: { known: KnownCustomer }) {
  const { customer } = useTexts();
  const addresses = addressesOf(known, useWilayaName());
  return (
    <section>
      <h2>{customer.addresses}</h2>
      {addresses.length === 0 && <p className={classes.second}>{customer.noAddress}</p>}
      <ul>
        {addresses.map((address) => (
          <li key={address}>
            <Typed>{address}</Typed>
          </li>
        ))}
      </ul>
    </section>
  );
}

function addressesOf({ account, orders }: KnownCustomer, wilayaName: ReturnType<typeof useWilayaName>): string[] {
  const ofAccount = (account?.addresses ?? []).map(({ line1, city, state }) => [line1, city, wilayaName(null, state)]);
  const ofOrders = orders.map(({ shipping_address, customer_commune, customer_wilaya, wilaya_code }) => [
    shipping_address?.line1,
    customer_commune,
    wilayaName(wilaya_code, customer_wilaya),
  ]);
  const lines = [...ofAccount, ...ofOrders].map((parts) =>
    parts.filter((part) => typeof part === "string" && part !== "").join(" · "),
  );
  return [...new Set(lines)].filter((line) => line !== "");
}
