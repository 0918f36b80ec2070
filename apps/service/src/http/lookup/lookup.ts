import type { IncomingHttpHeaders } from 'node:http';
import { type OperationId, operationTable, resolveOperation } from '@vehicle-lookup/contract';
import { type HttpResponse, headerCredentials, malformedQuery, readQuery } from '@vehicle-lookup/toolkit/http';
import type { Account } from '../../accounts/account.ts';
import type { Catalogue, CatalogueSource, IsDisconnected } from '../../catalogue/catalogue.ts';
import type { Admit } from '../../limits/admission.ts';
import type { Quota } from '../../quota/quota.ts';
import { type ChargeEvents, createMeter } from './meter.ts';
import { handlerOf } from './operations.ts';
import { bodyOf, readData } from './response-data.ts';
import {
  notImplemented,
  planRestriction,
  rejection,
  tooManyPerSecond,
  tooManySearches,
  unauthorized,
  wrongCredentials,
} from './responses.ts';
import { Searches } from './searches.ts';

/** The request data for logs, metrics and traces, which are set while the request is processed. */
export interface Observation {
  operation?: string;
  account?: number;
  charged: boolean;
  /** True if the service could not send the complete response. */
  failed?: boolean;
  /** True if the client was disconnected because it read the response too slowly. */
  slow?: boolean;
}

export interface LookupRequest {
  /** Raw query string after the question mark. */
  query: string;
  /** Request headers, which may contain credentials. */
  headers: IncomingHttpHeaders;
  /** Client address, for the lockout. */
  address: string;
  isDisconnected: IsDisconnected;
  observation: Observation;
  /** Called if an abandoned search is charged after its request was logged. */
  onLateCharge(): void;
}

export interface Stores {
  catalogues: CatalogueSource;
  admit: Admit;
  quota: Quota;
}

export interface LookupOptions extends Stores, ChargeEvents {
  /** Called when a request is rejected because its pair of user and address is locked out for another `seconds` seconds. */
  onLockedOut(user: string, address: string, seconds: number): void;
}

/**
 * Returns a function that processes an API request. Errors are checked in the order of the `precedence` assumption: 401, 400,
 * 403, 429, then the data. The allowance is charged before the first byte is sent. A request accesses the accounts, the catalogue
 * and the quota once each. `send` resolves when the last part is sent or the client has disconnected.
 * @throws errors from the stores, before a response is sent or charged, unless a long list fails half-way
 */
export function createLookup(
  options: LookupOptions,
): (request: LookupRequest, send: (response: HttpResponse) => Promise<void>) => Promise<void> {
  const { catalogues, quota } = options;
  const meter = createMeter(quota, options);
  const searches = new Searches();

  return async (request, send) => {
    const authorized = await authorize(options, request);
    if ('status' in authorized) return send(authorized);
    const { account, operation, parameters } = authorized;
    const { isDisconnected, observation } = request;
    const handler = handlerOf(operation);
    if (!handler) return send(notImplemented);
    const rejected = await meter.rejectExhausted(account);
    if (rejected) return send(rejected);
    const isSearch = handler.isSearch?.(parameters) ?? false;
    const endSearch = isSearch ? searches.begin(account.id) : () => undefined;
    if (!endSearch) return send(tooManySearches);
    const work = async (catalogue: Catalogue) => {
      const data = await readData(await handler.find(catalogue, parameters, isDisconnected));
      try {
        // The result may be incomplete. Only a client's repeated disconnects are charged.
        if (isDisconnected()) {
          const isCharged = isSearch && searches.abandon(account.id);
          if (isCharged && !(await meter.charge(account, operation)).rejected) request.onLateCharge();
          return;
        }
        const metered = await meter.charge(account, data && operation);
        if (metered.rejected) return await send(metered.rejected);
        observation.charged = data !== undefined;
        // The header identifies the data in the response, for example the demonstration.
        const headers = { ...metered.headers, 'x-catalogue-version': catalogue.version };
        if (!data) return await send(rejection(404, handler.notFound, headers));
        await send({ status: 200, headers, body: bodyOf(data) });
      } finally {
        await data?.rest?.return?.();
      }
    };
    try {
      await catalogues.use(work);
    } finally {
      endSearch();
    }
  };
}

async function authorize(
  { admit, onLockedOut }: LookupOptions,
  { query, headers, address, observation }: LookupRequest,
): Promise<{ account: Account; operation: OperationId; parameters: Record<string, string> } | HttpResponse> {
  const { pairs: sent, malformed } = readQuery(query);
  const pairs = [...sent, ...headerCredentials(operationTable, sent, headers)];
  const resolution = resolveOperation(pairs);
  const asked = resolution.ok ? resolution.operation : resolution.error.operation;
  if (asked !== undefined) observation.operation = asked;
  if (!resolution.ok && resolution.error.status === 401) return unauthorized(resolution.error.message);
  // Every authenticated request counts towards the per-second limit, regardless of its response (assumption burst).
  const user = credential(pairs, 'user');
  const admission = await admit(user, credential(pairs, 'key'), address);
  if (admission.outcome === 'wrong-credentials') return wrongCredentials();
  if (admission.outcome === 'locked-out') {
    onLockedOut(user, address, admission.retryAfterSeconds);
    return wrongCredentials(admission.retryAfterSeconds);
  }
  const { account } = admission;
  observation.account = account.id;
  if (malformed) return malformedQuery(operationTable);
  if (!resolution.ok) return rejection(resolution.error.status, resolution.error.message);
  const { operation, parameters } = resolution;
  if (account.plan.excluded.includes(operation)) return planRestriction;
  if (admission.outcome === 'too-fast') return tooManyPerSecond(account.plan);
  return { account, operation, parameters };
}

const credential = (pairs: readonly [string, string][], wanted: string): string =>
  pairs.find(([name]) => name === wanted)?.[1] ?? '';
