import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import { Type } from "typebox";
import { Problem } from "../core/problem.ts";
import { hasScope, type Scope } from "../core/scopes.ts";
import { MERCHANT_TAG } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { trackMethods } from "../http/method-not-allowed.ts";
import { allowSlowBody } from "../http/server/body-time.ts";
import { requireOpen } from "../http/site.ts";
import { type ByteRange, type Files, KINDS, picturesIn, readName } from "./files.ts";
import { StoredFile, shownFile } from "./schema.ts";

/** Who may upload: who writes what shows pictures. */
const UPLOADING: readonly Scope[] = ["catalog:write", "content:write", "settings:write"];

const uploadSchema = {
  operationId: "files_upload",
  "x-effect": "write",
  tags: [MERCHANT_TAG],
  summary: "Upload a picture",
  description: `Keeps a picture, as multipart/form-data with the part \`file\`: JPEG, PNG, WebP, AVIF, or the first frame of a GIF. It is turned upright, and what is not the picture (where it was taken, by what) is removed. The same file twice is one. Needs the scope ${UPLOADING.join(" or ")}.`,
  security: [{ secretKey: [] }, { session: [] }],
  consumes: ["multipart/form-data"],
  body: Type.Object({ file: Type.Unsafe<Blob>({ type: "string", format: "binary" }) }),
  response: {
    200: StoredFile,
    ...refuses(
      "invalid_request",
      "insufficient_scope",
      "store_required",
      "not_signed_in",
      "foreign_origin",
      "store_not_found",
      "request_timeout",
      "uploads_unavailable",
      "body_too_large",
      "unsupported_media_type",
      "invalid_value",
      "picture_refused",
      "files_full",
    ),
  },
};

/** Uploads, behind the check of who calls. */
export async function uploadRoutes(app: FastifyInstance, files: Files): Promise<void> {
  const { UPLOAD_LIMIT_BYTES: limit, UPLOAD_TIMEOUT_SECONDS: seconds } = files.settings;
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 0, parts: 1, fileSize: limit + 1, headerPairs: 20, fieldNameSize: 100 },
  });
  const refuseOtherMethods = trackMethods(app);
  app.post(
    "/files",
    { schema: uploadSchema, validatorCompiler: () => () => true, bodyLimit: limit + 65_536 },
    async (request) => {
      requireUploader(request);
      allowSlowBody(request.raw, seconds * 1000);
      const { received, name } = await receive(request, files).catch((error) => {
        // The rest is read and dropped, as long as it may take: else the connection would not answer its next request.
        request.raw.unpipe().resume();
        throw error;
      });
      await request.identifyCaller(); // the body may have come slowly: who was removed meanwhile does nothing with it
      requireUploader(request);
      return shownFile(request.site.id, await files.keep(request.site, received, name));
    },
  );
  refuseOtherMethods();
}

/** Throws `insufficient_scope`. */
function requireUploader({ caller: { merchant } }: FastifyRequest): void {
  if (UPLOADING.some((scope) => hasScope(merchant.scopes, scope))) return;
  throw new Problem("insufficient_scope", `Uploads need the scope ${UPLOADING.join(" or ")}.`);
}

/** The only part of a body, on disk. Throws `invalid_value`, and what `Incoming` throws. */
async function receive(request: FastifyRequest, files: Files) {
  const part = await request.file();
  if (part?.fieldname !== "file") {
    part?.file.resume();
    throw new Problem("invalid_value", "Send one file, as the part named file.", {
      errors: [{ path: "file", message: "is required" }],
    });
  }
  return { received: await files.incoming.receive(part.file), name: part.filename ?? "" };
}

/** Tells of the pictures that an answer names to who asks for it. Registered before what keeps answers. */
export function registerShownPictures(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const isAsked = (request.query as { pictures?: unknown }).pictures === true;
    if (!isAsked || request.isFromMemory || reply.statusCode !== 200 || typeof payload !== "string") {
      return done(null, payload);
    }
    request.site
      .read((db) => picturesIn(db, payload))
      .then((pictures) => done(null, `${payload.slice(0, -1)},"pictures":${JSON.stringify(pictures)}}`), done);
  });
}

const A_YEAR = "public, max-age=31536000, immutable";

/** Pictures for everybody, by the addresses that their files have. */
export async function pictureRoutes(
  app: FastifyInstance,
  files: Files,
  isSuspended: (siteId: string) => Promise<boolean>,
): Promise<void> {
  app.addHook("onClose", async () => files.stop());
  app.get<{ Params: { site: string; name: string } }>(
    "/:site/:name",
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const name = readName(params.site, params.name);
      if (name) requireOpen({ is_suspended: await isSuspended(params.site) });
      const found = name && (await files.find(name));
      if (!name || !found) throw new Problem("not_found", "There is no such picture.");
      const etag = `"${params.name}-${found.bytes}"`;
      reply.headers({
        etag,
        "cache-control": A_YEAR,
        "accept-ranges": "bytes",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      if (fresh(headers, { etag })) return reply.code(304).send();
      reply.type(KINDS[name.kind].type);
      const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
      const range = isSame ? readRange(headers.range, found.bytes) : undefined;
      if (range === "unsatisfiable") return refuseRange(reply, found.bytes);
      if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${found.bytes}`);
      reply.header("content-length", range ? range.end - range.start + 1 : found.bytes);
      return reply.send(await files.storage.read(found.key, range));
    },
  );
}

/** One range of bytes (RFC 9110, section 14); undefined: all of it, also for several ranges and for what is none. */
function readRange(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start >= bytes || (first === "" && Number(last) === 0) ? "unsatisfiable" : { start, end };
}

const refuseRange = (reply: FastifyReply, bytes: number): FastifyReply =>
  reply.code(416).header("content-range", `bytes */${bytes}`).header("cache-control", "no-store").send();
