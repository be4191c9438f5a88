import type { FastifyInstance } from "fastify";
import { serializerOf } from "../core/json-text.ts";

/**
 * Compiles the schema of an answer when it is first sent. A process sends few of its 500 kinds of answers, and to compile
 * all of them took a third of the start.
 */
export function registerSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ReturnType<typeof serializerOf> | undefined;
    return (data) => {
      serialize ??= serializerOf(schema);
      return serialize(data);
    };
  });
}
