import { maskSecrets } from '@vehicle-lookup/selectors';
import { identity, secrets } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { networkError } from './network-error.ts';
import { type RawOptions, readBaseUrl, readCredential } from './options.ts';
import { responseError } from './response-error.ts';
import { type Init, parse, type Query, send } from './send.ts';

/** The parts of a response that cannot contain the key: not its address, not its body. */
export interface RawResponse<Status extends number = number> {
  status: Status;
  headers: Headers;
}

/** The result of a request: a body, an error, or both. Nothing in it contains the key. */
export interface Answer {
  response?: RawResponse;
  body?: unknown;
  /** Returns the body with the key masked: the body of a success may repeat the key. */
  redacted?: () => unknown;
  error?: VehicleLookupError | undefined;
}

/** Sends a query once. Never rejects. */
export type Attempt = (operation: string, query: Query, init?: Init) => Promise<Answer>;

/**
 * Creates the function that adds the credentials to a query and sends it.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function createAttempt({ baseUrl, fetch, ...options }: RawOptions = {} as RawOptions): Attempt {
  const root = readBaseUrl(baseUrl);
  const account = options as Query;
  const names = [...identity, ...secrets];
  for (const name of names) if (typeof account[name] !== 'function') readCredential('connect', name, account[name]);

  return async (operation, query, init) => {
    const full = { ...query };
    const mask = (text: string) =>
      maskSecrets(
        text,
        secrets.map((name) => `${full[name]}`),
      );
    const maskJson = (value: object | undefined) => parse(mask(`${JSON.stringify(value)}`));
    try {
      for (const name of names) {
        const given = account[name];
        full[name] =
          typeof given === 'function'
            ? readCredential(operation, name, await callSecret(operation, name, given as () => unknown))
            : given;
      }
      init?.signal?.throwIfAborted();
      const sent = await send(root, full, { ...init, fetch: init?.fetch ?? fetch });
      const error = responseError(operation, sent, mask);
      // Masked on access, because few callers read them.
      const response = {
        status: sent.status,
        get headers() {
          return new Headers(maskJson([...sent.headers]) as [string, string][]);
        },
      };
      const redacted = () => maskJson(sent.body);
      return { response, body: error ? redacted() : sent.body, redacted, error };
    } catch (thrown) {
      return { error: networkError(operation, thrown, mask, init?.signal) };
    }
  };
}

/** Calls the function that returns a secret. What it throws may contain the secret, so it is not kept as the cause. */
async function callSecret(operation: string, name: string, secret: () => unknown): Promise<unknown> {
  try {
    return await secret();
  } catch {
    throw new VehicleLookupError('invalid_argument', operation, `${name}: the function failed.`);
  }
}
