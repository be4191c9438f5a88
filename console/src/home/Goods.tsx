import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi, useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { moneyText, numberText } from "../parts/numbers.ts";
import { Picture } from "../parts/pictures/Picture.tsx";
import { useWilayaName } from "../shop/useWilayaName.ts";
import { figureOf, type Report } from "./day.ts";
import classes from "./Home.module.css";

export interface BestSeller {
  slug: string;
  name: string;
  units: number;
  revenue: number;
}

export interface LowStock {
  variant_id: string;
  slug: string;
  name: string;
  variant: string | null;
  inventory_quantity: number;
  sold: number;
}

type Pictures = Readonly<Record<string, string | undefined>>;

/** What sells best, with how many and for how much. */
export function BestSellers({ rows, pictures }: { rows: readonly BestSeller[]; pictures: Pictures }) {
  const { home } = useTexts();
  const { store } = useApi();
  const { currency } = useStore();
  const report: LinkProps = {
    to: "/stores/$store/reports",
    params: { store },
    search: { report: "best_sellers" },
  };
  return (
    <section className={classes.part}>
      <header>
        <h2>{home.bestSellers}</h2>
        <Link {...report}>{home.report}</Link>
      </header>
      {rows.length === 0 && <p>{home.nothingSold}</p>}
      <ul className={classes.goods}>
        {rows.map(({ slug, name, units, revenue }) => (
          <Good key={slug} slug={slug} picture={pictures[slug]} name={name} about={home.units(units)}>
            <strong>
              <Island>{moneyText(revenue, currency)}</Island>
            </strong>
          </Good>
        ))}
      </ul>
    </section>
  );
}

const DAYS = 30;

/** What runs out, and for how many days it lasts if it sells on as it did. */
export function RunsOut({ report, pictures }: { report: Report<LowStock>; pictures: Pictures }) {
  const { home } = useTexts();
  const { store } = useApi();
  const about = ({ variant, sold, inventory_quantity: left }: LowStock) => {
    const lasts = left > 0 && sold > 0 ? home.lasts(Math.max(1, Math.round((left / sold) * DAYS))) : undefined;
    return [variant, lasts ?? (sold > 0 ? home.soldIn30(sold) : home.notSold)].filter(Boolean).join(" · ");
  };
  return (
    <section className={classes.part}>
      <header>
        <h2>{home.runsOut}</h2>
        <Link to="/stores/$store/reports" params={{ store }} search={{ report: "low_stock" }}>
          {home.articles(figureOf(report, "variants") ?? 0)}
        </Link>
      </header>
      {report.data.length === 0 && <p>{home.nothingRunsOut}</p>}
      <ul className={classes.goods}>
        {report.data.map((row) => (
          <Good
            key={row.variant_id}
            slug={row.slug}
            picture={pictures[row.slug]}
            name={row.name}
            about={<Typed>{about(row)}</Typed>}
          >
            <span className={classes.left} data-out={row.inventory_quantity <= 0 || undefined}>
              {row.inventory_quantity <= 0 ? home.soldOut : home.left(row.inventory_quantity)}
            </span>
          </Good>
        ))}
      </ul>
    </section>
  );
}

interface GoodProps {
  slug: string;
  picture: string | undefined;
  name: string;
  about: ReactNode;
  children: ReactNode;
}

function Good({ slug, picture, name, about, children }: GoodProps) {
  const { store } = useApi();
  return (
    <li>
      <Link
        to="/stores/$store/operations/$name"
        params={{ store, name: "products_get" }}
        search={{ product: slug }}
        className={classes.good}
      >
        {picture ? (
          <Picture src={picture} size={40} />
        ) : (
          <span className={classes.noPicture}>
            <Icon name="tag" size={18} />
          </span>
        )}
        <span className={classes.goodWords}>
          <Typed>{name}</Typed>
          <small>{about}</small>
        </span>
        {children}
      </Link>
    </li>
  );
}

/** The orders of a wilaya. */
export interface WilayaRow {
  wilaya_code: string | null;
  name: string | null;
  orders: number;
}

/** Where orders go: the wilayas with most of them, as bars that begin where reading begins. */
export function Wilayas({ rows }: { rows: readonly WilayaRow[] }) {
  const { home, reports } = useTexts();
  const { store } = useApi();
  const wilayaName = useWilayaName();
  const most = Math.max(...rows.map(({ orders }) => orders), 1);
  return (
    <section className={classes.part}>
      <header>
        <h2>{home.wilayas}</h2>
        <Link to="/stores/$store/reports" params={{ store }} search={{ report: "wilayas" }}>
          {home.report}
        </Link>
      </header>
      {rows.length === 0 && <p>{home.nothingSold}</p>}
      <ul className={classes.wilayas}>
        {rows.map(({ wilaya_code: code, name, orders }) => (
          <li key={code ?? name ?? ""}>
            <Link
              to="/stores/$store/orders"
              params={{ store }}
              search={{ period: "30", ...((code ?? name) && { wilaya: code ?? name ?? "" }) }}
              className={classes.wilaya}
            >
              <span dir="auto">{wilayaName(code, name) || reports.unnamed}</span>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${(orders / most) * 100}%` }} />
              </span>
              <Island>{numberText(orders)}</Island>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
