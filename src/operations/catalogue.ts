import type { Problem } from "../core/problem.ts";
import type { Operation } from "./operation.ts";
import type { Resource } from "./resource.ts";
import type { OperationServices } from "./run-operation.ts";

/** All that merchants may do and read, in the order it is listed, with what every run needs. */
export interface OperationCatalogue extends OperationServices {
  operations: Operation[];
  resources: Resource[];
  /** What to do after a refusal of the operation of this name: a sentence; undefined where the refusal says it. */
  nextStep(operation: string, problem: Problem): string | undefined;
}
