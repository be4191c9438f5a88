import { Type } from "typebox";
import { cursorAnswer, cursorPage } from "../operations/cursor.ts";
import { Limit, Ref, SearchCursor, Text } from "../operations/inputs.ts";
import { defineOperation, type Operation, type PreparingSite } from "../operations/operation.ts";
import { DeletedFile, Files, FileWithUses } from "./admin-answers.ts";
import { type FileRow, filesAfter, removeFile, requireFile, type UseRow, usesOf } from "./files.ts";
import { StoredFile, shownFile } from "./schema.ts";

const EXAMPLE = "019aa2c0-6a5c-7a88-8b67-9fa0b4c5d6e7";

const withUses = (siteId: string, file: FileRow, uses: readonly UseRow[]) => ({
  ...shownFile(siteId, file),
  uses: uses.flatMap(({ hash, thing, id, label }) => (hash === file.hash ? [{ thing, id, label }] : [])),
});

/** What the operations need of the pictures of all stores. */
export interface FileParts {
  /** Bytes that a store may keep. */
  readonly quota: number;
  /** Keeps the picture at an address elsewhere. */
  fetch(site: PreparingSite, address: string): Promise<FileRow>;
}

export const fileOperations = (files: FileParts): Operation[] => [
  defineOperation({
    name: "files_from_url",
    title: "Keep a picture of another server",
    description: "Fetches it; products_save takes its id as file. JPEG, PNG, WebP, AVIF, GIF.",
    area: "catalog",
    effect: "write",
    notUndoable: "files_delete deletes a file that nothing names.",
    input: { url: Text(2000, "https") },
    answers: StoredFile,
    refuses: ["uploads_unavailable", "body_too_large", "picture_refused", "files_full"],
    example: { url: "https://example.com/theiere.jpg" },
    prepare: (site, { url }) => files.fetch(site, url),
    run: async (call, { url }) => {
      const file = call.prepared as FileRow;
      const shown = shownFile(call.db.siteId, file);
      if (file.created_at === call.db.now) {
        const after = { url: shown.url, from: url };
        call.changed({ entity: "file", id: file.id, label: file.name, before: null, after });
      }
      return { text: `Kept ${file.name}, ${file.width} × ${file.height}.`, data: shown };
    },
  }),
  defineOperation({
    name: "files_list",
    title: "List files",
    description:
      "Uploaded pictures, the newest first, and how much room they take. with_uses: what names each of them.",
    door: "http",
    area: "catalog",
    effect: "read",
    input: { with_uses: Type.Optional(Type.Boolean()), limit: Limit, cursor: SearchCursor },
    answers: Files,
    example: { limit: 20 },
    run: async ({ db, maxRowsText }, { with_uses, limit, cursor }) => {
      const page = cursorPage({ limit, cursor }, maxRowsText);
      const { rows, files: count, bytes } = await filesAfter(db, page);
      const uses = with_uses ? await usesOf(db, rows.slice(0, page.limit)) : undefined;
      const show = (file: FileRow) => (uses ? withUses(db.siteId, file, uses) : shownFile(db.siteId, file));
      const data = { ...cursorAnswer(rows, count, page, show), used_bytes: bytes, max_bytes: files.quota };
      return { text: `${count} files; ${data.data.length} shown.`, data };
    },
  }),
  defineOperation({
    name: "files_get",
    title: "Show a file",
    description: "An uploaded picture, its sizes, and what names it.",
    door: "http",
    area: "catalog",
    effect: "read",
    input: { file: Ref("Id") },
    answers: FileWithUses,
    refuses: ["file_not_found"],
    example: { file: EXAMPLE },
    run: async ({ db }, { file: id }) => {
      const file = await requireFile(db, id);
      return { text: `${file.name}.`, data: withUses(db.siteId, file, await usesOf(db, [file])) };
    },
  }),
  defineOperation({
    name: "files_delete",
    title: "Delete a file",
    description:
      "An uploaded picture that nothing names, at once. What nothing has named for 30 days is deleted by itself.",
    door: "http",
    area: "catalog",
    effect: "destroy",
    notUndoable: "Upload the picture again: it gets the same address.",
    takes: ["dry_run"],
    input: { file: Ref("Id") },
    answers: DeletedFile,
    refuses: ["file_not_found", "file_in_use"],
    example: { file: EXAMPLE, dry_run: true },
    run: async (call, { file: id }) => {
      const file = await removeFile(call.db, id);
      const before = shownFile(call.db.siteId, file);
      call.changed({ entity: "file", id: file.id, label: file.name, before, after: null });
      return { text: `Deleted ${file.name}.`, data: { id: file.id, deleted: true as const } };
    },
  }),
];
