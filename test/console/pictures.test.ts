import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ar } from "../../console/src/messages/ar/all.ts";
import { fr } from "../../console/src/messages/fr/all.ts";
import { picture } from "../files/pictures.ts";
import { openShop, type Shop } from "../support/app.ts";
import { call } from "../support/operations.ts";
import { faultsOf, holdBack, isTooWide, type OpenedConsole, openAs, openConsole, screenOf } from "./opened.ts";

let opened: OpenedConsole;
let shop: Shop;
const photos: Photo[] = [];
beforeAll(async () => {
  opened = await openConsole();
  shop = await openShop({ via: opened.app });
  for (const [at, name] of ["rouge.jpg", "bleue.jpg", "jaune.jpg", "verte.jpg"].entries()) {
    photos.push({ name, mimeType: "image/jpeg", buffer: await picture("jpeg", 800, 600, 40 + 50 * at) });
  }
}, 180_000);
afterAll(() => opened?.close());

interface Photo {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file that begins as no picture does, and is sent for longer than it is read. */
const NO_PICTURE: Photo = { name: "faux.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(3_000_000, "no picture ") };

async function run(name: string, args: object) {
  const { data, problem } = await call(shop, name, args);
  expect(problem, name).toBeUndefined();
  return data;
}
const imagesOf = async (product: string): Promise<{ url: string; alt: string | null }[]> =>
  (await run("products_get", { product, response_format: "detailed" })).images;

const rowsIn = (page: Page): Locator => page.locator("[data-pictures] ol > li");
const altsIn = (page: Page): Promise<string[]> =>
  rowsIn(page)
    .locator("input")
    .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value));

/** The address of the picture that an element shows, once it is there. */
const shownIn = (picture: Locator): Promise<string> =>
  picture.evaluate(async (element) => {
    const image = element as unknown as { currentSrc: string; decode(): Promise<void> };
    await image.decode();
    return image.currentSrc;
  });

test("on a phone, in Arabic, pictures are chosen, described, ordered, saved, undone, listed and deleted", async () => {
  const { pictures, change, operations } = ar;
  await shop.product({ slug: "pot", name: "قدر" });
  const { page, complaints } = await openAs(opened, [shop], { language: "ar", device: "phone" });
  await page.goto(screenOf(shop, "operations/products_save", { product: "pot" }));
  const inputs = page.locator("[data-pictures] input[type=file]");
  await inputs.first().waitFor({ state: "attached" });
  expect(await inputs.last().getAttribute("capture")).toBe("environment");
  await page.getByRole("button", { name: pictures.camera }).waitFor();

  await inputs.first().setInputFiles(photos.slice(0, 2));
  await rowsIn(page).nth(1).waitFor();
  await page.getByLabel(pictures.altOf(1)).fill("الأول");
  await page.getByLabel(pictures.altOf(2)).fill("الثاني");
  await inputs.last().setInputFiles(photos.slice(2, 3)); // what the camera took
  await rowsIn(page).nth(2).waitFor();
  await page.getByLabel(pictures.altOf(3)).fill("الثالث");
  await page.getByRole("button", { name: pictures.place(3, 3, "الثالث") }).press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page
    .getByRole("status")
    .filter({ hasText: pictures.movedTo(1, 3) })
    .waitFor();
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe(pictures.place(1, 3, "الثالث"));
  expect(await altsIn(page)).toEqual(["الثالث", "الأول", "الثاني"]);
  await page.getByRole("button", { name: pictures.later(2) }).click();
  await page.getByRole("button", { name: pictures.remove(3) }).click();
  expect(await altsIn(page)).toEqual(["الثالث", "الثاني"]);
  expect(await shownIn(rowsIn(page).first().locator("img"))).toMatch(/-160\.webp$/);
  expect(await isTooWide(page)).toBe(false);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: change.showWhat }).click();
  await page.getByRole("cell", { name: "الثالث" }).waitFor();
  await page.getByRole("button", { name: change.run(1), exact: true }).click();
  await page.getByText(change.doneTitle(1)).waitFor();
  expect((await imagesOf("pot")).map(({ alt }) => alt)).toEqual(["الثالث", "الثاني"]);
  const shown = (await shop.get("/products/pot")).body.images[0];
  expect(shown.alt).toBe("الثالث");
  for (const width of [160, 320]) {
    const { statusCode, headers } = await opened.app.inject({ url: shown.url.replace(".jpg", `-${width}.webp`) });
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
  }
  await page.getByRole("button", { name: change.undo }).click();
  await page.getByText(change.undone).waitFor();
  expect(await imagesOf("pot")).toEqual([]);

  await page.goto(screenOf(shop, "files"));
  const files = page.locator("main ul > li:has(> a)");
  await files.nth(2).waitFor();
  expect(await page.getByText(pictures.undoable).count()).toBe(2);
  expect(await page.getByText(pictures.count(3)).count()).toBe(1);
  expect(await shownIn(files.first().locator("img"))).toMatch(/-160\.webp$/);
  expect(await isTooWide(page)).toBe(false);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: pictures.delete("bleue.jpg") }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: pictures.delete("rouge.jpg") }).click();
  expect((await run("files_list", {})).total).toBe(3);
  await page.getByRole("button", { name: pictures.deleteIt }).click();
  await page.getByText(pictures.deleted("rouge.jpg")).waitFor();
  await page.getByText(pictures.count(2)).waitFor();
  expect((await run("files_list", {})).data.map(({ name }: { name: string }) => name)).toEqual([
    "jaune.jpg",
    "bleue.jpg",
  ]);
  expect(await page.getByText(operations.result.next).count()).toBe(0);
  expect(complaints).toEqual([]);
}, 120_000);

/** Does with some files what a hand does that drops or pastes them. */
const give = (page: Page, how: "drop" | "paste", given: readonly Photo[]): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    for (const [name, bytes] of ${JSON.stringify(given.map(({ name, buffer }) => [name, buffer.toString("base64")]))}) {
      data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type: "image/jpeg" }));
    }
    const [place, event] =
      "${how}" === "drop"
        ? ["[data-pictures]", new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })]
        : ["body", new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data })];
    document.querySelector(place).dispatchEvent(event);
  }`);

test("at a desk, in French, pictures are dropped, pasted and dragged, and what did not arrive says why", async () => {
  const { pictures, change, frame, problems } = fr;
  await shop.product({ slug: "vase", name: "Vase" });
  const { page, complaints } = await openAs(opened, [shop], { language: "fr", device: "desktop" });
  await page.goto(screenOf(shop, "operations/products_save", { product: "vase" }));
  await page.locator("[data-pictures]").waitFor();

  await page.route("**/admin/files", (route) => route.abort());
  await give(page, "drop", photos.slice(0, 1));
  await page.getByText(pictures.refusals.network_error ?? "").waitFor();
  await page.unroute("**/admin/files");
  await page.locator("[data-pictures]").getByRole("button", { name: frame.retry }).click();
  await rowsIn(page).first().waitFor();

  await give(page, "paste", [NO_PICTURE, ...photos.slice(1, 3)]);
  await rowsIn(page).nth(2).waitFor();
  await page.getByText(problems.codes.picture_refused ?? "").waitFor();
  await page.getByRole("button", { name: pictures.stop("faux.jpg") }).click();
  for (const [at, alt] of ["Rouge", "Bleue", "Jaune"].entries())
    await page.getByLabel(pictures.altOf(at + 1)).fill(alt);
  await give(page, "drop", photos.slice(0, 1)); // the same again
  await page
    .getByRole("status")
    .filter({ hasText: pictures.arrived("rouge.jpg") })
    .waitFor();
  expect(await altsIn(page)).toEqual(["Rouge", "Bleue", "Jaune"]);

  const last = await page.getByRole("button", { name: pictures.place(3, 3, "Jaune") }).boundingBox();
  const first = await page.getByRole("button", { name: pictures.place(1, 3, "Rouge") }).boundingBox();
  if (!last || !first) throw new Error("The pictures are not on the screen.");
  await page.mouse.move(last.x + 40, last.y + 40);
  await page.mouse.down();
  await page.mouse.move(first.x + 40, first.y + 50, { steps: 4 });
  await page.mouse.up();
  expect(await altsIn(page)).toEqual(["Jaune", "Rouge", "Bleue"]);
  await page.getByRole("button", { name: change.run(1), exact: true }).click();
  await page.getByText(change.doneTitle(1)).first().waitFor();
  const saved = await imagesOf("vase");
  expect(saved.map(({ alt }) => alt)).toEqual(["Jaune", "Rouge", "Bleue"]);

  // Nothing is saved while a picture is on its way; what another screen shows is found.
  await page.goto(screenOf(shop, "operations/categories_save", { name: "Vases" }));
  await page.locator("[data-pictures]").waitFor();
  const goOn = await holdBack(page, "**/admin/files");
  await give(page, "paste", photos.slice(3));
  const waiting = page.getByRole("button", { name: pictures.uploading });
  expect(await waiting.isDisabled()).toBe(true);
  goOn();
  await page.getByRole("button", { name: change.run(1), exact: true }).click();
  await page.getByText(change.doneTitle(1)).first().waitFor();
  await page.goto(screenOf(shop, "files"));
  await page.getByRole("link", { name: "vases" }).waitFor();
  expect(await page.getByRole("link", { name: "vase", exact: true }).count()).toBe(3);
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
}, 120_000);

test("pictures of other servers are all meant to be kept unless it is said otherwise, and a job begins", async () => {
  const { change, frame } = fr;
  const own = await openShop({ via: opened.app });
  await own.product({ slug: "vase", images: [{ url: "https://example.com/vase.png", alt: null }] });
  const { page, complaints } = await openAs(opened, [own], { language: "fr", device: "desktop" });
  await page.goto(screenOf(own, "operations/files_adopt"));
  const yes = page.getByRole("radio", { name: frame.yes });
  await yes.nth(1).waitFor({ state: "attached" });
  expect([await yes.first().isChecked(), await yes.last().isChecked()]).toEqual([true, true]);
  expect(await page.getByRole("radio").count()).toBe(4);
  await page.getByRole("button", { name: change.run(1), exact: true }).click();
  await page.getByRole("heading", { name: change.things(1) }).waitFor();
  await page.getByText(change.byJob).waitFor();
  expect(complaints).toEqual([]);
}, 120_000);
