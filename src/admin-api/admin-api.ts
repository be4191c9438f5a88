import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { invalidValue, Problem } from "../core/problem.ts";
import { prepareRefusal, sendProblem } from "../http/errors.ts";
import { markReplay } from "../http/idempotency.ts";
import { trackMethods } from "../http/method-not-allowed.ts";
import { addChallenge, registerSecretKey, type SecretKeyOptions } from "../http/secret-key.ts";
import type { OperationCatalogue } from "../operations/catalogue.ts";
import { withNextStep } from "../operations/next-step.ts";
import { mayUse, type Operation, takesAnswerCursor } from "../operations/operation.ts";
import { type OperationAnswer, runOperation } from "../operations/run-operation.ts";
import { describeOperation, listSchema, operationSchema } from "./schema.ts";

export interface AdminApiOptions extends SecretKeyOptions {
  catalogue: OperationCatalogue;
  /** Largest body in bytes. */
  bodyLimit: number;
  /** Registers what counts a key's requests, once the key is known. */
  registerLimit: (app: FastifyInstance) => void;
  /** Mounts what is no operation, for the same keys. */
  mountBeside: (app: FastifyInstance) => void;
}

/**
 * Merchants' operations over plain HTTP: `POST /<operation>` with its arguments as a JSON object answers its data, and
 * `GET` of the prefix lists the operations that the key may use. Refusals are problem+json.
 */
export function mountAdminApi(app: FastifyInstance, options: AdminApiOptions): void {
  const { catalogue, bodyLimit, registerLimit, mountBeside } = options;
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = prepareRefusal(error, request, reply);
    addChallenge(reply, problem.code);
    return sendProblem(problem, request, reply);
  });
  app.setNotFoundHandler(() => {
    throw noOperation();
  });
  registerSecretKey(app, options);
  registerLimit(app);
  app.addHook("onRequest", async (request) => {
    if (request.is404) throw noOperation();
  });

  const refuseOtherMethods = trackMethods(app);
  app.get("", { schema: listSchema }, ({ caller }) => ({
    data: catalogue.operations.filter((operation) => mayUse(caller.merchant, operation)).map(describeOperation),
  }));
  for (const operation of catalogue.operations) {
    app.post(
      `/${operation.name}`,
      {
        bodyLimit,
        schema: operationSchema(operation),
        config: { typeErrorsAs422: "everything" },
        validatorCompiler: () => () => true, // the runner checks the arguments, for MCP and HTTP alike
        serializerCompiler: () => JSON.stringify,
      },
      async (request, reply) => {
        const { data, isReplay } = await answerTo(request, operation, catalogue);
        markReplay(reply, isReplay);
        return data;
      },
    );
  }
  mountBeside(app);
  refuseOtherMethods();
}

/** Runs an operation. Its refusals name the call to make next. */
async function answerTo(
  request: FastifyRequest,
  operation: Operation,
  catalogue: OperationCatalogue,
): Promise<OperationAnswer> {
  try {
    const args = argumentsOf(operation, request);
    return await runOperation(operation, request.caller, args, catalogue, { hasAnswerCursor: false });
  } catch (error) {
    throw withNextStep(catalogue, operation, error);
  }
}

const noOperation = () =>
  new Problem("not_found", "There is no such operation. GET /api/v1/admin lists those that this key may use.");

/**
 * The body with the key of the header. Throws `invalid_value` for a body that is not an object, for a `cursor` where
 * nothing is cut, for an `Idempotency-Key` header that the operation does not take, and when header and body name
 * different keys.
 */
function argumentsOf(operation: Operation, { body = {}, headers }: FastifyRequest): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Problem("invalid_value", "The body must be an object.", {
      errors: [{ path: "", message: "must be an object" }],
    });
  }
  const { cursor, idempotency_key: given } = body as { cursor?: unknown; idempotency_key?: unknown };
  if (takesAnswerCursor(operation) && typeof cursor === "string") {
    throw invalidValue("cursor", "has no use here: the answer is never cut");
  }
  const key = headers["idempotency-key"];
  if (key === undefined) return body;
  if (!operation.takes?.includes("idempotency_key")) {
    throw invalidValue("idempotency-key", "is not taken by this operation; leave the header out");
  }
  if (given !== undefined && given !== key) {
    throw invalidValue("idempotency_key", "is not the same as the Idempotency-Key header; send one of them");
  }
  return { ...body, idempotency_key: key };
}
