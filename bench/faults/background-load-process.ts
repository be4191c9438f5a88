import { type BackgroundLoad, type BackgroundResult, startBackgroundLoad } from "./background-load.ts";

/** The program of `startBackgroundProcess`: visits the store of its argument from each "start" to the next "stop". */
const where = JSON.parse(process.argv[2] ?? "");
let visits: BackgroundLoad | undefined;

process.on("message", async (told: "start" | "stop") => {
  if (told === "start") {
    visits = startBackgroundLoad({ onEnd: () => {} }, where);
  } else if (visits) {
    await visits.stop();
    process.send?.({ answers: visits.answers, acknowledged: visits.acknowledged } satisfies BackgroundResult);
  }
});
process.send?.("ready");
