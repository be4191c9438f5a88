import type { Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fr } from "../../console/src/messages/fr/all.ts";
import { hasScope } from "../../src/core/scopes.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { type Operation, scopesOf } from "../../src/operations/operation.ts";
import { ROLE_NAMES, ROLES, type Role } from "../../src/staff/staff.ts";
import { personOf } from "../staff/people.ts";
import { keyring, tokens } from "../support/app.ts";
import { exampleFor, openDemo } from "../support/examples.ts";
import { goTo, type OpenedConsole, openAs, openConsole, type Person, screenOf } from "./opened.ts";

const operations = merchantOperations(keyring, tokens);

const may = (role: Role, operation: Operation): boolean =>
  scopesOf(operation).some((scope) => hasScope(ROLES[role], scope));
const allowed = (role: Role): Operation[] => operations.filter((operation) => may(role, operation));

/** From the role that may do least. */
const roles = [...ROLE_NAMES].sort((one, other) => allowed(one).length - allowed(other).length);

let opened: OpenedConsole;
let shop: Awaited<ReturnType<typeof openDemo>>;
const people = new Map<Role, Person>();
beforeAll(async () => {
  opened = await openConsole();
  shop = await openDemo();
  for (const role of roles) people.set(role, await openAs(opened, [shop], { role }));
}, 180_000);
afterAll(() => opened?.close());

/** The list of operations, as a person of this role has it. */
async function listOf(role: Role) {
  const { page } = people.get(role) as Person;
  await page.goto(screenOf(shop, "operations"));
  await page.locator("main li").first().waitFor();
  return page;
}
const addressOf = ({ name }: Operation, filledIn = {}) => screenOf(shop, `operations/${name}`, filledIn);

/** What the example of an operation needs more than the operation itself. */
const NEEDS_MORE: Readonly<Record<string, Role>> = {
  files_adopt: "manager",
  jobs_cancel: "catalogue",
  orders_search: "orders",
  parcels_export: "orders",
};

/** Who tries an operation: whoever may do least of those that may do this. */
const triedBy = (operation: Operation): Role | undefined =>
  NEEDS_MORE[operation.name] ?? roles.find((role) => may(role, operation));
const refusedTo = (operation: Operation): Role | undefined => roles.find((role) => !may(role, operation));

/** The operations of each role that has some. */
const byRole = (roleOf: (operation: Operation) => Role | undefined): [Role, Operation[]][] =>
  roles
    .map((role): [Role, Operation[]] => [role, operations.filter((operation) => roleOf(operation) === role)])
    .filter(([, ofRole]) => ofRole.length > 0);

/** The documented example; of what is about a person, with one who works here. */
async function filledIn(operation: Operation): Promise<Record<string, unknown>> {
  const { dry_run: _, ...example } = (await exampleFor(shop, operation)) as Record<string, unknown>;
  return "person" in example ? { ...example, person: (await personOf(shop, "viewer")).email } : example;
}

test.each(roles)("%s is offered what the role may do, and nothing else", async (role) => {
  const page = await listOf(role);
  const links = await page.locator("main li a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));

  const names = allowed(role).map(({ name }) => name);
  expect(links.map((link) => link?.split("/").at(-1)).sort()).toEqual(names.sort());
});

test.each(byRole(refusedTo))("%s is told so at the address of what the role may not do", async (role, refused) => {
  const page = await listOf(role);
  for (const operation of refused) {
    await goTo(page, addressOf(operation));
    await page.getByRole("heading", { name: operation.name, exact: true }).waitFor();
    expect(await page.getByText(fr.operations.unknown).count(), operation.name).toBe(1);
  }
});

/** The navigation counts who is to be called. */
const isOfNavigation = (response: Response): boolean => {
  const { to_call, limit } = response.request().postDataJSON();
  return to_call === true && limit === 1;
};

test.each(byRole(triedBy))("%s fills in each form with its example, and calls", async (role, tried) => {
  const page = await listOf(role);
  for (const operation of tried) {
    const example = await filledIn(operation);
    const answered = page.waitForResponse(
      (response) => response.url().endsWith(`/admin/${operation.name}`) && !isOfNavigation(response),
    );
    await goTo(page, addressOf(operation, example));
    const title = fr.operations.titles[operation.name] ?? operation.title;
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    await page.locator("form").waitFor();
    const isDry = operation.takes?.includes("dry_run");
    if (operation.effect !== "read" && !isDry)
      await page.getByRole("button", { name: fr.change.runPlain, exact: true }).click();
    const response = await answered;
    const { dry_run: isDryRun, idempotency_key: _, ...sent } = response.request().postDataJSON();

    expect([operation.name, sent, isDryRun]).toEqual([
      operation.name,
      example,
      isDry && operation.effect !== "read" ? true : undefined,
    ]);
    expect([operation.name, response.status()], await response.text()).toEqual([operation.name, 200]);
  }
  expect(people.get(role)?.complaints).toEqual([]);
});

test("every operation is tried, and refused to some role unless all may do it", () => {
  expect(byRole(triedBy).flatMap(([, tried]) => tried)).toHaveLength(operations.length);
  const ofAll = operations.filter((operation) => roles.every((role) => may(role, operation)));
  expect(byRole(refusedTo).flatMap(([, refused]) => refused)).toHaveLength(operations.length - ofAll.length);
});
