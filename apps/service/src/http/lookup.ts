import { type Resolution, resolveOperation } from '@vehicle-lookup/operations';
import type { Account } from '../accounts/accounts.ts';
import type { IsGone } from '../catalogue/catalogue.ts';
import { tooFast } from './allowance.ts';
import { createClaims } from './claim.ts';
import { ENVELOPE_END, envelopeStart } from './envelope.ts';
import type { Handlers } from './handlers.ts';
import { type Data, dataOf, partsOf } from './listing.ts';
import type { Charging, Stores } from './parts.ts';
import { readQuery } from './query.ts';
import { notImplemented, planRestriction, refusal, type Told, unauthorized } from './told.ts';

/** What may be said of a request in logs, metrics and traces; filled in on the way. */
export interface Seen {
  operation?: string;
  account?: number;
  charged: boolean;
  /** We could not answer, or not to the end. */
  failed?: boolean;
}

export interface Asked {
  /** The raw text after the question mark. */
  query: string;
  /** The caller's, for the lock-out. */
  address: string;
  isGone: IsGone;
  seen: Seen;
}

/** Sends an answer; resolves when its last part is sent or the caller has gone. */
export type Send = (told: Told) => Promise<void>;

export interface LookupParts extends Stores {
  handlers: Handlers;
  charge: Charging;
  now: () => Date;
}

/** A request that may have its data. */
interface Admitted {
  account: Account;
  operation: string;
  parameters: Record<string, string>;
}

const MALFORMED = 'Percent-encode the query as UTF-8: it holds an escape or a character that cannot be read.';
const WRONG_CREDENTIALS = 'The user is unknown or the key is wrong.';

/**
 * Answers a request to the interface. The order of the statuses is that of the assumption precedence: 401, 400, 403,
 * 429, then the data. The allowance is charged before the first byte is sent.
 * @throws what a store throws, with nothing sent and nothing charged, unless the list breaks off halfway
 */
export function createLookup(parts: LookupParts): (asked: Asked, send: Send) => Promise<void> {
  const { catalogues, handlers } = parts;
  const claims = createClaims(parts.quota, parts.charge);

  return async (asked, send) => {
    const admitted = await admit(parts, asked);
    if ('status' in admitted) return send(admitted);
    const { account, operation, parameters } = admitted;
    const handler = handlers.get(operation);
    if (!handler) return send(notImplemented);
    const refused = await claims.refuse(account);
    if (refused) return send(refused);
    await catalogues.use(async (catalogue) => {
      const data = await dataOf(await handler.find(catalogue, parameters, asked.isGone));
      try {
        // Whom nobody answers is not charged; what was found may be cut short.
        if (asked.isGone()) return;
        const taken = await claims.take(account, data !== undefined);
        if (taken.refused) return await send(taken.refused);
        asked.seen.charged = taken.charged;
        if (!data) return await send(refusal(404, handler.notFound, taken.headers));
        await send({ status: 200, headers: taken.headers, body: bodyOf(data, parts.now()) });
      } finally {
        await data?.more?.return?.();
      }
    });
  };
}

async function admit({ authenticator, burst }: LookupParts, { query, address, seen }: Asked): Promise<Admitted | Told> {
  const { pairs, malformed } = readQuery(query);
  const resolution = resolveOperation(pairs);
  noteOperation(resolution, seen);
  if (!resolution.ok && resolution.problem.status === 401) return unauthorized(resolution.problem.message);
  const authentication = await authenticator.authenticate(sent(pairs, 'user'), sent(pairs, 'key'), address);
  if (!authentication.ok) return unauthorized(WRONG_CREDENTIALS, authentication.retryAfterSeconds);
  const { account } = authentication;
  seen.account = account.id;
  // Every authenticated request counts, whatever becomes of it (assumption burst).
  const wait = burst.hit(account);
  if (malformed) return refusal(400, MALFORMED);
  if (!resolution.ok) return refusal(resolution.problem.status, resolution.problem.message);
  const { operation, parameters } = resolution;
  if (account.plan.excluded.includes(operation)) return planRestriction;
  if (wait !== undefined) return tooFast(account.plan, wait);
  return { account, operation, parameters };
}

function noteOperation(resolution: Resolution, seen: Seen): void {
  const operation = resolution.ok ? resolution.operation : resolution.problem.operation;
  if (operation !== undefined) seen.operation = operation;
}

const sent = (pairs: readonly [string, string][], wanted: string): string =>
  pairs.find(([name]) => name === wanted)?.[1] ?? '';

function bodyOf({ text, more }: Data, now: Date): Told['body'] {
  const start = envelopeStart(now) + text;
  return more ? partsOf(start, more, ENVELOPE_END) : start + ENVELOPE_END;
}
