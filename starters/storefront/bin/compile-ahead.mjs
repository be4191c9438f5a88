// Asks V8 to compile the scripts of the build while they are loaded, beside the page. Without this it compiles each function of React
// and Next when it is first called: one task of 45 to 60 ms before a shopper can tap, four times that on a cheap phone. For other
// browsers it is a comment.
// https://v8.dev/blog/explicit-compile-hints
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const HINT = "//# allFunctionsCalledOnLoad\n";
const folder = new URL("../.next/static/chunks/", import.meta.url);

for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"))) {
  const script = new URL(name, folder);
  const code = readFileSync(script, "utf8");
  if (!code.startsWith(HINT)) writeFileSync(script, HINT + code);
}
