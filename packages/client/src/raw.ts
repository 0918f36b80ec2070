import createClient from 'openapi-fetch';
import { type ReceivedAnswer, readAnswer } from './answer.ts';
import { readBaseUrl } from './base-url.ts';
import { readCredentials } from './credentials.ts';
import { networkError } from './no-answer-error.ts';
import type { Dispatch, Fetch, GetInit, Init, Result } from './raw.types.ts';
import { redactor } from './redact.ts';

type Query = Record<string, string | number>;
type Untyped = Result<number, unknown, unknown>;

/** The two ways to make a request, before the generated types narrow them. */
export interface UntypedRaw {
  GET(path: string, init: GetInit<Query>): Promise<Untyped>;
  call(operation: string, inputs: Query, init?: Init): Promise<Untyped>;
}

export interface RawOptions {
  baseUrl: string;
  fetch?: Fetch;
}

/**
 * Makes the requests of an interface in which the query selects the operation.
 * @param options holds the credentials by their names, too
 * @throws TypeError when an option is missing or malformed
 */
export function createRaw(dispatch: Dispatch, options: RawOptions): UntypedRaw {
  const credentials = readCredentials(dispatch.credentials, options);
  const redact = redactor(dispatch.secrets.map((name) => credentials[name] ?? ''));
  // Followed, a redirect would carry the key on; the contract has none (assumption trailing-slash).
  const fixed = { redirect: 'manual', parseAs: 'text' } as const;
  const client = createClient<Record<string, { get: object }>>({
    baseUrl: readBaseUrl(options.baseUrl, dispatch.path),
    ...(options.fetch && { fetch: options.fetch }),
  });

  async function GET(_path: string, { params, ...init }: GetInit<Query>): Promise<Untyped> {
    const operation = selectedOperation(dispatch, params.query) ?? dispatch.path;
    const query = { ...params.query, ...credentials };
    let received: ReceivedAnswer;
    try {
      received = await client.GET(dispatch.path, { ...init, ...fixed, params: { query } });
    } catch (fault) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw networkError(operation, fault, redact);
    }
    return readAnswer(dispatch, operation, received, redact);
  }

  async function call(operation: string, inputs: Query, init: Init = {}): Promise<Untyped> {
    const selectors = Object.hasOwn(dispatch.selectors, operation) ? dispatch.selectors[operation] : undefined;
    if (!selectors) {
      throw new TypeError(
        `operation: expected one of ${Object.keys(dispatch.selectors).join(', ')}, got another name.`,
      );
    }
    return GET(dispatch.path, { ...init, params: { query: { ...inputs, ...selectors } } });
  }

  return { GET, call };
}

/** The operation whose selectors hold, for messages; of several the one with the most selectors. */
function selectedOperation({ selectors }: Dispatch, query: Query): string | undefined {
  const held = Object.entries(selectors).filter(([, pairs]) => {
    return Object.entries(pairs).every(([name, value]) => String(query[name]) === String(value));
  });
  held.sort(([, left], [, right]) => Object.keys(right).length - Object.keys(left).length);
  return held[0]?.[0];
}
