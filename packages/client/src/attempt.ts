import { identity, secrets } from './contract.gen.ts';
import { VehicleLookupError } from './errors.ts';
import { judge } from './judge.ts';
import { networkError } from './network-error.ts';
import { type RawOptions, readBaseUrl, readCredential } from './options.ts';
import { redact, redactHeaders, redactJson } from './redact.ts';
import { type Init, type Query, send } from './send.ts';

/** Of the response only what cannot hold the key: no address, no body. */
export interface RawResponse<Status extends number = number> {
  status: Status;
  headers: Headers;
}

/** What came of a request: a body, an error, or both. Nothing in it holds the key. */
export interface Answer {
  response?: RawResponse;
  body?: unknown;
  /** The body of a success may repeat the key; this is the body without it. */
  redacted?: () => unknown;
  error?: VehicleLookupError | undefined;
}

/** Sends a query once. Never rejects. */
export type Attempt = (operation: string, query: Query, init?: Init) => Promise<Answer>;

/**
 * Keeps the credentials: they leave it only in requests.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function attempts({ baseUrl, fetch, ...options }: RawOptions = {} as RawOptions): Attempt {
  const root = readBaseUrl(baseUrl);
  const account = options as Query;
  const names = [...identity, ...secrets];
  for (const name of names) if (typeof account[name] !== 'function') readCredential('connect', name, account[name]);

  return async (operation, query, init) => {
    const full = { ...query };
    const clean = (text: string) => secrets.reduce((rest, name) => redact(rest, `${full[name]}`), text);
    try {
      for (const name of names) {
        const given = account[name];
        full[name] =
          typeof given === 'function'
            ? readCredential(operation, name, await reveal(operation, name, given as () => unknown))
            : given;
      }
      init?.signal?.throwIfAborted();
      const { status, headers, body } = await send(root, full, { ...init, fetch: init?.fetch ?? fetch });
      const error = judge(operation, { status, headers, body }, clean);
      // Cleaned when somebody looks at them, which few do.
      const response = {
        status,
        get headers() {
          return redactHeaders(headers, clean);
        },
      };
      const redacted = () => redactJson(body, clean);
      return { response, body: error ? redacted() : body, redacted, error };
    } catch (fault) {
      return { error: networkError(operation, fault, clean, init?.signal) };
    }
  };
}

/** Asks a function of the caller. Whatever it throws may hold the secret, so it is not kept. */
const reveal = (operation: string, name: string, key: () => unknown): Promise<unknown> =>
  (async () => key())().catch(() => {
    throw new VehicleLookupError('invalid_argument', operation, `${name}: the function failed.`);
  });
