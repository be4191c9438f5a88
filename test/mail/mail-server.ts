import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A mail as the server got it. */
export interface Delivered {
  /** Addresses of the envelope. */
  from: string;
  to: string[];
  /** By lower-case name, decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** What the server answers in place of its own answer; undefined: its own. `close` closes the connection without one. */
export type Answering = (line: string) => string | "close" | undefined;

/** A mail server on this machine, as far as a client of SMTP (RFC 5321) needs one. `asked`: its port; 0 is any free one. */
export async function startMailServer(asked = 0) {
  const mails: Delivered[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    void talk(socket, mails, (line) => state.answering(line));
  });
  const state = { answering: (() => undefined) as Answering };
  server.listen(asked, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** What was delivered, in order. */
    mails,
    /** Answers differently from now on. */
    answer: (answering: Answering) => {
      state.answering = answering;
    },
  };
}

async function talk(socket: Socket, mails: Delivered[], answering: Answering): Promise<void> {
  let envelope = { from: "", to: [] as string[] };
  let data: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say("220 test");
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (data && line !== ".") {
      data.push(line.replace(/^\./, ""));
      continue;
    }
    const other = answering(data ? "." : line);
    if (other === "close") return void socket.destroy();
    if (data) {
      if (!other) mails.push({ ...envelope, ...parse(data.join("\r\n")) });
      [data, envelope] = [undefined, { from: "", to: [] }];
      say(other ?? "250 taken");
    } else if (other) {
      say(other);
    } else if (/^QUIT/i.test(line)) {
      say("221 bye");
      socket.end();
    } else if (/^DATA/i.test(line)) {
      data = [];
      say("354 go on");
    } else {
      const address = /^(MAIL FROM|RCPT TO):<([^>]*)>/i.exec(line);
      if (address?.[1]?.toUpperCase() === "MAIL FROM") envelope.from = address[2] ?? "";
      else if (address) envelope.to.push(address[2] ?? "");
      say("250 fine");
    }
  }
}

/** A mail's headers, and its parts as text and HTML. */
function parse(raw: string): Pick<Delivered, "headers" | "text" | "html"> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "")?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\r\n/, "")))
    : [];
  const partOf = (type: string) => {
    const part = parts.find((one) => one.headers["content-type"]?.startsWith(type));
    return part ? decode(part.body, part.headers["content-transfer-encoding"]).replaceAll("\r\n", "\n") : "";
  };
  return { headers, text: partOf("text/plain"), html: partOf("text/html") };
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 2),
  ]);
  return {
    headers: Object.fromEntries(headers.map(([name, value]) => [name, decodeWords(value ?? "")])),
    body: raw.slice(end + 4),
  };
}

/** Encoded words in headers (RFC 2047). */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/(?:=\?utf-8\?([qb])\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, kind = "", text = ""]) =>
          kind.toLowerCase() === "b" ? Buffer.from(text, "base64") : quotedBytes(text.replaceAll("_", " ")),
        ),
      ).toString(),
    );

function decode(body: string, encoding = "7bit"): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding === "quoted-printable") return quotedBytes(body.replace(/=\r\n/g, "")).toString();
  return body;
}

const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
