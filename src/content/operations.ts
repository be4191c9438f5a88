import { Type } from "typebox";
import { withoutNulls } from "../core/objects.ts";
import { readTime } from "../core/time/dates.ts";
import { Deleted, SearchPage } from "../operations/answers.ts";
import { cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Expected, Query, Ref, searching, Text, TextOrNull } from "../operations/inputs.ts";
import { type Deletion, defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import { storeZone } from "../store/store.ts";
import { type BriefRow, changeArticle, removeArticle, requireArticle, searchArticles } from "./admin.ts";
import { AdminArticle, BriefArticle, ListedArticle } from "./admin-answers.ts";

const optional = Type.Optional;
const Kind = Type.Enum(["page", "post"]);
const Which = Ref("Slug or id");
const NOT_FOUND = ["page_not_found", "post_not_found"] as const;

const concise = ({ slug, title, is_published, published_at }: BriefRow) =>
  withoutNulls({ slug, title, is_published, published_at });

/** The operations on pages and posts; menus, of another feature, are deleted by `deleteMenu`. */
export const contentOperations = (deleteMenu: Deletion): Operation[] => [
  defineOperation({
    name: "content_search",
    title: "Search pages and posts",
    description: "Newest first, without bodies.",
    area: "content",
    effect: "read",
    input: {
      kind: Kind,
      query: optional(Query("In title or slug")),
      published: optional(Type.Boolean({ description: "False: drafts and scheduled" })),
      ...searching,
    },
    answers: SearchPage(ListedArticle),
    detailed: SearchPage(BriefArticle),
    example: { kind: "page" },
    run: async ({ db, maxRowsText }, { kind, query, published, response_format, ...rest }) => {
      const page = cursorPage(rest, maxRowsText);
      const { articles, total } = await searchArticles(db, kind, { query, published }, page);
      const data =
        response_format === "detailed"
          ? cursorAnswer(articles, total, page, (one) => one)
          : cursorAnswer(articles, total, page, concise);
      return { text: `${total} ${kind}s; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "content_get",
    title: "Show a page or post",
    description: "Includes body and content.",
    area: "content",
    effect: "read",
    takes: ["cursor"],
    input: { kind: Kind, slug: Which },
    answers: AdminArticle,
    refuses: NOT_FOUND,
    example: { kind: "page", slug: "shipping" },
    run: async ({ db }, { kind, slug }) => {
      const article = await requireArticle(db, kind, slug);
      return { text: `${article.slug}: ${stateOf(db.now, article)}.`, data: { ...article } };
    },
  }),
  defineOperation({
    name: "content_save",
    title: "Create or change a page or post",
    description: "Creates one if the slug is new or left out; then title is required. Only what is sent changes.",
    area: "content",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      kind: Kind,
      slug: optional(Ref("Slug or id; default: from the title")),
      new_slug: optional(Text(200)),
      title: optional(Type.String({ minLength: 1, maxLength: 300 })),
      type: optional(TextOrNull(50, "about, contact, policy, legal, custom")),
      description: optional(TextOrNull(5000, "Plain-text excerpt")),
      body: optional(TextOrNull(500_000, "HTML")),
      content: optional(
        Type.Unsafe<unknown>({
          type: ["object", "array", "null"],
          maxItems: 10_000,
          maxProperties: 10_000,
          description: "Structured content, for your own theme",
        }),
      ),
      featured_image: optional(TextOrNull(2000, "Address")),
      is_published: optional(Type.Boolean()),
      published_at: optional(
        TextOrNull(40, "A future time schedules it; a date means its start. Default: now, once published"),
      ),
      seo_title: optional(TextOrNull(300)),
      seo_description: optional(TextOrNull(1000)),
      expected_updated_at: Expected,
    },
    answers: BriefArticle,
    refuses: [...NOT_FOUND, "slug_taken", "file_not_found"],
    example: { kind: "page", slug: "retours", title: "Retours", body: "<p>Sous 7 jours.</p>", is_published: true },
    run: async (call, { kind, slug: ref, new_slug, published_at, expected_updated_at, ...given }) => {
      const zone = storeZone(call.db);
      const time = published_at === null ? null : readTime("published_at", published_at, zone);
      const patch = { ...given, slug: new_slug, published_at: time };
      const { before, after } = await changeArticle(call.db, kind, ref, patch, expected_updated_at);
      const { body: _body, content: _content, ...shown } = after;
      call.changed({ entity: kind, id: after.id, label: after.slug, before, after, snapshot: shown });
      const verb = before ? "Changed" : "Created";
      return { text: `${verb} the ${kind} ${after.slug}, ${stateOf(call.db.now, after)}.`, data: shown };
    },
  }),
  defineOperation({
    name: "content_delete",
    title: "Delete a page, post or menu",
    description: "To hide a page or post, save is_published: false. dry_run first.",
    area: "content",
    effect: "destroy",
    takes: ["dry_run", "confirm_token"],
    input: { kind: Type.Enum(["page", "post", "menu"]), slug: Ref("Slug or id; of a menu, its handle") },
    answers: Deleted,
    refuses: [...NOT_FOUND, "menu_not_found"],
    example: { kind: "page", slug: "shipping", dry_run: true },
    run: (call, { kind, slug }) => (kind === "menu" ? deleteMenu(call, slug) : deleteArticle(call, kind, slug)),
  }),
];

async function deleteArticle(call: OperationCall, kind: "page" | "post", ref: string): ReturnType<Deletion> {
  const before = await removeArticle(call.db, kind, ref);
  call.mustBeConfirmed();
  call.changed({ entity: kind, id: before.id, label: before.slug, before, after: null });
  return { text: `Deleted the ${kind} ${before.slug}.`, data: { slug: before.slug, deleted: true } };
}

function stateOf(now: string, { is_published, published_at }: BriefRow): string {
  if (!is_published || published_at === null) return "not published";
  return published_at <= now ? "published" : `to be published at ${published_at}`;
}
