import { maskSecrets, type OperationTable } from '@vehicle-lookup/operations';
import type { Breach } from './checks/breach.ts';
import { catalogue } from './checks/catalogue.ts';
import type { Finding, FindingLevel } from './finding.ts';
import { leaks } from './leak.ts';
import { reproduceLine, requestText } from './request.ts';
import type { Seen } from './seen.ts';

/** What decides how a breach is told. */
export interface Telling {
  table: OperationTable;
  address: string;
  secrets: readonly string[];
  enforce: boolean;
  strict: boolean;
}

const LEVELS: Partial<Record<string, FindingLevel>> = {
  network: 'error',
  'suite-fault': 'error',
  'clock-skew': 'warning',
  'undocumented-member': 'drift',
};

/** The breaches of one request as findings. */
export const findingsOf = (seen: Seen, telling: Telling): Finding[] =>
  seen.breaches.map((breach) => findingOf(seen, breach, telling));

/** One breach as a finding: what it rests on, whether it fails the run, and how to see it again. */
export function findingOf(
  { request }: Pick<Seen, 'request'>,
  breach: Breach,
  { table, address, secrets, enforce, strict }: Telling,
): Finding {
  const safe = (text: string) => (leaks(text, secrets) ? '***' : maskSecrets(text, secrets));
  const { code, assumption, pointer, expected, got, next } = breach;
  const level = assumption === undefined ? (LEVELS[code] ?? 'failure') : 'contradiction';
  const clause = assumption === undefined ? catalogue[code].clause : undefined;
  return {
    code: assumption ?? code,
    level,
    fails: level === 'failure' || (level === 'contradiction' && enforce) || (level === 'drift' && strict),
    ...(clause === undefined ? {} : { clause }),
    ...(assumption === undefined ? {} : { assumption }),
    operation: request.operation,
    status: request.status,
    ...(pointer === undefined ? {} : { pointer: safe(pointer) }),
    request: maskSecrets(requestText(request, table), secrets),
    reproduce: maskSecrets(reproduceLine(request, address, table.method, table.credentials), secrets),
    expected,
    got: safe(got),
    next,
  };
}

/** Whether a breach fails the run; the cell of its request is then wrong. */
export function failsCell(breach: Breach, { enforce }: Pick<Telling, 'enforce'>): boolean {
  if (breach.assumption !== undefined) return enforce;
  return LEVELS[breach.code] === undefined;
}
