/** An error that the operator can mend. The command line prints its message, one sentence, without a stack. */
export class OperatorError extends Error {}
