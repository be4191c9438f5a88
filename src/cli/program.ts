import { Command, InvalidArgumentError, Option } from "commander";
import { SCOPES, WHAT_SCOPES_INCLUDE } from "../core/scopes.ts";
import { version } from "../core/version.ts";
import { ROLE_NAMES } from "../staff/roles.ts";
import { commandName } from "./command-name.ts";
import type { CommandName } from "./commands.ts";

const hanout = commandName();

/** Runs the command with the arguments and options that the command line has read. */
const run =
  (name: CommandName) =>
  async (...given: unknown[]) =>
    (await import("./carry.ts")).carry(name, given.slice(0, -1)); // the last one is the `Command`

/**
 * The commands with their options and help. A command loads its code when it runs: loading all of it takes longer than
 * most commands do.
 */
export const program = () =>
  [
    serveCommand,
    migrateCommand,
    storesCommand,
    keysCommand,
    staffCommand,
    importCommand,
    picturesCommand,
    jobsCommand,
    backupCommand,
    restoreCommand,
    demoCommand,
    doctorCommand,
    citusCommand,
  ].reduce(
    (whole, command) => whole.addCommand(command()),
    new Command("hanout")
      .description("A storefront commerce back end for many stores.")
      .version(version)
      .addHelpText("after", "\nSettings come from the environment or a .env file; docs/configuration.md lists them.")
      .showHelpAfterError("(--help lists the commands and options)"),
  );

const serveCommand = () =>
  new Command("serve")
    .description("Start the server.")
    .addHelpText("after", `\nExample:\n  PORT=8080 ${hanout} serve`)
    .action(async () => (await import("./serve.ts")).serve());

const migrateCommand = () =>
  new Command("migrate")
    .description("Apply pending database migrations. The server also does this when it starts.")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  DATABASE_URL=postgres://hanout@localhost/hanout ${hanout} migrate`)
    .action(run("migrate"));

const storesCommand = () => {
  const stores = new Command("stores").description(
    "Create, list, suspend and delete stores, tell what they use, and bring one to another server.",
  );
  stores
    .command("create")
    .description("Create a store with a secret and a publishable key. The keys are shown once.")
    .requiredOption("--slug <slug>", "lower-case letters, digits and hyphens; identifies the store in commands")
    .requiredOption("--name <name>", "the name that shoppers see")
    .option("--currency <code>", "currency, an ISO 4217 code", "DZD")
    .option("--country <code>", "country, an ISO 3166-1 alpha-2 code", "DZ")
    .option("--time-zone <name>", "IANA name, like Europe/Paris (default: the country's)")
    .option("--locale <tag>", "main language, a BCP 47 tag", "fr")
    .option("--owner <address>", "e-mail address of the owner; prints a link by which they accept")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nExample:\n  ${hanout} stores create --slug my-shop --name "My shop" --currency EUR --country FR`,
    )
    .action(run("stores create"));
  stores
    .command("list")
    .description("List all stores.")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} stores list --json`)
    .action(run("stores list"));
  stores
    .command("export")
    .description("Write a whole store to a file: its rows and pictures as they are at one moment, without keys.")
    .argument("<slug>", "the store")
    .argument("<file>", "the file to write")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} stores export my-shop my-shop.hanout`)
    .action(run("stores export"));
  stores
    .command("import")
    .description(
      "Read a store from a file. It can be seen when all of it is there. Run it again to go on after an interruption.",
    )
    .argument("<file>", "a file that `stores export` wrote")
    .option("--slug <slug>", "another slug than the file's")
    .option("--anew", "first drop what an earlier, unfinished import to this slug has brought")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} stores import my-shop.hanout --slug my-copy`)
    .action(run("stores import"));
  const ofOne = (name: string, description: string) =>
    stores
      .command(name)
      .description(description)
      .argument("<store>", "its slug")
      .option("--json", "print JSON")
      .addHelpText("after", `\nExample:\n  ${hanout} stores ${name} my-shop`);
  ofOne("show", "Show a store: its state, what it has, and what it used in 30 days.").action(run("stores show"));
  ofOne(
    "suspend",
    "Refuse a store's requests within a second, at every door; its webhooks and jobs wait. Nothing is lost.",
  ).action(run("stores suspend"));
  ofOne("resume", "Serve a suspended store again. Takes back a deletion, too.").action(run("stores resume"));
  ofOne(
    "delete",
    "Suspend a store, and delete it with all it has in seven days. Until then, resume takes it back.",
  ).action(run("stores delete"));
  stores
    .command("use")
    .description("Tell what stores used by day (UTC): requests, orders, and bytes of answers.")
    .option("--store <slug>", "only this one (default: all)")
    .option("--from <day>", "the first day, like 2027-01-31 (default: the first of the month)")
    .option("--to <day>", "the last day (default: today)")
    .option("--csv", "print CSV")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} stores use --from 2027-01-01 --to 2027-01-31 --csv > use.csv`)
    .action(run("stores use"));
  return stores;
};

const keysCommand = () => {
  const keys = new Command("keys").description("Create, list and revoke the API keys of a store.");
  keys
    .command("create")
    .description("Create a key and show it once.")
    .requiredOption("--store <slug>", "the store of the key")
    .addOption(
      new Option("--kind <kind>", "a publishable key may be used in a browser")
        .choices(["secret", "publishable"])
        .default("publishable"),
    )
    .option("--name <name>", "what it is for", "Made on the command line")
    .option(
      "--scopes <list>",
      `what a secret key allows at the tool endpoint and over HTTP: ${SCOPES.join(", ")} (default: all); ${WHAT_SCOPES_INCLUDE}`,
    )
    .option(
      "--expires <date>",
      "when it expires: a time, or a date such as 2027-01-31, which includes that day in the store's time zone",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nExample:\n  ${hanout} keys create --store my-shop --kind secret --name "Reports" --scopes reports:read,orders:read`,
    )
    .action(run("keys create"));
  keys
    .command("list")
    .description("List the keys of a store, without their secrets.")
    .requiredOption("--store <slug>", "the store of the keys")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} keys list --store my-shop`)
    .action(run("keys list"));
  keys
    .command("revoke")
    .description("Revoke a key permanently.")
    .argument("<key>", "its id, prefix or name")
    .requiredOption("--store <slug>", "the store of the key")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} keys revoke pk_Xy12AbCd --store my-shop`)
    .action(run("keys revoke"));
  return keys;
};

const staffCommand = () => {
  const staff = new Command("staff").description("Invite people to work in a store, list and remove them.");
  staff
    .command("invite")
    .description("Invite somebody, or make a new link for who was invited. The link works once, for three days.")
    .requiredOption("--store <slug>", "the store to work in")
    .requiredOption("--email <address>", "the person's e-mail address, by which they sign in")
    .option("--role <name>", `what the person may do: ${ROLE_NAMES.join(", ")}`, "owner")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} staff invite --store my-shop --email amina@example.dz --role orders`)
    .action(run("staff invite"));
  staff
    .command("list")
    .description("List who works in a store, and who was invited.")
    .requiredOption("--store <slug>", "the store")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} staff list --store my-shop`)
    .action(run("staff list"));
  staff
    .command("remove")
    .description("End somebody's work in a store at once. A store keeps an owner.")
    .requiredOption("--store <slug>", "the store")
    .requiredOption("--email <address>", "the person's e-mail address")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} staff remove --store my-shop --email amina@example.dz`)
    .action(run("staff remove"));
  staff
    .command("reset-link")
    .description("Make a link by which somebody chooses a new password. It works once, for three days.")
    .requiredOption("--email <address>", "the person's e-mail address")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} staff reset-link --email amina@example.dz`)
    .action(run("staff reset-link"));
  staff
    .command("erase")
    .description("Erase somebody's account. What the person did stays, under a neutral name.")
    .requiredOption("--email <address>", "the person's e-mail address")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} staff erase --email amina@example.dz`)
    .action(run("staff erase"));
  return staff;
};

const importCommand = () =>
  new Command("import")
    .description(
      "Import a Shopify product export (CSV) into a store. Products are created, or updated by their handle.",
    )
    .argument("<file>", "the CSV file")
    .requiredOption("--store <slug>", "the store to import into")
    .option("--dry-run", "show what would change, and change nothing")
    .addOption(
      new Option("--adopt-pictures", "afterwards keep the pictures that products name on other servers").conflicts(
        "dryRun",
      ),
    )
    .option("--json", "print one JSON object: the counts and the failures")
    .addHelpText(
      "after",
      `\nExit code 2 when some products could not be imported, or some pictures not be fetched.\n\nExample:\n  ${hanout} import products_export.csv --store my-shop --dry-run`,
    )
    .action(run("import"));

const picturesCommand = () =>
  new Command("pictures")
    .description("Put pictures that are named by SKU or slug with their products: SKU.jpg, then SKU-2.jpg, SKU-3.jpg.")
    .argument("<folder>", "the folder with the pictures, or a ZIP file of it")
    .requiredOption("--store <slug>", "the store of the products")
    .option("--dry-run", "show which product each picture belongs to, and change nothing")
    .option("--json", "print one JSON object: the counts and the failures")
    .addHelpText(
      "after",
      `\nExit code 2 when some pictures were not put.\n\nExample:\n  ${hanout} pictures photos.zip --store my-shop --dry-run`,
    )
    .action(run("pictures"));

const jobsCommand = () =>
  new Command("jobs")
    .description("List the newest jobs of a store, or follow one until it ends. Where no server runs, it does the job.")
    .argument("[job]", "the id of the job to follow")
    .requiredOption("--store <slug>", "the store of the jobs")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nExit code 2 when the job failed or was cancelled.\n\nExample:\n  ${hanout} jobs --store my-shop`,
    )
    .action(run("jobs"));

const backupCommand = () =>
  new Command("backup")
    .description(
      "Write the embedded database and its pictures to a file, as they are at one moment. The server goes on.",
    )
    .argument("<file>", "the file to write")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nPostgreSQL is backed up by its own tools: docs/operating/backup.md.\n\nExample:\n  ${hanout} backup hanout-2027-01-31.backup`,
    )
    .action(run("backup"));

const restoreCommand = () =>
  new Command("restore")
    .description(
      "Put the embedded database and its pictures back from a file. The server must be stopped. What is replaced is kept.",
    )
    .argument("<file>", "a file that `backup` wrote")
    .option("--check", "read and try the file, and replace nothing")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  ${hanout} restore hanout-2027-01-31.backup`)
    .action(run("restore"));

const demoCommand = () =>
  new Command("demo")
    .description("Load the two demo stores and create keys for them, or create products for load tests.")
    .option("--products <count>", "create this many products in stores load-1, load-2, …", count)
    .option("--stores <count>", "spread them over this many stores", count)
    .option("--json", "print JSON")
    .addHelpText("after", `\nExamples:\n  ${hanout} demo\n  ${hanout} demo --products 100000 --stores 50`)
    .action(run("demo"));

const doctorCommand = () =>
  new Command("doctor")
    .description("Look at a running installation, and print what to do.")
    .option("--egress <host:port>", "a server that webhooks must reach, to try the way out", "example.com:443")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExit code 1 when something is wrong.\n\nExample:\n  ${hanout} doctor`)
    .action(run("doctor"));

const citusCommand = () =>
  new Command("citus")
    .description("Print the SQL that distributes a migrated database over the nodes of a Citus cluster.")
    .option("--check", "print what of a running cluster is not as it should be; changes nothing")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\nWith --check, exit code 1 when something is wrong.\n\nExamples:\n  ${hanout.replace("npm run", "npm run --silent")} citus | psql postgres://hanout@coordinator/hanout\n  ${hanout} citus --check`,
    )
    .action(run("citus"));

function count(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 100_000_000) return number;
  throw new InvalidArgumentError("It must be a whole number from 1 to 100,000,000.");
}
