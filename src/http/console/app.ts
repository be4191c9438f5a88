import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply } from "fastify";
import { acceptedEncoding, ENCODINGS, type Encoding } from "../answers/compression.ts";

/** Where the build puts the console: beside the program, or in the workspace when the program runs from its sources. */
const FOLDERS = ["../console/", "../../../console/dist/"];

/** What Vite writes where the nonce of the answer belongs. */
const NONCE = "CONSOLE_NONCE";

const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

const SUFFIXES: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** The name of a file of the build contains the hash of what it holds. */
const A_YEAR = "public, max-age=31536000, immutable";

/** Pictures of goods may come from elsewhere; everything else comes from this server. Mantine writes styles into the page, with the nonce. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * Serves the console at `/console`: its page at every address below, and its files from memory, compressed when they were
 * built. Without a build the page says how to make one.
 */
export function registerConsoleApp(app: FastifyInstance, folder = builtFolder()): void {
  const options = { schema: { hide: true } };
  const files = folder ? readFiles(join(folder, "assets")) : new Map<string, BuiltFile>();
  const page = folder ? readFileSync(join(folder, "index.html"), "utf8") : NOT_BUILT;

  app.get<{ Params: { name: string } }>("/console/assets/:name", options, (request, reply) => {
    const file = files.get(request.params.name);
    if (!file) return reply.callNotFound();
    const encoding = acceptedEncoding(
      request.headers,
      ENCODINGS.filter((one) => file.encoded[one]),
    );
    reply.header("cache-control", A_YEAR).header("vary", "accept-encoding").type(file.type);
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send((encoding && file.encoded[encoding]) ?? file.bytes);
  });
  for (const path of ["/console", "/console/*"]) {
    app.get(path, options, (_request, reply) => sendPage(reply.code(folder ? 200 : 503), page));
  }
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  return reply
    .header("content-security-policy", contentSecurityPolicy(nonce))
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(page.replaceAll(NONCE, nonce));
}

const builtFolder = (): string | undefined =>
  FOLDERS.map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find((folder) =>
    existsSync(join(folder, "index.html")),
  );

interface BuiltFile {
  type: string;
  bytes: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
}

/** The files of a folder by name, each with what the build has compressed of it. */
function readFiles(folder: string): Map<string, BuiltFile> {
  const names = readdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name));
  const isPlain = (name: string) => !Object.values(SUFFIXES).some((suffix) => name.endsWith(suffix));
  return new Map(
    names.filter(isPlain).map((name) => {
      const encoded = ENCODINGS.filter((encoding) => names.includes(name + SUFFIXES[encoding])).map((encoding) => [
        encoding,
        read(name + SUFFIXES[encoding]),
      ]);
      const type = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      return [name, { type, bytes: read(name), encoded: Object.fromEntries(encoded) }];
    }),
  );
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hanout</title>
<p>The console is not built here. Run <code>npm ci</code> without <code>--omit=dev</code>, or <code>npm run build</code>.</p>
</html>
`;
