/** An error that prevents a run or its verdict. The one-line message states the error, its location and the next step. */
export class RunError extends Error {
  override name = 'RunError';
}

/** The error if a plan needs more requests than the remaining budget. No request was sent. */
export class BudgetError extends RunError {
  override name = 'BudgetError';
}
