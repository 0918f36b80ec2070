import { describe, expect, test } from 'vitest';
import { NoVerdictError } from '../../src/index.ts';
import { badge } from '../../src/renderings/badge.ts';
import { html } from '../../src/renderings/html/page.ts';
import { createTests, junit } from '../../src/renderings/junit.ts';
import { markdown } from '../../src/renderings/markdown.ts';
import { metrics } from '../../src/renderings/metrics.ts';
import { sarif } from '../../src/renderings/sarif.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { assumptionOutcome, cellOutcome, credentialOutcome, runOutcome } from '../../src/report/outcome.ts';
import type { RunReport } from '../../src/report/report.ts';
import { inSuccess, type ServiceFault, verifyWith } from '../support/service.ts';

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

/** Every way in which a run can end. */
const outcomes: [name: string, verdict: RunReport['verdict'], fault: ServiceFault | undefined, options?: Options][] = [
  ['a right service', 'conformant', undefined],
  ['a service that breaks a clause', 'not conformant', wrongBody],
  ['a broken clause that is known', 'conformant', wrongBody, { profile: 'smoke', knownFindings }],
  ['a contradicted assumption', 'conformant', emptyName],
  ['a contradicted assumption that is enforced', 'not conformant', emptyName, { assumptions: 'enforce' }],
  ['a required request without a reply', 'incomplete', silentIn('fluids', '1'), { profile: 'smoke' }],
  ['a wrong request without a reply', 'incomplete', (right) => (right.status === 404 ? 'silence' : right)],
  ['a request for an assumption alone without a reply', 'incomplete', upperCaseSlug, { profile: 'deep' }],
  [
    'a required list without elements',
    'incomplete',
    inSuccess('getOemParts', (body) => ({ body: { ...body, data: [] } })),
  ],
  ['an undocumented member', 'conformant', inSuccess('listBrands', (body) => ({ body: { ...body, extra: 1 } }))],
  [
    'the same in a strict run',
    'not conformant',
    inSuccess('listBrands', (body) => ({ body: { ...body, extra: 1 } })),
    { strict: true },
  ],
  ['no reply at all', 'no verdict', () => 'silence'],
];

const reportOf = (fault: ServiceFault | undefined, options: Options = {}): Promise<RunReport> =>
  verifyWith(fault, 'full', { profile: 'live', ...options }).catch((error: unknown) => {
    if (error instanceof NoVerdictError) return error.report;
    throw error;
  });

const EXIT = { conformant: 0, 'not conformant': 1, 'no verdict': 2, incomplete: 4 };

describe.each(outcomes)('of %s', (_, verdict, fault, options) => {
  test('every rendering says the same', async () => {
    const report = await reportOf(fault, options);
    expect(report).toMatchObject({ verdict, exitCode: EXIT[verdict] });
    const isRight = verdict === 'conformant';
    const { parts, run } = createTests(report);
    const results = [...parts, run].flatMap(({ tests }) => tests.map(({ result }) => result));
    expect(results.every((result) => result === 'passed' || result === 'skipped')).toBe(isRight);
    expect(/(failures|errors)="[1-9]/.test(junit(report))).toBe(!isRight);
    const vitest = [
      ...report.cells.map((cell) => cellOutcome(cell, report)),
      ...report.credentials.map((cell) => credentialOutcome(cell, report)),
      ...report.assumptions.map(({ id }) => assumptionOutcome(id, report)),
      runOutcome(report),
    ];
    expect(vitest.every((outcome) => 'pass' in outcome || 'skip' in outcome)).toBe(isRight);
    expect(/green$/.test(JSON.parse(badge(report)).color)).toBe(isRight);
    expect(metrics(report).match(/_conformant\{.*\} (\d)/)?.[1]).toBe(isRight ? '1' : '0');
    expect(JSON.parse(sarif(report)).runs[0].properties.verdict).toBe(verdict);
    for (const text of [terminal(report), markdown(report), html(report)]) expect(text).toContain(verdict);
  });
});
