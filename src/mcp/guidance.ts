import type { ProblemCode } from "../core/problem.ts";
import type { Caller } from "../operations/run-operation.ts";

/** A task that a merchant may choose, written as instructions for their agent. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  args: { name: string; description: string; required: boolean }[];
  text(args: Record<string, string>): string;
}

/** What agents are told about the operations, beside the operations' own descriptions. */
export interface AgentGuidance {
  version: string;
  /** Five to eight lines about the caller's store and what all operations have in common. */
  instructions: (caller: Caller) => string;
  prompts: Prompt[];
  /** Sentences for refusals whose own sentence would quote what others wrote. */
  neutralSentences: Partial<Record<ProblemCode, string>>;
  /** The fields that others than the merchant may have written: of the answers of an operation or a resource. */
  untrustedFields: (name: string) => ReadonlySet<string>;
  /** The same of refusals. */
  untrustedFieldsOfRefusals: ReadonlySet<string>;
  /** The fields whose texts keep their lines; all other texts become one line. */
  multilineFields: ReadonlySet<string>;
}
