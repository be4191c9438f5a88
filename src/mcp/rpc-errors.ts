import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { ProblemCode } from "../core/problem.ts";
import { prepareRefusal } from "../http/errors.ts";
import { addChallenge } from "../http/secret-key.ts";

/** JSON-RPC 2.0, section 5.1; what is not listed is a server error. */
const RPC_CODES: Partial<Record<ProblemCode, number>> = {
  malformed_json: -32700,
  invalid_request: -32600,
  internal_error: -32603,
};
const SERVER_ERROR = -32000;

/** Here every refusal is a JSON-RPC error, whatever its HTTP status; `data.code` is the code of the same problem elsewhere. */
export function registerRpcErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { code, status, detail, errors } = prepareRefusal(error, request, reply);
    addChallenge(reply, code);
    const data = { code, errors, request_id: request.id };
    return rpcError(reply, status, RPC_CODES[code] ?? SERVER_ERROR, detail, data, idOf(request.body));
  });
}

/** Of the message that is refused, once it could be read. */
const idOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "id" in body && ["string", "number"].includes(typeof body.id)
    ? body.id
    : null;

/** A JSON-RPC error; `id` null: it answers no message in particular. */
export const rpcError = (
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
  data?: object,
  id: unknown = null,
) =>
  reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ jsonrpc: "2.0", id, error: { code, message, ...(data ? { data } : {}) } });
