import { hash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { operationTable } from '@vehicle-lookup/contract';
import { explain, printableJson, UserError } from '@vehicle-lookup/toolkit/command-line';
import {
  createFrontServer,
  type HttpResponse,
  PRIVATE_HEADERS,
  readTarget,
  sendResponse,
} from '@vehicle-lookup/toolkit/http';
import type { CatalogueSource } from '../catalogue/catalogue.ts';
import { isDemonstration } from '../catalogue/version-name.ts';
import type { Accounts } from '../data-store/account-store.ts';
import { StorageError } from '../database/storage-error.ts';
import type { Metrics } from '../observability/metrics.ts';
import { rejection } from './lookup/responses.ts';

export interface AdminOptions {
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  stores: Pick<StoreWatch, 'status' | 'isAlive'>;
  /** Returns whether a request may read the metrics, and the reason if the service is not ready. */
  isAllowed: IsAllowed;
  /** Returns true while the service stops: it still responds, but should not receive new requests. */
  isStopping(): boolean;
}

/** Paths that return the state without a token, because some probes cannot send a token. */
const OPEN_PATHS = ['/health', '/ready'];
const METHODS = ['GET', 'HEAD'];

/** Creates the admin server (/health, /ready and /metrics) without starting it. A non-loopback address requires a token. */
export function createAdmin({ metrics, stores, isAllowed, isStopping }: AdminOptions): Server {
  const pages: Record<string, (mayKnow: boolean) => Promise<HttpResponse>> = {
    '/health': async () =>
      stores.isAlive() ? json(200, { status: 'ok' }) : json(503, { status: 'accounts or catalogue hang' }),
    '/ready': async (mayKnow) => {
      const { version, reason, accounts } = await stores.status();
      const stopping = isStopping();
      const catalogue = version !== undefined;
      const ready = catalogue && accounts && !stopping;
      const demonstration = isDemonstration(version);
      const facts = { ready, catalogue, version: version ?? null, demonstration, accounts, stopping, reason };
      return json(ready ? 200 : 503, mayKnow ? facts : { ready });
    },
    '/metrics': async () => ({
      status: 200,
      headers: { 'content-type': metrics.contentType },
      body: await metrics.text(),
    }),
  };

  const answer = async ({ method = '', url = '', headers }: IncomingMessage): Promise<HttpResponse> => {
    const { path } = readTarget(url);
    const mayKnow = isAllowed(headers.authorization);
    if (!mayKnow && !OPEN_PATHS.includes(path)) {
      return rejection(401, 'Send the bearer token in the Authorization header.', { 'www-authenticate': 'Bearer' });
    }
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    // The body differs from API errors, so that an API client at the wrong port fails visibly.
    if (!page) return json(404, { error: `The paths are ${Object.keys(pages).join(', ')}.` });
    return METHODS.includes(method) ? page(mayKnow) : rejection(405, 'Use GET.', { allow: METHODS.join(', ') });
  };
  return createFrontServer(
    operationTable,
    () => PRIVATE_HEADERS,
    async (request, outgoing) => {
      const response = await answer(request).catch(() => rejection(500, 'Server error.'));
      await sendResponse(outgoing, response, PRIVATE_HEADERS);
    },
    { requireHostHeader: true },
  );
}

const json = (status: number, facts: Record<string, unknown>): HttpResponse => ({
  status,
  headers: {},
  body: printableJson(facts),
});

/** The state of the stores, for the `/ready` response. */
interface StoreStatus {
  version: string | undefined;
  /** Reason why the catalogue cannot be read, and the next step. */
  reason?: string;
  accounts: boolean;
}

/** Checks of this process's stores, for probes. */
interface StoreWatch {
  /** Checks the stores. Concurrent calls share one check. */
  status(): Promise<StoreStatus>;
  /**
   * Returns false if the stores have not responded or failed within a minute: the process hangs, and a restart may help. A failing
   * store does not require a restart.
   */
  isAlive(): boolean;
  stop(): void;
}

/** Interval between checks. */
const INTERVAL_MS = 10_000;
const SILENT_MS = 60_000;
const ANY_VEHICLE = 1;

/** Checks the stores at regular intervals. */
export function watchStores(
  catalogues: CatalogueSource,
  accounts: Pick<Accounts, 'ping'>,
  onStorageError: (error: StorageError) => void,
): StoreWatch {
  let respondedAt = performance.now();
  let trying: Promise<StoreStatus> | undefined;

  async function tryStores(): Promise<StoreStatus> {
    const reading = catalogues.use(async (catalogue) => {
      await catalogue.vehicle(ANY_VEHICLE);
      return { version: catalogue.version };
    });
    const pinging = accounts.ping().then(() => true);
    const [catalogue, canPing] = await Promise.all([
      reading.catch((error: unknown) => ({ version: undefined, reason: explain(error) })),
      pinging.catch((error: unknown) => {
        if (error instanceof StorageError) onStorageError(error);
        return false;
      }),
    ]);
    [trying, respondedAt] = [undefined, performance.now()];
    return { ...catalogue, accounts: canPing };
  }
  const status = (): Promise<StoreStatus> => {
    trying ??= tryStores();
    return trying;
  };
  const timer = setInterval(status, INTERVAL_MS).unref();
  return { status, isAlive: () => performance.now() - respondedAt < SILENT_MS, stop: () => clearInterval(timer) };
}

/** Minimum length of a token; a shorter token could be guessed. */
const SHORTEST = 16;

/** Returns whether the value of an Authorization header contains the token. */
type IsAllowed = (authorization: string | undefined) => boolean;

/**
 * Reads the token of the admin port from a file, so that the token is not visible in process lists.
 * @param file if undefined, every request is allowed
 * @throws UserError if the file does not contain a valid token; the message does not contain the token
 */
export function readAdminToken(file: string | undefined): IsAllowed {
  if (file === undefined) return () => true;
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UserError(`${file}: ${explain(error)}. Set --admin-token-file to a file with the token`);
  }
  if (token.length < SHORTEST || /[^\x21-\x7e]/.test(token)) {
    throw new UserError(
      `${file}: expected a token of at least ${SHORTEST} visible characters, such as the output of: openssl rand -hex 32`,
    );
  }
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  const expected = digest(token);
  return (authorization = '') => timingSafeEqual(digest(authorization.replace(/^Bearer +/i, '')), expected);
}
