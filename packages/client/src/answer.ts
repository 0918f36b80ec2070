import { NoAnswerError } from './no-answer-error.ts';
import type { Answer, Dispatch, Result } from './raw.types.ts';
import { redactHeaders, redactJson } from './redact.ts';

/** What openapi-fetch hands over: the text of a success, the parsed body of a failure, or its text if it is not JSON. */
export interface ReceivedAnswer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * Tells success from failure and leaves the address of the response behind, because it holds the key.
 * @throws NoAnswerError when there is no JSON object or array to return
 */
export function readAnswer(
  { success, failure }: Dispatch,
  operation: string,
  { data, error, response }: ReceivedAnswer,
  redact: (text: string) => string,
): Result<number, unknown, unknown> {
  const { status } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new NoAnswerError(
      operation,
      `HTTP ${status || '3xx'}, a redirect, is not followed: it would carry the credentials on. Check baseUrl.`,
      { status },
    );
  }
  const body = typeof data === 'string' ? parse(data) : error;
  const headers = redactHeaders(response.headers, redact);
  if (typeof body !== 'object' || body === null) {
    const got = `a body that is neither (content type: ${headers.get('content-type') || 'none'})`;
    throw new NoAnswerError(
      operation,
      `HTTP ${status}: expected an object or array of JSON, got ${got}. Check that baseUrl leads to the service.`,
      { status },
    );
  }
  const answer: Answer = { status, headers };
  return status !== success || isFailure(body, failure)
    ? { error: redactJson(body, redact), response: answer }
    : { data: body, response: answer };
}

/** A failure may come with the status of a success; then its body says so. */
function isFailure(body: object, failure: Dispatch['failure']): boolean {
  const marks = Object.entries(failure);
  return marks.length > 0 && marks.every(([name, value]) => (body as Dispatch['failure'])[name] === value);
}

/** The value of a JSON text, or undefined. The parser's own error would quote the body. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
