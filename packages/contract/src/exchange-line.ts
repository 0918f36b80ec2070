import { leaks, maskSecrets, secretsOf } from '@vehicle-lookup/openapi/secrets';
import { operationTable } from './table.gen.ts';

/** An exchange to record: a request and its response. */
export interface ExchangeToRecord {
  method: string;
  /** URL with the query, which contains the credentials. */
  url: string;
  status: number;
  headers: Iterable<readonly [name: string, value: string]>;
  body: string;
  /** Start time in milliseconds since 1970. */
  started: number;
  milliseconds: number;
}

/**
 * Returns a line of NDJSON for `vehicle-lookup-contract judge`. Credentials are masked by name in the query, and by value
 * elsewhere. `echoed` lists the parts of the response that repeated a secret. A part in which the secret cannot be masked is
 * omitted.
 */
export function exchangeLine({ method, url, status, headers, body, started, milliseconds }: ExchangeToRecord): string {
  const { origin, pathname, search, searchParams } = new URL(url);
  const secrets = secretsOf(operationTable, search);
  const credentials = [...secrets, ...operationTable.credentials.flatMap((name) => searchParams.getAll(name))];
  const mask = (text: string): string | undefined => {
    const masked = maskSecrets(text, credentials);
    return leaks(masked, secrets) ? undefined : masked;
  };
  const isEcho = (text: string): boolean => leaks(text, secrets);
  const pairs = [...searchParams].map(([name, value]): [string, string] => [
    mask(name) ?? '***',
    operationTable.credentials.includes(name) && value !== '' ? '***' : (mask(value) ?? '***'),
  ]);
  const sent = [...headers];
  const kept = sent.flatMap(([name, value]) => {
    const [maskedName, maskedValue] = [mask(name), mask(value)];
    return maskedName === undefined || maskedValue === undefined ? [] : [[maskedName, maskedValue]];
  });
  const echoed = [
    ...sent.flatMap(([name, value]) => (isEcho(value) ? [{ header: mask(name) ?? '***' }] : [])),
    ...(isEcho(body) ? ['body'] : []),
  ];
  const response = { status, headers: kept, body: mask(body), ...(echoed.length > 0 ? { echoed } : {}) };
  const query = new URLSearchParams(pairs);
  return `${JSON.stringify({
    request: { method, url: `${origin}${pathname}${pairs.length > 0 ? `?${query}` : ''}` },
    response,
    started: new Date(started).toISOString(),
    milliseconds,
  })}\n`;
}
