import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { listenTo, type OpenedConsole, openAs, openConsole, type Person, screenOf } from "./opened.ts";

let opened: OpenedConsole;
let shop: Shop;
let person: Person;

beforeAll(async () => {
  opened = await openConsole();
  shop = await openShop({ via: opened.app });
  await shop.product({ slug: "pot", name: "Pot de terre", price: 150_000, stock: 5 });
  person = await openAs(opened, [shop]);
}, 180_000);
afterAll(() => opened?.close());

const operation = (name: string, filledIn = {}) => screenOf(shop, `operations/${name}`, filledIn);

/** Runs an operation as a program does, beside the console. */
async function run(name: string, args: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${opened.url}/api/v1/admin/${name}`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.secret_key}`, "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  return response.json() as Promise<Record<string, unknown>>;
}
const pot = () => run("products_get", { product: "pot" });

test("what will change is shown before, done by a double tap once, and undone", async () => {
  const { page } = person;
  await page.goto(operation("inventory_adjust", { changes: [{ variant: "pot", by: -2 }] }));
  await page.getByText("à jour, calculé à l’instant").waitFor();
  expect(await page.locator("table").first().innerText()).toMatch(/5\s+3/);
  expect((await pot()).inventory_quantity).toBe(5);

  await page.getByRole("button", { name: "Changer 1 élément" }).dblclick();
  await page.getByRole("heading", { name: "1 élément changé" }).waitFor();
  expect((await pot()).inventory_quantity).toBe(3);

  await page.getByRole("button", { name: "Annuler cette modification" }).click();
  await page.getByRole("heading", { name: "Annulé" }).waitFor();
  expect((await pot()).inventory_quantity).toBe(5);
});

test("whoever leaves what is done takes Undo along in a notice", async () => {
  const { page } = person;
  await page.goto(operation("products_set_status", { products: ["pot"], status: "draft" }));
  await page.getByRole("button", { name: "Changer 1 élément" }).click();
  await page.getByRole("heading", { name: "1 élément changé" }).waitFor();
  await page.getByRole("button", { name: "Terminer" }).click();
  await page.getByRole("heading", { name: "Opérations" }).waitFor();

  await page.getByRole("alert").getByRole("button", { name: "Annuler" }).click();
  await page.getByText("Annulé : tout est comme avant.").waitFor();
  expect((await pot()).status).toBe("active");
});

test("what the network loses is done once, when it is asked for again", async () => {
  const { page } = person;
  await page.goto(operation("inventory_adjust", { changes: [{ variant: "pot", by: -1 }] }));
  await page.getByRole("button", { name: "Changer 1 élément" }).waitFor();
  let lost = 0;
  await page.route("**/inventory_adjust", async (route) => {
    if (route.request().postDataJSON().dry_run) return route.continue();
    lost += 1;
    await route.fetch(); // it arrives, and the answer does not
    return route.abort();
  });
  await page.getByRole("button", { name: "Changer 1 élément" }).click();
  await page.getByText("Le serveur ne répond pas.").waitFor(); // not "nothing was done": nobody knows
  await page.unroute("**/inventory_adjust");

  await page.getByRole("button", { name: "Changer 1 élément" }).click();
  await page.getByRole("heading", { name: "1 élément changé" }).waitFor();
  expect(lost).toBeGreaterThan(0);
  expect((await pot()).inventory_quantity).toBe(4);
});

test("what somebody else changed in the meantime stands beside what was typed, and is not overwritten unseen", async () => {
  const { page } = person;
  await page.goto(operation("store_update", { name: "Mon magasin" }));
  await page.getByText("à jour, calculé à l’instant").waitFor();
  await run("store_update", { name: "Leur magasin" });

  await page.getByRole("button", { name: "Changer 1 élément" }).click();
  await page.getByText("Quand vous avez commencé").waitFor();
  expect(await page.locator("table").innerText()).toMatch(/Leur magasin\s+Mon magasin/);
  expect((await run("store_get", {})).name).toBe("Leur magasin");

  await page.getByRole("button", { name: "Enregistrer le mien quand même" }).click();
  await page.getByRole("heading", { name: "1 élément changé" }).waitFor();
  expect((await run("store_get", {})).name).toBe("Mon magasin");
});

test("a refused value says so at its field, in the language of the person", async () => {
  const { page } = person;
  await page.goto(operation("prices_bulk_update", { products: ["no-such-pot"], percent: 5 }));

  const said = await page
    .getByText("Ce produit n’existe pas.")
    .or(page.getByText("Ceci n’existe pas."))
    .first()
    .innerText();
  expect(said).toMatch(/n’existe pas/);
  expect(await page.locator("main").innerText()).not.toMatch(/there is no|no product/i);
});

test("what is typed is not lost by leaving, nor by a lost network", async () => {
  const { page, context } = person;
  await page.goto(operation("store_update"));
  await page.locator("input[name=name]").fill("Un autre nom");
  await page.getByRole("link", { name: "Opérations" }).first().click();
  await page.getByText("Ce que vous avez saisi n’est pas enregistré.").waitFor();
  await page.getByRole("button", { name: "Rester" }).click();

  await context.setOffline(true);
  await page.getByText("Pas de réseau depuis").waitFor();
  await context.setOffline(false);
  await page.getByText("Pas de réseau depuis").waitFor({ state: "detached" });
  expect(await page.locator("input[name=name]").inputValue()).toBe("Un autre nom");
});

test("an event says what changed, who did it and of which thing, in the words of the person", async () => {
  await run("products_save", { product: "pot", vendor: "Atelier" });
  await opened.tellEvents(shop);
  const { page } = person;
  await page.goto(operation("events_list", { types: ["products.changed"] }));
  const cells = page.locator("main tbody tr").last().locator("td");
  await cells.first().waitFor();

  expect(await page.locator("main thead th").allInnerTexts()).toEqual([
    "Type",
    "Quoi",
    "Qui",
    "Champs",
    "Nom",
    "Créé le",
  ]);
  expect((await cells.allInnerTexts()).slice(0, -1)).toEqual([
    "products.changed",
    "produit",
    "First secret key",
    "Fournisseur",
    "Pot de terre",
  ]);
});

test("two tabs agree, share one stream, and tell of a new order", async () => {
  const { context, complaints } = person;
  const [first, second] = [await context.newPage(), await context.newPage()];
  let streams = 0;
  for (const page of [first, second]) {
    listenTo(page, complaints);
    page.on("request", (request) => {
      if (request.url().endsWith("/admin/events")) streams += 1;
    });
  }
  await person.page.close();
  const following = first.waitForResponse((response) => response.url().endsWith("/admin/events"));
  await first.goto(operation("products_get", { product: "pot" }));
  await following;
  await second.goto(operation("products_set_status", { products: ["pot"], status: "archived" }));
  expect(await first.locator("dl").innerText()).toMatch(/actif/);

  await second.getByRole("button", { name: "Changer 1 élément" }).click();
  await first.getByText("archivé").first().waitFor();

  await run("products_set_status", { products: ["pot"], status: "active" });
  const items = [{ item: "pot", quantity: 1 }];
  await run("orders_create", { items, customer_name: "Lynda", customer_phone: "0550102030", customer_wilaya: "16" });
  await opened.tellEvents(shop);
  await first.getByRole("button", { name: "1 nouvelle commande" }).waitFor();
  await second.getByRole("button", { name: "1 nouvelle commande" }).click();
  await second.getByText("Lynda").waitFor();
  await first.getByRole("button", { name: "1 nouvelle commande" }).waitFor({ state: "detached" });
  expect(streams).toBe(1);
  expect(complaints).toEqual([]);
});
