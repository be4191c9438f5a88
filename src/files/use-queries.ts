import { type Static, Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { join, type Sql, sql } from "../db/sql.ts";

/** The rows of a store that may name pictures in their texts: what they are, their id and name, and the text. */
const NAMING: readonly { thing: string; from: Sql; id: Sql; label: Sql; text: Sql }[] = [
  {
    thing: "product",
    from: sql`products`,
    id: sql`id::text`,
    label: sql`slug`,
    text: sql`concat(images, description)`,
  },
  { thing: "variant", from: sql`variants`, id: sql`id::text`, label: sql`title`, text: sql`image_url` },
  {
    thing: "category",
    from: sql`categories`,
    id: sql`id::text`,
    label: sql`slug`,
    text: sql`concat(image_url, ' ', description)`,
  },
  {
    thing: "collection",
    from: sql`collections`,
    id: sql`id::text`,
    label: sql`slug`,
    text: sql`concat(image_url, ' ', description)`,
  },
  {
    thing: "content",
    from: sql`articles`,
    id: sql`id::text`,
    label: sql`slug`,
    text: sql`concat(featured_image, ' ', description, body, content)`,
  },
  { thing: "menu", from: sql`menus`, id: sql`id::text`, label: sql`handle`, text: sql`items::text` },
  {
    thing: "store",
    from: sql`(select id as site_id, id, slug, logo_url, description, theme_settings, settings, social_links, contact_info from sites) store`,
    id: sql`id::text`,
    label: sql`slug`,
    text: sql`concat(logo_url, ' ', description, theme_settings, settings, social_links, contact_info)`,
  },
];

/** The hashes that a kind of rows names now. A read of its own: on Citus an update may not look for them. */
const namedBy = (db: SiteDb, { from, text }: (typeof NAMING)[number]) =>
  db.many(
    Type.Object({ hash: Type.String() }),
    sql`
    select distinct found[1] as hash
    from ${from}, regexp_matches(${text}, ${pattern(db)}, 'g') found
    where site_id = ${db.siteId} and ${text} like ${`%/media/${db.siteId}/%`}
  `,
  );

const pattern = (db: SiteDb): string => `/media/${db.siteId}/([0-9a-f]{64})`;

/** One read for each kind of rows that may name pictures. */
export const namingReads = NAMING.map(
  (naming) => async (db: SiteDb) => (await namedBy(db, naming)).map(({ hash }) => hash),
);

export const UseRow = Type.Object({
  hash: Type.String(),
  /** `product`, …; `order`: a line of an order; `change`: a row before or after a call that can be undone. */
  thing: Type.String(),
  id: Type.String(),
  label: Type.String(),
});
export type UseRow = Static<typeof UseRow>;

/** The hash that a line of an order names, also by a whole address of this server or of a CDN: as `order_items_by_picture` has it. */
const OF_LINE = sql`substring(i.product_image from '/media/[0-9a-f-]{36}/([0-9a-f]{64})')`;

/** What names the files of these hashes, also orders and what can be undone; of each at most so many uses. */
export const findUses = (db: SiteDb, hashes: readonly string[], most: number): Promise<UseRow[]> => {
  const now = NAMING.map(
    ({ thing, from, id, label, text }) => sql`
      select found[1] as hash, ${thing} as thing, ${id} as id, ${label} as label
      from ${from}, regexp_matches(${text}, ${pattern(db)}, 'g') found
      where site_id = ${db.siteId} and ${text} like ${`%/media/${db.siteId}/%`} and found[1] = any(${hashes})`,
  );
  return db.many(
    UseRow,
    sql`
    select hash, thing, id, label
    from (
      select hash, thing, id, label, row_number() over (partition by hash order by rank, label, id) as place
      from (
        select distinct hash, thing, id, label, case thing when 'order' then 1 when 'change' then 2 else 0 end as rank
        from (
          ${join(now, " union all ")}
          union all
          select ${OF_LINE}, 'order', o.id::text, o.order_number
          from order_items i
          join orders o on o.site_id = ${db.siteId} and o.id = i.order_id
          where i.site_id = ${db.siteId} and ${OF_LINE} = any(${hashes})
          union all
          select found[1], 'change', change_id::text, change_id::text
          from row_images, regexp_matches(concat(before, after), ${pattern(db)}, 'g') found
          where site_id = ${db.siteId} and concat(before, after) like ${`%/media/${db.siteId}/%`} and found[1] = any(${hashes})
        ) uses
      ) distinct_uses
    ) ranked
    where place <= ${most}
    order by hash, place
  `,
  );
};
