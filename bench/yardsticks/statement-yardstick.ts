import type { Recording } from "../recording/program.ts";

/** What the yardsticks do that run recorded statements and send the recorded answer. */
export interface StatementYardstick {
  databaseUrl: string;
  /** One program for each answer. */
  recording: Recording;
  /** The answers in the order of the programs, by the path that is requested. */
  answers: { path: string; answer: object }[];
}
