/** The import rules of docs/architecture.md: platform folders import no feature; features import each other's main file only. */
const platform = "core|db|cache|metrics|http|operations|mcp|admin-api";
const outside = "merchant-operations|cli|workers|app\\.ts|main\\.ts|config\\.ts";
const features = `(?!${platform}|${outside})[^/]+`;

module.exports = {
  forbidden: [
    {
      name: "core-imports-only-core",
      severity: "error",
      from: { path: "^src/core/" },
      to: { path: "^src/(?!core/)" },
    },
    {
      name: "db-imports-only-core",
      severity: "error",
      from: { path: "^src/db/" },
      to: { path: "^src/(?!db/|core/)" },
    },
    {
      name: "platform-imports-no-feature",
      severity: "error",
      from: { path: `^src/(${platform})/` },
      to: { path: `^src/${features}/` },
    },
    {
      name: "features-import-only-the-main-file-of-another",
      comment: "The main file of src/catalog is src/catalog/catalog.ts.",
      severity: "error",
      from: { path: `^src/(${features})/` },
      to: { path: `^src/(?!$1/)(${features})/(?!\\1\\.ts$)` },
    },
    {
      name: "no-two-features-import-each-other",
      comment: "The feature that is used gets what it needs as an argument, where the operations are listed.",
      severity: "error",
      scope: "folder",
      from: { path: `^src/${features}$` },
      to: { circular: true },
    },
    {
      name: "http-only-in-routes",
      severity: "error",
      from: { path: `^src/${features}/`, pathNot: "/routes\\.ts$" },
      to: { path: "^src/http/|node_modules/fastify/" },
    },
    {
      name: "operations-import-no-presenter",
      severity: "error",
      from: { path: "^src/operations/" },
      to: { path: "^src/(?!operations/|core/|db/)|node_modules/(fastify|@modelcontextprotocol)/" },
    },
    {
      name: "the-runner-only-in-operations",
      severity: "error",
      from: { path: `^src/${features}/`, pathNot: "(operations?|-answers|-arguments)\\.ts$" },
      to: { path: "^src/operations/" },
    },
    {
      name: "mcp-only-in-mcp",
      severity: "error",
      from: { path: `^src/${features}/` },
      to: { path: "^src/mcp/|node_modules/@modelcontextprotocol/" },
    },
    {
      name: "sql-only-in-queries",
      comment: "Other files may import SQL types only.",
      severity: "error",
      from: { path: `^src/${features}/`, pathNot: "queries\\.ts$" },
      to: { path: "^src/db/sql\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "routes-and-operations-import-no-queries",
      severity: "error",
      from: { path: "(routes|operations)\\.ts$" },
      to: { path: "queries\\.ts$" },
    },
    {
      name: "the-console-speaks-to-the-server-over-http-only",
      severity: "error",
      from: { path: "^console/" },
      to: { path: "^src/" },
    },
    {
      name: "what-screens-share-imports-no-screen",
      comment: "A folder of console/src is a screen, but these.",
      severity: "error",
      from: { path: "^console/src/(api|change|messages|parts|shop)/" },
      to: { path: "^console/src/(?!(api|change|messages|parts|shop)/)" },
    },
    {
      name: "screens-import-no-other-screen",
      comment: "frame/ loads them all.",
      severity: "error",
      from: { path: "^console/src/((?!api|change|messages|parts|shop|frame)[^/]+)/" },
      to: { path: "^console/src/(?!$1/|api/|change/|messages/|parts/|shop/|frame/navigation/screens\\.ts$)[^/]+/" },
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
