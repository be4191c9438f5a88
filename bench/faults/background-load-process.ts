// The process of `compareDuring`: runs the background load from each call of "start" to the next of "stop".
import { answerCalls } from "../harness/child.ts";
import { type BackgroundLoad, startBackgroundLoad, type Where } from "./background-load.ts";

let visits: BackgroundLoad | undefined;

answerCalls({
  start: (where: Where) => {
    visits = startBackgroundLoad({ onEnd: () => {} }, where);
  },
  stop: async () => {
    await visits?.stop();
    return { answers: visits?.answers, acknowledged: visits?.acknowledged };
  },
});
