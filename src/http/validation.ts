import { Ajv, type Options } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { components } from "../core/shapes.ts";

const strict: Options = { useDefaults: true, allErrors: false, strict: false };

/**
 * Shapes are checked as sent: a body's "2", null or true is never made a number. Queries and paths are text by
 * nature, so there "20" is read as 20.
 */
export function registerValidation(app: FastifyInstance): void {
  const sent = withComponents(new Ajv({ ...strict, coerceTypes: false }));
  const text = withComponents(new Ajv({ ...strict, coerceTypes: true }));
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === "body" ? sent : text).compile(schema as object));
  for (const { schema } of components.values()) app.addSchema(schema);
}

function withComponents(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  for (const { schema } of components.values()) ajv.addSchema(schema);
  return ajv;
}
