// Writes the settings' table of docs/configuration.md and .env.example from src/config.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { Settings } from "../src/config.ts";

const DOCUMENT = "docs/configuration.md";
const START = "<!-- settings -->";
const END = "<!-- /settings -->";

interface Setting {
  description: string;
  default: unknown;
}

const settings = Object.entries(Settings.properties) as unknown as [string, Setting][];

const rows = settings.map(
  ([name, setting]) =>
    `| \`${name}\` | ${setting.default === "" ? "" : `\`${setting.default}\``} | ${setting.description} |`,
);
const table = ["| setting | default | what it does |", "|---|---|---|", ...rows].join("\n");
const document = readFileSync(DOCUMENT, "utf8");
const [before, after] = [document.split(START)[0], document.split(END)[1]];
writeFileSync(DOCUMENT, `${before}${START}\n${table}\n${END}${after}`);

const example = settings.map(
  ([name, setting]) => `# ${setting.description.replaceAll("`", "")}\n#${name}=${setting.default}\n`,
);
writeFileSync(
  ".env.example",
  `# Copy to .env and change what you need; what is commented out has its default.\n\n${example.join("\n")}`,
);
