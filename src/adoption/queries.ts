import { type Static, Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

/** What may name pictures elsewhere, in the order in which it is looked through. */
export const KINDS = ["product", "category", "collection", "page", "store"] as const;
export type Kind = (typeof KINDS)[number];

/** A thing with what it says of pictures. */
export const NamingRow = Type.Object({
  id: Type.String(),
  label: Type.String(),
  /** What events and the log call it: a page may be a post. */
  entity: Type.String(),
  updated_at: Type.String(),
  picture: Type.Union([Type.String(), Type.Null()]),
  html: Type.Union([Type.String(), Type.Null()]),
  images: Type.Array(Type.Object({ url: Type.String(), alt: Type.Union([Type.String(), Type.Null()]) })),
  variants: Type.Array(Type.Object({ id: Type.String(), image_url: Type.String() })),
});
export type NamingRow = Static<typeof NamingRow>;

const NONE = sql`'[]'::jsonb as images, '[]'::jsonb as variants`;

/** What HTML is like that may show a picture of some server: a tag, whole attributes, and two slashes in the next one. */
const SHOWS = sql`'<(img|source)[\\s/]([^>"'']|"[^"]*"|''[^'']*'')*("[^"]*|''[^'']*)?//'`;

/** The rows of each kind, and which of them may name pictures at addresses of some server, also at ours. */
const NAMING: Record<Kind, { from: Sql; columns(db: SiteDb): Sql; names(db: SiteDb): Sql }> = {
  product: {
    from: sql`products thing`,
    columns: (db) => sql`
      thing.id, slug as label, 'product' as entity, updated_at, null::text as picture, description as html, images,
      (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'image_url', v.image_url)), '[]'::jsonb)
       from variants v
       where v.site_id = ${db.siteId} and v.product_id = thing.id and v.image_url like '%//%') as variants`,
    names: (db) => sql`(
      images::text like '%//%' or description ~* ${SHOWS}
      or exists (
        select from variants v where v.site_id = ${db.siteId} and v.product_id = thing.id and v.image_url like '%//%'
      )
    )`,
  },
  category: {
    from: sql`categories thing`,
    columns: () =>
      sql`id, slug as label, 'category' as entity, updated_at, image_url as picture, description as html, ${NONE}`,
    names: () => sql`(image_url like '%//%' or description ~* ${SHOWS})`,
  },
  collection: {
    from: sql`collections thing`,
    columns: () =>
      sql`id, slug as label, 'collection' as entity, updated_at, image_url as picture, description as html, ${NONE}`,
    names: () => sql`(image_url like '%//%' or description ~* ${SHOWS})`,
  },
  page: {
    from: sql`articles thing`,
    columns: () => sql`id, slug as label, kind as entity, updated_at, featured_image as picture, body as html, ${NONE}`,
    names: () => sql`(featured_image like '%//%' or body ~* ${SHOWS})`,
  },
  store: {
    from: sql`(select id as site_id, id, slug, updated_at, logo_url from sites) thing`,
    columns: () =>
      sql`id, slug as label, 'store' as entity, updated_at, logo_url as picture, null::text as html, ${NONE}`,
    names: () => sql`logo_url like '%//%'`,
  },
};

/** Up to `limit` things of a kind after this id. */
export const findNaming = (db: SiteDb, kind: Kind, after: string, limit: number) => {
  const { from, columns, names } = NAMING[kind];
  return db.many(
    NamingRow,
    sql`
    select ${columns(db)}
    from ${from}
    where thing.site_id = ${db.siteId} and thing.id > ${after}::uuid and ${names(db)}
    order by thing.id
    limit ${limit}
  `,
  );
};

/** The things of a kind with these ids. */
export const findNamed = (db: SiteDb, kind: Kind, ids: readonly string[]) => {
  const { from, columns } = NAMING[kind];
  return db.many(
    NamingRow,
    sql`
    select ${columns(db)}
    from ${from}
    where thing.site_id = ${db.siteId} and thing.id = any(${ids}::uuid[])
    order by thing.id
  `,
  );
};

/** How many things of a kind there are. */
export const countNaming = async (db: SiteDb, kind: Kind): Promise<number> => {
  const { from, names } = NAMING[kind];
  const found = await db.first(
    Type.Object({ count: Type.Integer() }),
    sql`
    select count(*) as count
    from ${from}
    where thing.site_id = ${db.siteId} and ${names(db)}
  `,
  );
  return found?.count ?? 0;
};
