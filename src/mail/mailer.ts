import { once } from "node:events";
import type { Transporter } from "nodemailer";
import { once as onceOnly } from "../core/once.ts";
import { Problem } from "../core/problem.ts";

/** A mail as the mail server gets it. */
export interface RenderedMail {
  to: string;
  sender: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

/** Milliseconds for which the mail server may be silent. A job that sends holds its lease meanwhile. */
const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };

/** Milliseconds after which a mail server that answers slowly is given up. */
const MAX_MS = 30_000;

/** Hands mails over to the mail server of `SMTP_URL`. */
export class Mailer {
  readonly #from: string;
  readonly #transport: () => Promise<Transporter>;

  /** `url`: of the mail server. `from`: the address that all mails come from. */
  constructor(url: string, from: string) {
    this.#from = from;
    this.#transport = onceOnly(async () => {
      const { createTransport } = await import("nodemailer");
      // A mail names no file and no address to load: its texts are all there is.
      return createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
    });
  }

  /**
   * Sends a mail. `id` is the same when it is tried again, so that the reader's server may notice. Throws a `Problem` when the server
   * refuses the address for good, and the reason of `signal` when that aborts. No error says whose mail it was.
   */
  async send(
    id: string,
    { to, sender, replyTo, subject, text, html }: RenderedMail,
    signal: AbortSignal,
  ): Promise<void> {
    const transport = await this.#transport();
    const mail = {
      from: { name: sender, address: this.#from },
      to: { name: "", address: to },
      ...(replyTo && { replyTo: { name: "", address: replyTo } }),
      subject,
      text,
      html,
      messageId: `<${id}@${this.#from.split("@")[1]}>`,
      headers: { "Auto-Submitted": "auto-generated" }, // no answers by machines (RFC 3834)
    };
    const sent = transport.sendMail(mail).catch((error: unknown) => {
      throw withoutAddress(error as SmtpError);
    });
    const over = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    await Promise.race([sent, once(over, "abort").then(() => over.throwIfAborted())]);
  }
}

interface SmtpError {
  code?: string;
  /** Of the server: 550. */
  responseCode?: number;
  /** What was sent when it failed: "RCPT TO". */
  command?: string;
}

/** The errors of the mail server repeat addresses. */
function withoutAddress({ code, responseCode, command }: SmtpError): Error {
  const what = [code, command, responseCode].filter((part) => part !== undefined).join(", ");
  if (command === "RCPT TO" && responseCode !== undefined && responseCode >= 500) {
    return new Problem("invalid_value", `The mail server refuses the address: ${what}.`);
  }
  return new Error(`The mail server did not take a mail: ${what}.`);
}
