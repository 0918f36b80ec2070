import { errorBody } from '@vehicle-lookup/contract';
import { describe, expect, test } from 'vitest';
import { NoVerdictError } from '../../src/index.ts';
import { html } from '../../src/renderings/html.ts';
import { junit } from '../../src/renderings/junit.ts';
import { markdown } from '../../src/renderings/markdown.ts';
import { metrics } from '../../src/renderings/metrics.ts';
import { badge } from '../../src/renderings/report-directory.ts';
import { sarif } from '../../src/renderings/sarif.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import type { RunReport } from '../../src/report/report.ts';
import { reportTests } from '../../src/report/tests.ts';
import { inSuccess, KEY, type ServiceFault, verifyWith } from '../support/service.ts';

type Options = Parameters<typeof verifyWith>[2];

const silentIn =
  (name: string, value: string): ServiceFault =>
  (right, { query }) =>
    query.get(name) === value ? 'silence' : right;
const upperCaseSlug = silentIn('brand', 'VOLKSWAGEN');
const wrongBody = inSuccess('getFluids', () => ({ body: { success: true } }));
const emptyName = inSuccess('listBrands', ({ data: [first, ...others], ...body }) => ({
  body: { ...body, data: [{ ...first, name: '' }, ...others] },
}));
const fingerprintOf = async () => (await verifyWith(wrongBody, 'full', { profile: 'smoke' })).findings[0]?.fingerprint;
const knownFindings = [{ fingerprint: (await fingerprintOf()) ?? '', reason: 'r', owner: 'o', expires: '2999-01-01' }];

const rejection = errorBody('It did not work.');
const withStatus =
  (status: number): ServiceFault =>
  (right) => ({ ...right, status, body: rejection });
const inOperation =
  (operation: string, fault: ServiceFault): ServiceFault =>
  (right, request) =>
    request.operation === operation && right.status === 200 ? fault(right, request) : right;
const withHeader: ServiceFault = (right) => ({ ...right, headers: { ...right.headers, 'x-powered-by': 'PHP/7.4' } });
function once(fault: ServiceFault): ServiceFault {
  let count = 0;
  return (right, request) => (++count === 3 ? fault(right, request) : right);
}
function lockedAfterWrongKey(): ServiceFault {
  let isLocked = false;
  return (right, { query }) => {
    if (isLocked) return { ...right, status: 401, body: rejection };
    isLocked = right.status === 401 && query.getAll('key').length === 1 && ![KEY, ''].includes(query.get('key') ?? '');
    return right;
  };
}

/** All outcomes of a run. */
const outcomes: [name: string, verdict: RunReport['verdict'], fault: ServiceFault | undefined, options?: Options][] = [
  ['a correct service', 'conformant', undefined],
  ['a service that violates a clause', 'not conformant', wrongBody],
  ['a violated clause that is a known finding', 'conformant', wrongBody, { profile: 'smoke', knownFindings }],
  ['a contradicted assumption', 'conformant', emptyName],
  ['a contradicted assumption that is enforced', 'not conformant', emptyName, { assumptions: 'enforce' }],
  ['a required request without a response', 'incomplete', silentIn('fluids', '1'), { profile: 'smoke' }],
  ['an invalid request without a response', 'incomplete', (right) => (right.status === 404 ? 'silence' : right)],
  ['a request only for an assumption without a response', 'incomplete', upperCaseSlug, { profile: 'deep' }],
  [
    'a required list without elements',
    'incomplete',
    inSuccess('getOemParts', (body) => ({ body: { ...body, data: [] } })),
  ],
  ['an undocumented field', 'conformant', inSuccess('listBrands', (body) => ({ body: { ...body, extra: 1 } }))],
  [
    'an undocumented field in a strict run',
    'not conformant',
    inSuccess('listBrands', (body) => ({ body: { ...body, extra: 1 } })),
    { strict: true },
  ],
  ['no response at all', 'no verdict', () => 'silence'],
  ['one 503, and a valid response to the retry', 'conformant', once(withStatus(503))],
  ['an operation that returns 503', 'not conformant', inOperation('getFluids', withStatus(503))],
  ['a required success that a limit rejects (429)', 'incomplete', inOperation('getFluids', withStatus(429))],
  ['an operation outside the plan (403)', 'conformant', inOperation('getOemParts', withStatus(403))],
  ['a value that is unknown to the service (404)', 'incomplete', inOperation('decodeVin', withStatus(404))],
  ['credentials that are rejected from the start (401)', 'no verdict', withStatus(401)],
  ['a lockout after an invalid key', 'conformant', lockedAfterWrongKey()],
  ['a response that is not HTTP', 'not conformant', inOperation('getFluids', () => ({ raw: 'SSH-2.0-OpenSSH\r\n' }))],
  [
    'an HTML page instead of the API',
    'no verdict',
    (right) => ({ ...right, status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Hello</p>' }),
  ],
  ['a warning', 'conformant', withHeader],
  ['a warning in a strict run', 'not conformant', withHeader, { strict: true }],
  ['an unused entry of the known findings', 'not conformant', undefined, { profile: 'smoke', knownFindings }],
  ['a run that is aborted by its user', 'incomplete', undefined, { signal: AbortSignal.abort() }],
];

const reportOf = (fault: ServiceFault | undefined, options: Options = {}): Promise<RunReport> =>
  verifyWith(fault, 'full', { profile: 'live', ...options }).catch((error: unknown) => {
    if (error instanceof NoVerdictError) return error.report;
    throw error;
  });

const EXIT = { conformant: 0, 'not conformant': 1, 'no verdict': 2, incomplete: 4 };

describe.each(outcomes)('of %s', (_, verdict, fault, options) => {
  test('all renderings agree', async () => {
    const report = await reportOf(fault, options);
    expect(report).toMatchObject({ verdict, exitCode: EXIT[verdict] });
    const isRight = verdict === 'conformant';
    const results = [...reportTests(report).values()].flat().map(({ result }) => result);
    expect(results.every((result) => result === 'passed' || result === 'skipped')).toBe(isRight);
    expect(/(failures|errors)="[1-9]/.test(junit(report))).toBe(!isRight);
    expect(/green$/.test(JSON.parse(badge(report)).color)).toBe(isRight);
    expect(metrics(report).match(/_conformant\{.*\} (\d)/)?.[1]).toBe(isRight ? '1' : '0');
    expect(JSON.parse(badge(report)).message.startsWith(verdict)).toBe(true);
    expect(metrics(report).match(/_exit_code\{.*\} (\d)/)?.[1]).toBe(String(EXIT[verdict]));
    const [{ properties, invocations }] = JSON.parse(sarif(report)).runs;
    expect(properties.verdict).toBe(verdict);
    expect(invocations).toMatchObject([{ exitCode: EXIT[verdict], executionSuccessful: verdict !== 'no verdict' }]);
    // A reader may see only one rendering, so each rendering must state the verdict.
    const headline = isRight ? 'conformant where it was tested' : verdict;
    expect(terminal(report).trimEnd().split('\n\n').at(-1)).toMatch(new RegExp(`^${headline}: `));
    expect(markdown(report)).toMatch(new RegExp(`^## . ${headline}: `));
    expect(html(report)).toContain(`data-verdict="${verdict}"`);
    expect(html(report)).toContain(`<title>${verdict}: `);
  });
});
