import { Button } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, inIsland, Typed } from "../parts/Island.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { dateText, moneyText } from "../parts/numbers.ts";
import { PageHead, useBack } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { localDay } from "../parts/writing/dates.ts";
import { callAddress, phoneText, whatsAppAddress } from "../shop/phones.ts";
import { Addresses } from "./Addresses.tsx";
import { Block } from "./Block.tsx";
import classes from "./Customer.module.css";
import { Notes } from "./Notes.tsx";
import { Orders } from "./Orders.tsx";
import { type KnownCustomer, useCustomer } from "./useCustomer.ts";

/** All that is known of a customer, with or without an account. Notes can be added, and the number blocked; the rest is done elsewhere. */
export function Customer() {
  const { language, texts } = useLanguage();
  const { customer } = texts;
  const { id } = useParams({ from: "/stores/$store/customers/$id" });
  const { store } = useApi();
  const { currency, time_zone } = useStore();
  const navigate = useNavigate();
  const back = useBack(() => navigate({ to: "/stores/$store/orders", params: { store } }));
  const { known, error, retry } = useCustomer(id);

  if (!known) {
    return (
      <>
        <PageHead title={<Island>{phoneText(id)}</Island>} onBack={back} />
        {error?.code === "customer_not_found" ? (
          <Empty icon="person" title={customer.none} />
        ) : error ? (
          <Problem error={error} onRetry={retry} />
        ) : (
          <LoadingRows />
        )}
      </>
    );
  }
  const { account, name, phone } = known;
  const about = account
    ? [
        customer.since(dateText(localDay(new Date(account.created_at), time_zone), language, time_zone)),
        account.total_spent !== null && customer.spent(inIsland(moneyText(account.total_spent, currency))),
      ]
        .filter(Boolean)
        .join(" · ")
    : customer.guest;
  return (
    <>
      <PageHead title={<Typed>{name}</Typed>} about={about} onBack={back} />
      <div className={classes.page}>
        <div className={classes.main}>
          {phone && (
            <div className={classes.reach}>
              <p className={classes.phone}>
                <Island>{phoneText(phone)}</Island>
              </p>
              <Ways phone={phone} />
            </div>
          )}
          {account?.email && (
            <p className={classes.second}>
              <Island>{account.email}</Island>
            </p>
          )}
          <Orders known={known} />
        </div>
        <aside className={classes.side}>
          <Notes known={known} />
          <Addresses known={known} />
          {phone && <Block phone={phone} blocked={known.blocked} />}
          <Elsewhere known={known} />
        </aside>
      </div>
    </>
  );
}

function Ways({ phone }: { phone: string }) {
  const { calls } = useLanguage().texts;
  const whatsApp = whatsAppAddress(phone);
  return (
    <>
      <Button component="a" href={callAddress(phone)} leftSection={<Icon name="phone" size={18} />}>
        {calls.call}
      </Button>
      {whatsApp && (
        <Button
          component="a"
          href={whatsApp}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<Icon name="whatsapp" size={18} />}
        >
          {calls.whatsApp}
        </Button>
      )}
    </>
  );
}

/** What is done on the general screen. */
function Elsewhere({ known: { account, ref } }: { known: KnownCustomer }) {
  const { customer } = useLanguage().texts;
  const { store } = useApi();
  const links = [
    ...(account
      ? [
          { name: "customers_save", text: customer.change },
          { name: "customers_reset_link", text: customer.reset },
        ]
      : []),
    { name: "customers_erase", text: customer.erase },
  ];
  return (
    <p className={classes.elsewhere}>
      {links.map(({ name, text }) => (
        <Link key={name} to="/stores/$store/operations/$name" params={{ store, name }} search={{ customer: ref }}>
          {text}
        </Link>
      ))}
    </p>
  );
}
