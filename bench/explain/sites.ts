import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A place in the sources that sends a statement: a call of `db.many`, `first`, `run`, `send`, `count`, `exists` or `ids`. */
export interface Site {
  /** Path from the root of the repository. */
  file: string;
  /** The function that the call is in; with its number when the function sends several statements. */
  name: string;
  /** The lines of the call, counted from 1. */
  firstLine: number;
  lastLine: number;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const METHODS = new Set(["many", "first", "run", "send", "count", "exists", "ids"]);
/** Files of the folder `db` give these methods to all others. */
const DATABASE = "src/db/database.ts";

/** The name by which the register, its exceptions and its findings speak of a site. */
export const nameOfSite = ({ file, name }: Site): string => `${file} ${name}`;

/** Every site of the server's sources. */
export function findSites(): Site[] {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `src/${file.split(sep).join("/")}`)
    .filter((file) => file !== DATABASE);
  return files.sort().flatMap(sitesOf);
}

function sitesOf(file: string): Site[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.ESNext, true);
  const found = callsBelow(source).map((call) => ({
    file,
    name: functionAround(call),
    firstLine: lineOf(source, call.getStart()),
    lastLine: lineOf(source, call.getEnd()),
  }));
  return found.map((site) => {
    const together = found.filter(({ name }) => name === site.name);
    return together.length === 1 ? site : { ...site, name: `${site.name} ${together.indexOf(site) + 1}` };
  });
}

const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1;

function callsBelow(node: ts.Node): ts.CallExpression[] {
  const found = ts.isCallExpression(node) && sendsStatement(node) ? [node] : [];
  node.forEachChild((child) => void found.push(...callsBelow(child)));
  return found;
}

/** By convention, what these methods are called on has a name that ends with "db". */
function sendsStatement({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !METHODS.has(expression.name.text)) return false;
  return /db$|^directory$/i.test(expression.expression.getText().split(".").at(-1) ?? "");
}

/** The outermost function or method that a node is in. */
function functionAround(node: ts.Node): string {
  let name = "at the top";
  for (let above = node.parent; above; above = above.parent) {
    if (ts.isFunctionDeclaration(above) || ts.isVariableDeclaration(above) || ts.isMethodDeclaration(above)) {
      name = above.name?.getText() ?? name;
    }
  }
  return name;
}

/** A frame of a stack: function, file, line. A frame of an asynchronous function begins with "async". */
const FRAME = /^\s*at (?:async )?(?:(?:Object|Module)\.)?([\w$]*)[^\n]*?(\/[^\s():]+\.ts)[^\s():]*:(\d+):\d+/gm;

/**
 * Finds the site of a statement by the stack of the call that sent it: by the name of the function, and by the line where
 * one function has several sites. Undefined for a statement from elsewhere.
 */
export function siteOnStack(sites: Site[], stack: string): Site | undefined {
  for (const [, called = "", path = "", line = ""] of stack.matchAll(FRAME)) {
    const file = relative(ROOT, path).split(sep).join("/");
    const here = sites.filter((site) => site.file === file);
    const named = here.filter(({ name }) => name.split(" ")[0] === called);
    const site = named.length === 1 ? named[0] : here.find((one) => one.firstLine <= +line && +line <= one.lastLine);
    if (site) return site;
  }
  return undefined;
}
