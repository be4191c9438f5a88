import { type SerializerCompiler, SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyInstance } from "fastify";

/**
 * Compiles the schema of an answer when it is first sent. A process sends few of its 500 kinds of answers, and to compile
 * all of them took a third of the start.
 */
export function registerSerialization(app: FastifyInstance): void {
  let compile: SerializerCompiler | undefined;
  app.setSerializerCompiler(({ schema, method, url, httpStatus = "" }) => {
    let serialize: ReturnType<SerializerCompiler> | undefined;
    return (data) => {
      compile ??= SerializerSelector()(app.getSchemas(), {});
      serialize ??= compile({ schema, method, url, httpStatus });
      return serialize(data);
    };
  });
}
