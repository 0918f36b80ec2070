/** A request brought nothing that can be read as an answer of the interface: no connection, a redirect, no JSON. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** The operation that the query selected; the interface's path when it selected none. */
  readonly operation: string;
  /** The HTTP status, when there was a response. */
  readonly status: number | undefined;

  constructor(operation: string, what: string, options: { status?: number; cause?: Error | undefined } = {}) {
    super(`${operation}: ${what}`, options.cause && { cause: options.cause });
    this.operation = operation;
    this.status = options.status;
  }
}

/** The error for a request that got no response, or lost it on the way. */
export function networkError(operation: string, fault: unknown, redact: (text: string) => string): NoAnswerError {
  const cause = cleanCopy(fault, redact);
  const reason = faultCode(fault) ?? cause?.message ?? 'no reason given';
  return new NoAnswerError(operation, `no answer from the service (${reason}). Check baseUrl and the network.`, {
    cause,
  });
}

/**
 * Copies name, message and code of a fault and of its causes. The fault itself is not kept: one of a foreign `fetch` may
 * hold the request and with it the key.
 */
function cleanCopy(fault: unknown, redact: (text: string) => string, depth = 3): Error | undefined {
  if (!(fault instanceof Error)) return undefined;
  const cause = depth > 0 ? cleanCopy(fault.cause, redact, depth - 1) : undefined;
  const copy = new Error(redact(fault.message), cause && { cause });
  const code = faultCode(fault);
  return Object.assign(copy, { name: redact(fault.name) }, code && { code });
}

/** The first code, such as ECONNREFUSED, of a fault and its causes. */
function faultCode(fault: unknown, depth = 3): string | undefined {
  if (!(fault instanceof Error) || depth < 0) return undefined;
  const { code } = fault as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : faultCode(fault.cause, depth - 1);
}
