import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than ten seconds on a busy machine. Last, one of them would run alone while the other worker has nothing to do. */
const LONG_FILES = [
  "analytics/admin/report-people.test.ts",
  "analytics/admin/sorting.test.ts",
  "audit/admin/change-pages.test.ts",
  "bench/large.postgres.test.ts",
  "cart/cart-lines.property.test.ts",
  "catalog/collections/admin/collections.test.ts",
  "catalog/editing/common-words.test.ts",
  "cli/beside/large-import.cli.test.ts",
  "cli/beside/socket.cli.test.ts",
  "cli/beside/three-ways.cli.test.ts",
  "cli/client-package.cli.test.ts",
  "cli/commands.cli.test.ts",
  "cli/customer-token.cli.test.ts",
  "cli/jobs.cli.test.ts",
  "cli/kill.cli.test.ts",
  "cli/mail.cli.test.ts",
  "cli/serve.cli.test.ts",
  "cli/storefront-examples.cli.test.ts",
  "cli/workers.cli.test.ts",
  "client/calls.unit.test.ts",
  "client/in-browser.test.ts",
  "concurrency/cache-model.property.test.ts",
  "concurrency/cache-processes.postgres.test.ts",
  "concurrency/cache-replica.postgres.test.ts",
  "concurrency/checkout.property.test.ts",
  "concurrency/interleavings.postgres.test.ts",
  "concurrency/races.test.ts",
  "console/changes.test.ts",
  "console/frame.test.ts",
  "db/change-feed.postgres.test.ts",
  "db/first-plans.postgres.test.ts",
  "db/replica.postgres.test.ts",
  "http/brute-force-limits.test.ts",
  "http/early-answers.test.ts",
  "http/kept-answers.test.ts",
  "languages/refusals.test.ts",
  "mcp/answer-sizes.test.ts",
  "mcp/confirm/confirm-required.test.ts",
  "operations/every-operation.test.ts",
  "operations/order-scopes.test.ts",
  "operations/people-interference.test.ts",
  "operations/people.test.ts",
  "operations/scopes.test.ts",
  "orders/admin/update.test.ts",
  "orders/cash/reconcile.test.ts",
  "orders/lives/order-lives.property.test.ts",
  "staff/pages.test.ts",
  "undo/undo-large.test.ts",
  "undo/undo.property.test.ts",
  "whole/bounded-reads.test.ts",
  "whole/database-failures.test.ts",
  "whole/queries.postgres.test.ts",
  "whole/row-level-security.test.ts",
];

/**
 * What `npm run test:quick` leaves out: random models, and files that take long for what they test (50 ms a test, and more
 * than 0.7 s). Of these it runs one where no other file tests the feature.
 */
export const NOT_QUICK = [
  "**/*.{property,isolated}.*",
  "test/analytics/period.unit.test.ts",
  "test/analytics/admin/{report-people,sorting}.test.ts",
  "test/audit/admin/{change-pages,changes-list}.test.ts",
  "test/bench/large.postgres.test.ts",
  "test/carriers/known-carriers.test.ts",
  "test/cart/{abandoned-carts,unavailable-items}.test.ts",
  "test/catalog/categories/admin/large-category.test.ts",
  "test/catalog/collections/admin/collections.test.ts",
  "test/catalog/editing/{common-words,product-changes,product-removal}.test.ts",
  "test/catalog/inventory/bulk-prices.test.ts",
  "test/catalog/options/option-names.test.ts",
  "test/catalog/products/facets.test.ts",
  "test/catalog/search/{partial-search,quality,search}.test.ts",
  "test/cli/{config.unit,installed-packages.unit}.test.ts",
  "test/client/{calls.unit,in-browser,merchants-day,stream.unit}.test.ts",
  "test/concurrency/{cache-processes.postgres,cache-replica.postgres,imports.postgres,interleavings.postgres,order-faults,order-line-races,races}.test.ts",
  "test/console/{changes,frame}.test.ts",
  "test/customers/addresses.test.ts",
  "test/customers/account/reset.test.ts",
  "test/customers/admin/{customers,erasing-many}.test.ts",
  "test/db/{change-feed-cut.postgres,change-feed.postgres,first-plans.postgres,replica.postgres}.test.ts",
  "test/demo/menus.test.ts",
  "test/events/{events,numbering,stream}.test.ts",
  "test/http/{brute-force-limits,compression,early-answers,kept-answers,limits,logs,server,shutdown,slow-clients}.test.ts",
  "test/imports/admin/import.test.ts",
  "test/jobs/{clearing,large-import,left-carts}.test.ts",
  "test/languages/{refusals,shopping}.test.ts",
  "test/mail/order-mails.test.ts",
  "test/mcp/{answer-sizes,combined-changes,hostile-input,hostile-names,streams}.test.ts",
  "test/mcp/confirm/{confirm-required,token-use,token-validity}.test.ts",
  "test/mcp/tasks/{cash-tasks,change-tasks,coupon-tasks,order-tasks,price-tasks}.test.ts",
  "test/operations/{answers,confirm-tokens.unit,every-operation,order-scopes,people,people-interference,scopes}.test.ts",
  "test/orders/status.test.ts",
  "test/orders/admin/{search,search-filters,status,update}.test.ts",
  "test/orders/bulk/{orders-move,orders-move-races}.test.ts",
  "test/orders/cash/reconcile.test.ts",
  "test/orders/editing/{lines,promotions}.test.ts",
  "test/orders/risk/history.test.ts",
  "test/promotions/{customer-limits,promotion-sums}.test.ts",
  "test/promotions/admin/{promotion-uses,promotions}.test.ts",
  "test/staff/{mails,members,pages,roles,streams,tenancy}.test.ts",
  "test/store/admin/store.test.ts",
  "test/undo/{not-undoable,undo-large,undo-lists,undo-sales}.test.ts",
  "test/webhooks/{endpoints,look-up.unit,retries}.test.ts",
  "test/whole/{bounded-reads,database-failures,documented-refusals.unit,queries.postgres,row-level-security}.test.ts",
];

/** Runs the long files of each project before its other ones. Vitest itself knows only how large files are on a clean clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => LONG_FILES.includes(moduleId.replace(/^.*\/test\//, ""));
