import { type BackgroundLoad, type BackgroundResult, startBackgroundLoad } from "./background-load.ts";

/** The process of `startBackgroundProcess`: runs the background load from each message "start" to the next "stop". */
const where = JSON.parse(process.argv[2] ?? "");
let visits: BackgroundLoad | undefined;

process.on("message", async (command: "start" | "stop") => {
  if (command === "start") {
    visits = startBackgroundLoad({ onEnd: () => {} }, where);
  } else if (visits) {
    await visits.stop();
    process.send?.({ answers: visits.answers, acknowledged: visits.acknowledged } satisfies BackgroundResult);
  }
});
process.send?.("ready");
