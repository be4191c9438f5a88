import { readFileSync } from "node:fs";

const { version: released } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Of Hanout, as package.json has it. */
export const version: string = released;
