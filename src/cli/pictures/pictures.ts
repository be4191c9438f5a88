import { byPlace, type NamedPicture, placePictures, putPictures } from "../../adoption/adoption.ts";
import { Problem } from "../../core/problem.ts";
import type { FileRow, Files, Site } from "../../files/files.ts";
import { type Call, CommandError, EXIT_CODE_INTERRUPTED, type Screen } from "../call.ts";
import { orCommandError, requireStore, tenantOf } from "../database.ts";
import { printJson } from "../screen/output.ts";
import { openSource, type Source, UnreadableEntry } from "./sources.ts";

const EXIT_CODE_FAILURES = 2;
/** Names that are looked up in one transaction. */
const NAMES_AT_ONCE = 100;
const MAX_FAILURES = 1000;

interface Options {
  store: string;
  dryRun?: boolean;
  json?: boolean;
}

/** A product, and the pictures that are named by its SKU or slug. */
interface ProductPictures {
  id: string;
  pictures: NamedPicture[];
}

/** What became of the pictures. `unchanged`: their products have them already. */
interface Counts {
  added: number;
  unchanged: number;
  failed: number;
}

/** Puts the pictures of a folder or a ZIP file with the products whose SKU or slug is their name. */
export async function pictures(call: Call, path: string, { store: slug, ...options }: Options): Promise<number> {
  return call.withDatabase(async ({ database, files }) => {
    const tenant = tenantOf(await requireStore(database, slug, call.program));
    const site: Site = {
      id: tenant.siteId,
      transact: (work) => database.transact({ ...tenant, now: new Date().toISOString() }, work),
    };
    const signal = call.interruption();
    const source = await orCommandError(openSource(call, files, path, signal)).catch((error) => {
      throw signal.aborted ? new CommandError("Interrupted. Nothing was changed.") : error;
    });
    const putting = new Putting(call.screen, { site, files, source, signal });
    let endedEarly = true;
    try {
      await orCommandError(putting.run(options.dryRun ?? false));
      endedEarly = false;
    } finally {
      await source.close();
      putting.print(options, endedEarly);
    }
    if (signal.aborted) return EXIT_CODE_INTERRUPTED;
    return putting.counts.failed > 0 ? EXIT_CODE_FAILURES : 0;
  });
}

interface Parts {
  site: Site;
  files: Files;
  source: Source;
  signal: AbortSignal;
}

/** One run of the command. */
class Putting {
  readonly counts: Counts = { added: 0, unchanged: 0, failed: 0 };
  readonly #screen: Screen;
  readonly #parts: Parts;
  readonly #failures: { name: string; reason: string }[] = [];

  constructor(screen: Screen, parts: Parts) {
    this.#screen = screen;
    this.#parts = parts;
  }

  /** Puts product by product; each is one transaction. An interrupted run has only whole products, and can be run again. */
  async run(isDry: boolean): Promise<void> {
    const { source, signal } = this.#parts;
    const placed = await this.#place();
    this.#screen.startProgress("Putting pictures", source.names.length);
    try {
      for (const product of placed) {
        if (signal.aborted) return;
        if (isDry) this.#show(product);
        else await this.#put(product);
        const { added, unchanged, failed } = this.counts;
        const done = added + unchanged + failed;
        this.#screen.updateProgress(done, `${counted(done)} of ${counted(source.names.length)} pictures`);
      }
    } finally {
      this.#screen.stopProgress();
    }
  }

  /** Says what was done, or would be. */
  print({ dryRun = false, json }: Pick<Options, "dryRun" | "json">, endedEarly: boolean): void {
    const { added, unchanged, failed } = this.counts;
    const isInterrupted = this.#parts.signal.aborted;
    if (json) {
      const interrupted = { ...(isInterrupted && { interrupted: true }), ...(endedEarly && { ended_early: true }) };
      printJson(this.#screen, { ...this.counts, dry_run: dryRun, ...interrupted, failures: this.#failures });
      return;
    }
    const summary = dryRun
      ? `Would be put ${added}, failed ${failed}.`
      : `Added ${added}, unchanged ${unchanged}, failed ${failed}.`;
    this.#screen.print(isInterrupted ? `${summary} Interrupted. Run the same command to go on.` : summary);
  }

  /** The pictures of each product, in their order. */
  async #place(): Promise<ProductPictures[]> {
    const { site, source } = this.#parts;
    const products = new Map<string, NamedPicture[]>();
    for (let first = 0; first < source.names.length; first += NAMES_AT_ONCE) {
      const names = source.names.slice(first, first + NAMES_AT_ONCE);
      const { placed, left } = await site.transact((db) => placePictures(db, names));
      for (const { id, picture } of placed) {
        const pictures = products.get(id) ?? [];
        pictures.push(picture);
        products.set(id, pictures);
      }
      for (const { name, reason } of left) this.#fail(name, reason);
    }
    return [...products].map(([id, pictures]) => ({ id, pictures: pictures.sort(byPlace) }));
  }

  #show({ pictures }: ProductPictures): void {
    for (const { name, key } of pictures) this.#screen.print(`${name} would be put with ${key}`);
    this.counts.added += pictures.length;
  }

  async #put({ id, pictures }: ProductPictures): Promise<void> {
    const kept: { picture: NamedPicture; file: FileRow }[] = [];
    for (const picture of pictures) {
      const file = await this.#keep(picture.name);
      if (file) kept.push({ picture, file });
    }
    if (kept.length === 0) return;
    try {
      const added = await this.#parts.site.transact((db) => putPictures(db, id, kept));
      this.counts.added += added;
      this.counts.unchanged += kept.length - added;
    } catch (error) {
      const reason = reasonOf(error);
      for (const { picture } of kept) this.#fail(picture.name, reason);
    }
  }

  /** Keeps a picture; undefined when it cannot be kept. */
  async #keep(name: string): Promise<FileRow | undefined> {
    const { site, files, source } = this.#parts;
    try {
      const received = await files.incoming.receive(source.read(name));
      return await files.keep(site, received, name);
    } catch (error) {
      this.#fail(name, reasonOf(error));
      return undefined;
    }
  }

  #fail(name: string, reason: string): void {
    this.counts.failed++;
    this.#screen.note(`${name}: ${reason}`);
    if (this.#failures.length < MAX_FAILURES) this.#failures.push({ name, reason });
  }
}

const counted = (count: number): string => count.toLocaleString("en");

/** What ends the command: the same would be true of every further picture. */
const ENDING: ReadonlySet<string> = new Set(["files_full", "uploads_unavailable"]);

/** Why one picture or product is left out. Rethrows what is no matter of theirs. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem && error.status < 500 && !ENDING.has(error.code)) return error.detail;
  if (error instanceof UnreadableEntry) return error.message;
  throw error;
}
