import { operationTable } from '@vehicle-lookup/contract';
import type { Basis } from '@vehicle-lookup/openapi/selectors';
import { checkOf, levelOf } from './checks/index.ts';
import type { Violation } from './checks/violation.ts';
import { defined } from './defined.ts';
import { judgeResponse } from './judge/judge-response.ts';
import { trafficRequest } from './judge/traffic-request.ts';
import { loadContract } from './load-contract.ts';
import type { VerifiedContract } from './plan/contract.ts';
import { derivedSecrets } from './plan/credentials.ts';
import { contractDocument } from './plan/document.ts';
import type { Pair, Request } from './plan/request.ts';
import { basisOf, queryError } from './plan/requests/invalid-requests.ts';
import { withoutSecrets } from './run/request-text.ts';
import { isResponse } from './run/response.ts';
import { withholdSecrets } from './run/response-source.ts';

/** A request that another program sent, and the response to it. */
export interface JudgedExchange {
  method: string;
  /** The query of the request, including credentials. */
  query: string;
  /** Whether the request has credentials in headers, so that the query does not show whether they are valid. */
  hasOtherCredentials: boolean;
  /** The URL of the request without its query. */
  address: string;
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  /** The secrets of the request, which violations must not repeat. */
  secrets: readonly string[];
}

/** A violation of the contract by one response; `code` is the code that the suite reports. */
export interface ExchangeViolation extends Basis {
  code: string;
  /** The JSON Pointer in the body, or the name of the header. */
  place?: string;
  expected: string;
  got: string;
}

/** Returns the violations of one response, without warnings. Does not send requests. */
export function judgeExchange(exchange: JudgedExchange): ExchangeViolation[] {
  const secrets = [...exchange.secrets, ...exchange.secrets.flatMap(derivedSecrets)];
  const { status, body, method, address } = exchange;
  const headers = exchange.headers.map(([name, value]): [string, string] => [name, value]);
  const response = withholdSecrets({ status, headers, body }, secrets);
  if (!isResponse(response)) return [];
  const contract = loadContract(contractDocument(), operationTable);
  const request = requestOf(exchange, contract);
  const { violations } = judgeResponse(
    response,
    method === operationTable.method ? request : { ...request, method },
    contract,
    { earlier: () => undefined, address },
  );
  return violations.filter(({ code }) => levelOf(code) === 'failure').map((violation) => shown(violation, secrets));
}

/** Returns the request that a query represents. An ambiguous query, such as a query with two errors, may return any error status. */
function requestOf({ query, hasOtherCredentials, status }: JudgedExchange, contract: VerifiedContract): Request {
  const { table } = contract;
  const pairs: Pair[] = [...new URLSearchParams(query)];
  const known = trafficRequest(contract, pairs, status, hasOtherCredentials);
  if (known) return known;
  const others = pairs.filter(([name]) => !table.credentials.includes(name));
  const error = queryError(table, others);
  const operation = error?.operation ?? table.operations[0]?.id ?? '';
  const expected =
    error === undefined || status >= 400
      ? { kind: 'rejection' as const, status: String(status), rests: {} }
      : { kind: error.kind, status: String(error.status), rests: basisOf(error) };
  return { id: `${operation} ${expected.kind}`, operation, query: others, ...expected };
}

function shown(violation: Violation, secrets: readonly string[]): ExchangeViolation {
  const { code, pointer, header, expected, got, clause = checkOf(code)?.clause, assumption } = violation;
  const place = header ?? pointer;
  return {
    code,
    ...(place === undefined || place === '' ? {} : { place }),
    expected,
    got: withoutSecrets(got, secrets),
    ...basisOf(defined({ clause, assumption })),
  };
}
