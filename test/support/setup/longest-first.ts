import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take more than about two seconds. They run first: last, one of them would run alone while the other worker has nothing
 * to do. `npm run test:quick` leaves them out.
 */
export const LONG_FILES = [
  "analytics/admin/report-people.test.ts",
  "analytics/admin/sorting.test.ts",
  "analytics/period.unit.test.ts",
  "audit/admin/change-pages.test.ts",
  "bench/large.postgres.test.ts",
  "carriers/carriers.test.ts",
  "cart/cart-lines.property.test.ts",
  "cart/cart.test.ts",
  "cart/unavailable-items.test.ts",
  "catalog/admin-pages.test.ts",
  "catalog/collections/admin/collections.test.ts",
  "catalog/editing/common-words.test.ts",
  "catalog/editing/product-changes.test.ts",
  "catalog/inventory/bulk-prices.test.ts",
  "catalog/options/option-names.test.ts",
  "catalog/search/partial-search.test.ts",
  "catalog/search/search.test.ts",
  "cli/commands.cli.test.ts",
  "cli/customer-token.cli.test.ts",
  "cli/kill.cli.test.ts",
  "cli/serve.cli.test.ts",
  "cli/workers.cli.test.ts",
  "concurrency/cache-model.property.test.ts",
  "concurrency/cache-processes.postgres.test.ts",
  "concurrency/cache-replica.postgres.test.ts",
  "concurrency/checkout.property.test.ts",
  "concurrency/imports.postgres.test.ts",
  "concurrency/interleavings.postgres.test.ts",
  "concurrency/order-faults.test.ts",
  "concurrency/races.test.ts",
  "db/change-feed-cut.postgres.test.ts",
  "db/change-feed.postgres.test.ts",
  "db/first-plans.postgres.test.ts",
  "db/payments-agree.unit.test.ts",
  "db/replica.postgres.test.ts",
  "http/brute-force-limits.test.ts",
  "http/early-answers.test.ts",
  "http/kept-answers.test.ts",
  "http/shutdown.test.ts",
  "imports/admin/import.test.ts",
  "languages/refusals.test.ts",
  "mcp/answer-sizes.test.ts",
  "mcp/confirm/confirm-required.test.ts",
  "mcp/confirm/token-use.test.ts",
  "mcp/confirm/token-validity.test.ts",
  "mcp/hostile-input.test.ts",
  "mcp/streams.test.ts",
  "operations/admin-api.test.ts",
  "operations/every-operation.test.ts",
  "operations/next-calls.test.ts",
  "operations/order-scopes.test.ts",
  "operations/people-interference.test.ts",
  "operations/people.test.ts",
  "operations/scopes.test.ts",
  "orders/admin/search-filters.test.ts",
  "orders/admin/search.test.ts",
  "orders/admin/status.test.ts",
  "orders/admin/update.test.ts",
  "orders/bulk/orders-move-races.test.ts",
  "orders/cash/reconcile.test.ts",
  "orders/cash/rounding.test.ts",
  "orders/lives/order-lives.property.test.ts",
  "orders/status.test.ts",
  "promotions/admin/promotion-uses.test.ts",
  "promotions/admin/promotions.test.ts",
  "promotions/customer-limits.test.ts",
  "promotions/promotion-sums.test.ts",
  "promotions/promotions.property.unit.test.ts",
  "undo/undo-large.test.ts",
  "undo/undo-lists.test.ts",
  "undo/undo-sales.test.ts",
  "undo/undo.property.test.ts",
  "undo/undo.test.ts",
  "whole/bounded-reads.test.ts",
  "whole/database-failures.test.ts",
  "whole/every-route.test.ts",
  "whole/openapi.test.ts",
  "whole/queries.postgres.test.ts",
  "whole/row-level-security.test.ts",
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
