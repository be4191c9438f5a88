import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";

/** A route, as its source declares it. */
export interface Route {
  operationId: string;
  /** The codes in its `refuses(…)`. */
  declared: Set<string>;
  /** Each code in the docstrings of functions that the handler calls, with the name of the function. */
  documented: Map<string, string>;
}

/** The sentence of a docstring that lists what the function throws. */
export interface ThrowsSentence {
  file: string;
  /** The codes directly after the word "Throws". */
  listed: string[];
  /** All names in backticks in the sentence: codes, and fields that they are about. */
  named: string[];
}

type Declaration = ts.FunctionDeclaration | ts.MethodDeclaration | ts.VariableDeclaration;

const HTTP_METHODS = new Set(["get", "post", "patch", "put", "delete"]);

/** Reads the TypeScript files in a folder and its subfolders, without packages, which throw none of our codes. */
export function readSources(folder: string): ts.Program {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const options: ts.CompilerOptions = { noLib: true, types: [], noEmit: true, allowImportingTsExtensions: true };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => ({
      resolvedModule: text.startsWith(".")
        ? { resolvedFileName: resolve(dirname(from), text), extension: ts.Extension.Ts, resolvedUsingTsExtension: true }
        : undefined,
    }));
  const program = ts.createProgram({ rootNames: files.map((file) => resolve(join(folder, file))), options, host });
  program.getTypeChecker(); // sets the parent of every node, which is needed to read the text of a node
  return program;
}

/** Returns the routes of all routes.ts files that use `refuses(…)`. `isCode`: whether a name is a problem code. */
export function routesIn(program: ts.Program, isCode: (name: string) => boolean): Route[] {
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.endsWith("/routes.ts"));
  return files.flatMap((file) => descendants(file).filter(ts.isCallExpression).flatMap(toRoute));

  function toRoute({ expression, arguments: [, options, handler] }: ts.CallExpression): Route[] {
    if (!ts.isPropertyAccessExpression(expression) || !HTTP_METHODS.has(expression.name.text)) return [];
    const refuses = options && descendants(options).find(isCallOfRefuses);
    if (!refuses || !handler) return [];
    const declared = new Set(refuses.arguments.map(codeOf));
    return [{ operationId: operationIdOf(options), declared, documented: codesBehind(program, handler, isCode) }];
  }
}

/** The codes in the docstrings of the functions that each merchant operation calls, by its name. */
export function codesOfOperations(
  program: ts.Program,
  isCode: (name: string) => boolean,
): Map<string, Map<string, string>> {
  const files = program.getSourceFiles().filter(({ fileName }) => /operations?\.ts$/.test(fileName));
  const defined = files.flatMap((file) => descendants(file).filter(isDefinition));
  return new Map(defined.map((call) => [nameOf(call), codesBehind(program, call, isCode)]));
}

const isDefinition = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === "defineOperation";

const nameOf = (definition: ts.CallExpression): string =>
  descendants(definition)
    .find((node): node is ts.PropertyAssignment => ts.isPropertyAssignment(node) && node.name.getText() === "name")
    ?.initializer.getText()
    .slice(1, -1) ?? "";

/** Returns a node and all its descendants. */
function descendants(node: ts.Node): ts.Node[] {
  const found = [node];
  node.forEachChild((child) => void found.push(...descendants(child)));
  return found;
}

const isCallOfRefuses = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === "refuses";

/** A refusal is a code, or a code with the status that it has on this route. */
const codeOf = (refusal: ts.Node): string => descendants(refusal).find(ts.isStringLiteral)?.text ?? refusal.getText();

/** A route that is created by a helper function is named by the parameter of that function. */
function operationIdOf(options: ts.Node): string {
  const property = descendants(options).find(
    (node) =>
      (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
      node.name.getText() === "operationId",
  );
  if (!property) return "a route without operationId";
  return ts.isPropertyAssignment(property)
    ? (descendants(property).find(ts.isStringLiteral)?.text ?? "")
    : property.getText();
}

/** The codes in the docstrings of the functions behind a handler, each with the name by which its function is called. */
function codesBehind(program: ts.Program, handler: ts.Node, isCode: (name: string) => boolean): Map<string, string> {
  const codes = new Map<string, string>();
  for (const [declaration, callee] of functionsBehind(program, handler)) {
    for (const code of throwsSentenceOf(declaration)?.named.filter(isCode) ?? []) {
      if (!codes.has(code)) codes.set(code, callee.getText());
    }
  }
  return codes;
}

/** Every function of the sources that a handler calls or passes as an argument, directly or indirectly, with its first callee. */
function functionsBehind(program: ts.Program, handler: ts.Node): Map<Declaration, ts.Node> {
  const checker = program.getTypeChecker();
  const found = new Map<Declaration, ts.Node>();
  const visit = (node: ts.Node): void => {
    for (const callee of descendants(node).flatMap(calleesOf)) {
      const declaration = declarationOf(checker, callee);
      if (!declaration || found.has(declaration)) continue;
      found.set(declaration, callee);
      visit(declaration);
    }
  };
  visit(handler);
  return found;
}

/**
 * The functions behind the storefront's routes that refuse with English text, which only merchants may get. The pages of people who work
 * in stores say each code in their own words.
 */
export function refusingInEnglish(program: ts.Program): string[] {
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith("/routes.ts") && !fileName.includes("/src/staff/"));
  const functions = files.flatMap((file) => [...functionsBehind(program, file)]);
  return [...new Map(functions)].flatMap(([declaration, callee]) =>
    descendants(declaration).some(isEnglishRefusal) ? [callee.getText()] : [],
  );
}

/** `new Problem(code, "text")`, and `invalidValue(path, "text")` without a sentence. */
function isEnglishRefusal(node: ts.Node): boolean {
  if (ts.isNewExpression(node) && node.expression.getText() === "Problem") {
    const told = node.arguments?.[1];
    return told !== undefined && (ts.isStringLiteralLike(told) || ts.isTemplateExpression(told));
  }
  return ts.isCallExpression(node) && node.expression.getText() === "invalidValue" && node.arguments.length < 3;
}

/** Returns the names of the functions in a call: the called function, and functions among the arguments. */
function calleesOf(node: ts.Node): ts.Node[] {
  if (!ts.isCallExpression(node)) return [];
  const { expression } = node;
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return [called, ...node.arguments].filter(ts.isIdentifier);
}

function declarationOf(checker: ts.TypeChecker, name: ts.Node): Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations?.find(
    (node): node is Declaration =>
      ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      (ts.isVariableDeclaration(node) && isFunction(node)),
  );
}

const isFunction = ({ initializer }: ts.VariableDeclaration): boolean =>
  initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));

/** Returns the "Throws" sentences of all docstrings, by function. */
export const throwsSentences = (program: ts.Program): ThrowsSentence[] =>
  program
    .getSourceFiles()
    .flatMap((file) => descendants(file))
    .flatMap((node) => throwsSentenceOf(node) ?? []);

function throwsSentenceOf(node: ts.Node): ThrowsSentence | undefined {
  const comment = ts
    .getJSDocCommentsAndTags(node)
    .map((part) => part.getText())
    .join("\n")
    .replace(/\s*\n\s*\*\s*/g, " ");
  const [sentence] = /\bThrows\b.*?(?=\. |\.? ?\*\/|$)/s.exec(comment) ?? [];
  if (!sentence) return undefined;
  const [list = ""] = /^Throws (`\w+`(,? and |, |,? or )?)+/.exec(sentence) ?? [];
  return { file: node.getSourceFile().fileName, listed: namesIn(list), named: namesIn(sentence) };
}

const namesIn = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
