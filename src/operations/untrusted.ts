const MAX_PATHS = 40;

/** The paths of what others wrote in an answer, at most 40: `data[].customer_name`. `fields`: their names, at any depth. */
export function untrustedPaths(data: Record<string, unknown>, fields: ReadonlySet<string>): string[] {
  const paths = new Set<string>();
  for (const [name, value] of Object.entries(data)) {
    if (isEntryText(name)) paths.add(name);
    else collect({ [name]: value }, "", fields, paths);
  }
  return [...paths].slice(0, MAX_PATHS);
}

/** A long entry of a list comes as text: all its fields in one. */
const isEntryText = (name: string): boolean => /\.\d+$/.test(name);

function collect(value: unknown, path: string, fields: ReadonlySet<string>, paths: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, `${path}[]`, fields, paths);
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const at = path ? `${path}.${name}` : name;
      if (!fields.has(name)) collect(inner, at, fields, paths);
      else if (inner !== null) paths.add(at);
    }
  }
}
