/** The arrows of docs/architecture.md, checked: platform folders know no feature, features meet at their front doors. */
const platform = "core|db|http|operations|mcp|admin-api";
const outside = "merchant-operations|cli|app\\.ts|main\\.ts|config\\.ts";
const features = `(?!${platform}|${outside})[^/]+`;

module.exports = {
  forbidden: [
    {
      name: "core-knows-nobody",
      severity: "error",
      from: { path: "^src/core/" },
      to: { path: "^src/(?!core/)" },
    },
    {
      name: "db-knows-only-core",
      severity: "error",
      from: { path: "^src/db/" },
      to: { path: "^src/(?!db/|core/)" },
    },
    {
      name: "platform-knows-no-feature",
      severity: "error",
      from: { path: `^src/(${platform})/` },
      to: { path: `^src/${features}/` },
    },
    {
      name: "a-feature-calls-another-by-its-front-door",
      comment: "src/catalog is entered through src/catalog/catalog.ts.",
      severity: "error",
      from: { path: `^src/(${features})/` },
      to: { path: `^src/(?!$1/)(${features})/(?!\\1\\.ts$)` },
    },
    {
      name: "http-stays-in-routes",
      severity: "error",
      from: { path: `^src/${features}/(?!routes\\.ts$)` },
      to: { path: "^src/http/|node_modules/fastify/" },
    },
    {
      name: "operations-know-no-presenter",
      severity: "error",
      from: { path: "^src/operations/" },
      to: { path: "^src/(?!operations/|core/|db/)|node_modules/(fastify|@modelcontextprotocol)/" },
    },
    {
      name: "the-runner-stays-in-operations",
      severity: "error",
      from: { path: `^src/${features}/`, pathNot: "operations\\.ts$" },
      to: { path: "^src/operations/" },
    },
    {
      name: "mcp-stays-in-mcp",
      severity: "error",
      from: { path: `^src/${features}/` },
      to: { path: "^src/mcp/|node_modules/@modelcontextprotocol/" },
    },
    {
      name: "sql-stays-in-queries",
      comment: "Other files may pass a piece of SQL on (a type), and write none.",
      severity: "error",
      from: { path: `^src/${features}/`, pathNot: "queries\\.ts$" },
      to: { path: "^src/db/sql\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "routes-do-not-query",
      severity: "error",
      from: { path: "(routes|operations)\\.ts$" },
      to: { path: "queries\\.ts$" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-orphans", severity: "error", from: { orphan: true, pathNot: "\\.d\\.ts$" }, to: {} },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
  },
};
