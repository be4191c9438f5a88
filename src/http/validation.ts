import { Ajv, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { components } from "../core/shapes.ts";

const options: Options = { coerceTypes: false, useDefaults: true, allErrors: false, strict: false, verbose: true };

interface ObjectSchema {
  properties?: Record<string, { type?: unknown }>;
}

/**
 * Validates requests. Bodies are never coerced: "2", null and true are not numbers. In queries and paths, which are text,
 * numbers, `true` and `false` are converted where the schema expects them. A schema is compiled when it is first used,
 * because compiling all of them takes a large part of the start.
 */
export function registerValidation(app: FastifyInstance): void {
  for (const { schema } of components.values()) app.addSchema(schema);
  let ajv: Ajv | undefined;
  app.setValidatorCompiler(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    const check = (data: Record<string, unknown>) => {
      ajv ??= ajvWithComponents();
      validate ??= ajv.compile(schema as object);
      if (httpPart !== "body") convertText(schema as ObjectSchema, data);
      return validate(data) ? { value: data } : { error: validate.errors as unknown as Error };
    };
    return Object.assign(check, { schema });
  });
}

function ajvWithComponents(): Ajv {
  const ajv = new Ajv(options);
  addFormats.default(ajv);
  for (const { schema } of components.values()) ajv.addSchema(schema);
  return ajv;
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function convertText({ properties = {} }: ObjectSchema, data: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries(properties)) {
    const text = data[name];
    if (typeof text !== "string") continue;
    if ((type === "integer" || type === "number") && NUMBER.test(text)) data[name] = Number(text);
    if (type === "boolean" && /^(true|false)$/.test(text)) data[name] = text === "true";
  }
}
