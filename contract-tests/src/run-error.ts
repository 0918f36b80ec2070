/** Why a run is not possible, or has no verdict. The message is one readable line: what, where, expected, next step. */
export class RunError extends Error {
  override name = 'RunError';
}

/** A plan needs more requests than the budget has left; no request was made. */
export class BudgetError extends RunError {
  override name = 'BudgetError';
}
