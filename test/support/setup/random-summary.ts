import type { Reporter, TestCase, TestModule } from "vitest/node";

/** What `npm run test:long` sets for `test/support/random-tests.ts`: a random first seed, and so many times as many runs. */
export const longRandomRuns = () => ({
  RANDOM_SEED: process.env.RANDOM_SEED ?? String(Date.now() % 2_147_483_647),
  RANDOM_TIMES: process.env.RANDOM_TIMES ?? "20",
});

const TITLE = /^(?<what>.*), seed (?<seed>\d+)$/;

/** Prints which random tests ran, how often and with which seeds, and how to repeat what failed. */
export class RandomSummary implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === "failed") console.log(failureOf(test));
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter(hasRun);
    for (const what of new Set(tests.map(nameOf))) {
      const runs = tests.filter((test) => nameOf(test) === what);
      const failed = runs.filter((test) => test.result().state === "failed").length;
      const seeds = runs.map((test) => titleOf(test).seed);
      console.log(`${what}\n  ${runs.length} runs, ${failed} failed; seeds ${seeds.join(" ")}`);
    }
    for (const { message } of [...errors, ...modules.flatMap((module) => module.errors())]) console.log(message);
    const failures = tests.filter((test) => test.result().state === "failed");
    for (const test of failures) console.log(repetitionOf(test));
    console.log(`${tests.length - failures.length} passed, ${failures.length} failed`);
  }
}

const hasRun = (test: TestCase): boolean => ["passed", "failed"].includes(test.result().state);

const fileOf = ({ module }: TestCase): string => module.relativeModuleId;

function titleOf({ name }: TestCase): { what: string; seed: string } {
  const { what = name, seed = "" } = TITLE.exec(name)?.groups ?? {};
  return { what, seed };
}

const nameOf = (test: TestCase): string => `${fileOf(test)} (${test.project.name}): ${titleOf(test).what}`;

const failureOf = (test: TestCase): string =>
  `FAILED ${fileOf(test)}: ${test.fullName}\n${(test.result().errors ?? []).map(({ stack, message }) => stack ?? message).join("\n")}`;

const repetitionOf = (test: TestCase): string =>
  `Repeat: RANDOM_SEED=${titleOf(test).seed} npx vitest run --project ${test.project.name} ${fileOf(test)} -t "seed ${titleOf(test).seed}$"`;
