/** Why a run cannot take place. The message is one line for a person: what, where, expected, next step. */
export class RunError extends Error {
  override name = 'RunError';
}
