import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than ten seconds on a busy machine. Last, one of them would run alone while the other workers have nothing to do. */
const LONG_FILES = [
  "analytics/admin/report-people.test.ts",
  "analytics/admin/sorting.test.ts",
  "archives/backup.cli.test.ts",
  "archives/store-file.cli.test.ts",
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
  "cli/operating/doctor.cli.test.ts",
  "cli/operating/metrics.cli.test.ts",
  "cli/operating/tenants.cli.test.ts",
  "cli/pictures/pictures.cli.test.ts",
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
  "console/day-calls.test.ts",
  "console/day-lists.test.ts",
  "console/day-new-order.test.ts",
  "console/day-order.test.ts",
  "console/every-operation.test.ts",
  "console/frame.test.ts",
  "console/pictures.test.ts",
  "console/tasks.test.ts",
  "db/change-feed.postgres.test.ts",
  "db/first-plans.postgres.test.ts",
  "db/replica.postgres.test.ts",
  "files/hostile.test.ts",
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
