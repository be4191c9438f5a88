import { startVisits, type Visited, type Visits } from "./visits.ts";

/** The program of `startVisitors`: visits the store of its argument from each "start" to the next "stop". */
const where = JSON.parse(process.argv[2] ?? "");
let visits: Visits | undefined;

process.on("message", async (told: "start" | "stop") => {
  if (told === "start") {
    visits = startVisits({ onEnd: () => {} }, where);
  } else if (visits) {
    await visits.stop();
    process.send?.({ answers: visits.answers, acknowledged: visits.acknowledged } satisfies Visited);
  }
});
process.send?.("ready");
