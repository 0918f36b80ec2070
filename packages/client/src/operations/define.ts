import type { CallRecord } from '../call/call-record.ts';
import { networkError } from '../call/no-response.ts';
import { reject } from '../call/options.ts';
import { type ClientResponse, parse } from '../call/response.ts';
import type { Connection } from '../client/connection.ts';
import type { CallInit, QueryParameters } from '../client/options.ts';
import { failureText, statuses } from '../contract/contract.gen.ts';
import type { VehicleLookupError } from '../errors.ts';
import { isObject } from '../json.ts';
import type { Parser } from '../parse/parser.ts';
import type { InputReader } from './input.ts';
import { type AnyResult, type ResultPromise, resultPromise } from './result.ts';

/** A property that every operation function has. */
export interface Queried {
  /**
   * Returns the query for a request, without the credentials. Equivalent inputs produce the same query.
   * @throws VehicleLookupError `invalid_argument` for inputs that the document does not allow
   */
  query(...inputs: unknown[]): QueryParameters;
}

/** An operation without its generated types. The inputs are positional arguments, followed by the options. */
export type OperationMethod = Queried &
  ((connection: Connection, ...given: never[]) => ResultPromise<AnyResult, AnyResult>);

/** Creates the function that calls an operation, with the selectors of its query. */
export function define<F>(
  id: string,
  selectors: QueryParameters,
  inputs: Record<string, InputReader>,
  parse: Parser<unknown>,
): F {
  const readers = Object.entries(inputs);

  const query = (...given: unknown[]): QueryParameters => {
    const made: QueryParameters = { ...selectors };
    readers.forEach(([name, { read, expected, found }], index) => {
      const value = read(given[index]);
      made[name] = value === undefined ? reject(id, name, expected, given[index], found?.(given[index])) : value;
    });
    return made;
  };

  const call = (connection: Connection, given: unknown[]): Promise<AnyResult> =>
    connection.run(id, async (record) => {
      let response: ClientResponse | undefined;
      try {
        const options = given[readers.length] as CallInit | undefined;
        response = await connection.request(query(...given), record, options);
        return response.error ? failure(response.error, response, record) : success(response, parse(response.body, id));
      } catch (thrown) {
        return failure(networkError(id, thrown, record.mask, 'the request failed'), response, record);
      }
    });

  const operation = (connection: Connection, ...given: unknown[]) => resultPromise(call(connection, given));
  return Object.assign(operation, { query }) as F;
}

const success = ({ status, headers, body }: ClientResponse, parsed: ReturnType<Parser<unknown>>): AnyResult =>
  Object.assign({ ok: true as const, status, headers, raw: body }, parsed);

/** Returns a failure. @param response absent if there is none; an unparsable success body may contain the key */
function failure(error: VehicleLookupError, response: ClientResponse | undefined, record: CallRecord): AnyResult {
  record.fail(error);
  if (!response) return { ok: false, error };
  const { status, headers } = response;
  Object.assign(error, { status, headers });
  const body = response.body && parse(record.mask(JSON.stringify(response.body)));
  // The type of a declared status determines the type of the body.
  const isAsDeclared = isObject(body) && typeof body[failureText] === 'string';
  const isStated = isAsDeclared || !statuses.includes(status);
  return { ok: false, error, ...(body && { body }), ...(isStated && { status }) };
}
