import type { FastifyReply } from "fastify";

/** Names a request header, in lower case, among those that the answer depends on (RFC 9110, section 12.5.5). */
export function addVary(reply: FastifyReply, header: string): void {
  const vary = reply.getHeader("vary");
  if (!vary) reply.header("vary", header);
  else if (!String(vary).includes(header)) reply.header("vary", `${vary}, ${header}`);
}
