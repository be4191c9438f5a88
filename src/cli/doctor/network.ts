import { once } from "node:events";
import { connect } from "node:net";
import { addressHere } from "../../http/server/listening.ts";
import { type Check, ok, warn, wrong } from "./finding.ts";

const TIMEOUT_MS = 5000;

export const serverCheck: Check = async ({ settings, url }) => {
  const address = url || addressHere(settings);
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
  );
  if (typeof answer === "string")
    return [warn(`No server answers at ${address}: ${answer}.`, "Start it, if it should run here.")];
  const { status, writes } = (await answer.json()) as { status?: string; writes?: boolean };
  if (answer.status !== 200)
    return [wrong(`The server at ${address} is not ready (${status}).`, "Look at its log, and at the database.")];
  if (!writes)
    return [
      wrong(
        `The server at ${address} reads, but cannot store orders.`,
        "Is the database's disk full, or is it a standby?",
      ),
    ];
  return [ok(`The server at ${address} is ready.`)];
};

export const egressCheck: Check = async ({ egress }) => {
  const [, host = "", port = ""] = /^(.+):(\d+)$/.exec(egress) ?? [];
  if (host === "") return [warn(`--egress "${egress}" is not host:port.`, "Name one, like example.com:443.")];
  const socket = connect({ host, port: Number(port) });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return [ok(`Webhooks reach ${egress}.`)];
  } catch (error) {
    const { message } = error as Error;
    return [
      warn(
        `Webhooks do not reach ${egress}: ${message}.`,
        "Let the firewall pass connections to the ports of WEBHOOK_PORTS.",
      ),
    ];
  } finally {
    socket.destroy();
  }
};

export const mailCheck: Check = async ({ settings: { SMTP_URL } }) => {
  if (SMTP_URL === "")
    return [warn("SMTP_URL is empty: no mail is sent.", "Set it: customers cannot choose a new password without.")];
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return [ok("The mail server takes our login.")];
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const why = [code, responseCode].filter((part) => part !== undefined).join(", ");
    return [
      wrong(
        `The mail server does not answer as it should (${why}).`,
        "Look at SMTP_URL, and whether the firewall passes it.",
      ),
    ];
  } finally {
    transport.close();
  }
};
