import type { Area, Scope } from "../core/scopes.ts";
import { requireStorable } from "../core/text/storable-text.ts";
import type { SiteDb } from "../db/database.ts";
import { type Merchant, mayUse } from "./operation.ts";
import { asSeenBy } from "./people.ts";
import type { Caller, OperationServices } from "./run-operation.ts";

/** Something of the store that an agent may read as it reads a file. */
export interface Resource {
  /** `hanout://store`, or with one argument at its end: `hanout://orders/{order_number}`. */
  uri: string;
  name: string;
  title: string;
  description: string;
  area: Area;
  /** The scopes of which a key needs one; default: to read the area. */
  scopes?: readonly Scope[];
  /** Throws a `…_not_found` where there is nothing. */
  read(db: SiteDb, argument: string): Promise<object>;
}

const isTemplate = ({ uri }: Resource): boolean => uri.endsWith("}");
const mayRead = (merchant: Merchant, resource: Resource): boolean => mayUse(merchant, { ...resource, effect: "read" });
const described = ({ name, title, description }: Resource) => ({
  name,
  title,
  description,
  mimeType: "application/json",
});

export const listedResources = (resources: Resource[], merchant: Merchant) =>
  resources
    .filter((resource) => !isTemplate(resource) && mayRead(merchant, resource))
    .map((resource) => ({ uri: resource.uri, ...described(resource) }));

export const resourceTemplates = (resources: Resource[], merchant: Merchant) =>
  resources
    .filter((resource) => isTemplate(resource) && mayRead(merchant, resource))
    .map((resource) => ({ uriTemplate: resource.uri, ...described(resource) }));

/** The resource of this address, and what the address says of which one. */
export function findResource(
  resources: Resource[],
  merchant: Merchant,
  uri: string,
): { resource: Resource; argument: string } | undefined {
  for (const resource of resources.filter((one) => mayRead(merchant, one))) {
    const [stem = ""] = resource.uri.split("{");
    if (resource.uri === uri) return { resource, argument: "" };
    if (isTemplate(resource) && uri.startsWith(stem) && uri.length > stem.length) {
      return { resource, argument: decoded(uri.slice(stem.length)) };
    }
  }
  return undefined;
}

/** What the resource says, as the caller's key may see it. Throws what `read` throws. */
export async function readResource(
  { resource, argument }: { resource: Resource; argument: string },
  { merchant, site }: Caller,
  { withNames }: Pick<OperationServices, "withNames">,
): Promise<object> {
  requireStorable({ uri: argument });
  return asSeenBy(merchant, await site.report(async (db) => withNames(db, await resource.read(db, argument))));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
