import type { FastifyRequest } from "fastify";

interface ParameterSchema {
  properties?: Record<string, unknown>;
  patternProperties?: Record<string, unknown>;
}

/** Longer addresses are not kept: they would take more memory than most answers. */
const MAX_LENGTH = 2000;

/**
 * The address of a request in one form: the route's path, and the parameters that the route knows, sorted. Undefined when
 * a parameter is there twice, or the address is long. Call it before validation, which adds default values to the query.
 */
export function canonicalAddress({ routeOptions, params, query }: FastifyRequest): string | undefined {
  const { url: pattern = "", schema } = routeOptions;
  const path = pattern.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ""),
  );
  const known = knownParameters(schema?.querystring as ParameterSchema | undefined);
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (!known(name)) continue;
    if (typeof value !== "string") return undefined;
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  const address = withQuery(path, pairs);
  return address.length <= MAX_LENGTH ? address : undefined;
}

const tests = new WeakMap<ParameterSchema, (name: string) => boolean>();

function knownParameters(schema: ParameterSchema | undefined): (name: string) => boolean {
  if (!schema) return () => false;
  const given = tests.get(schema);
  if (given) return given;
  const { properties = {}, patternProperties = {} } = schema;
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern, "u"));
  const test = (name: string) => Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
  tests.set(schema, test);
  return test;
}

/** The address with its parameters sorted. It is canonical when the client sent each as `canonicalAddress` writes it. */
export function sortParameters(url: string): string {
  const start = url.indexOf("?");
  if (start < 0) return url;
  return withQuery(
    url.slice(0, start),
    url
      .slice(start + 1)
      .replaceAll("+", "%20")
      .split("&"),
  );
}

const withQuery = (path: string, pairs: string[]): string =>
  pairs.length > 0 ? `${path}?${pairs.sort().join("&")}` : path;
