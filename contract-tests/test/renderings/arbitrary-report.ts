import type { FindingLevel } from '@vehicle-lookup/toolkit/findings';
import fc from 'fast-check';
import type { Union, UnionEntry } from '../../src/history/union.ts';
import type { Profile, RunTarget } from '../../src/plan/profile.ts';
import type { RunFinding } from '../../src/report/findings.ts';
import type {
  AssumptionResult,
  Cell,
  CellState,
  CredentialCell,
  Drift,
  FieldCoverage,
  RequestResult,
  RunReport,
  RunVerdict,
  VerifiedClause,
} from '../../src/report/report.ts';
import { exitCodeOf } from '../../src/report/verdict.ts';

/** An arbitrary for each field, including optional fields. The compiler reports a missing field. */
type Members<T> = { [Name in keyof Required<T>]: fc.Arbitrary<Required<T>[Name]> };

/** Creates an arbitrary for the names of a union. The compiler reports a missing name. */
const oneOf = <Name extends string>(names: Record<Name, true>): fc.Arbitrary<Name> =>
  fc.constantFrom(...(Object.keys(names) as Name[]));

const record = <T>(members: Members<T>, optional: readonly (keyof T)[] = []): fc.Arbitrary<T> =>
  fc.record(members, {
    requiredKeys: (Object.keys(members) as (keyof T)[]).filter((name) => !optional.includes(name)),
  }) as fc.Arbitrary<T>;

/** Strings that a hostile service may send. */
const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  ']]><!-- & &amp; &#0; "\' -->',
  '| a | b |\n| --- | --- |',
  '``` ~~~ `x` **b** [l](http://evil.example) ![i](http://evil.example/i.png) www.evil.example @octocat :tada:',
  '\u001b[31mred\u001b[0m\u0007\u0000\r\nconformant: everything\u0085\u2028',
  '\u202egnp.exe\u200b\ufeff\ufffe\ud800',
  '# h\n- l\n> q\n<details>',
  '1) - + a',
];
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE, 'x'.repeat(2000)), { maxLength: 3 }).map((parts) => parts.join(' ')),
);
const count = fc.nat({ max: 500 });
const state = oneOf<CellState>({ pass: true, fail: true, error: true, 'not-applicable': true, 'not-observed': true });
const status = fc.constantFrom('200', '400', '401', '403', '404', '429', '500');

const cell = record<Cell>(
  { operation: text, status, envelope: text, state, required: fc.boolean(), reason: text, answers: count },
  ['envelope', 'reason'],
);
const credential = record<CredentialCell>(
  {
    credential: text,
    fault: oneOf<CredentialCell['fault']>({
      absent: true,
      empty: true,
      twice: true,
      'made-up': true,
      'another-account': true,
      'constructor-name': true,
      'proto-name': true,
      cut: true,
      longer: true,
      'other-case': true,
    }),
    state,
    required: fc.boolean(),
    reason: text,
    operations: fc.array(text, { maxLength: 2 }),
  },
  ['reason'],
);
const request = record<RequestResult>(
  {
    id: text,
    clause: text,
    assumption: text,
    milliseconds: count,
    operation: text,
    status,
    why: text,
    request: text,
    answered: fc.integer({ min: 100, max: 599 }),
    state: oneOf<RequestResult['state']>({
      pass: true,
      fail: true,
      error: true,
      'not-observed': true,
      'not-applicable': true,
    }),
    codes: fc.array(text, { maxLength: 2 }),
  },
  ['answered', 'clause', 'assumption', 'milliseconds'],
);
const finding = record<RunFinding>(
  {
    code: fc.oneof(text, fc.constantFrom('schema', 'status', 'network', 'several-selectors')),
    title: text,
    level: oneOf<FindingLevel>({ failure: true, contradiction: true, error: true, warning: true, drift: true }),
    fails: fc.boolean(),
    clause: text,
    assumption: text,
    words: text,
    reading: text,
    operation: text,
    status,
    pointer: text,
    variant: text,
    request: text,
    reproduce: text,
    expected: text,
    got: text,
    received: text,
    scope: text,
    next: text,
    fingerprint: text,
    known: text,
    cause: text,
  },
  [
    'clause',
    'assumption',
    'title',
    'scope',
    'words',
    'reading',
    'pointer',
    'variant',
    'received',
    'fingerprint',
    'known',
    'cause',
  ],
);
const assumption = record<AssumptionResult>({
  id: text,
  statement: text,
  state: oneOf<AssumptionResult['state']>({
    confirmed: true,
    contradicted: true,
    'not-observed': true,
    'not-observable': true,
  }),
  how: text,
});
const drift = record<Drift>({
  operation: text,
  status,
  pointer: text,
  types: fc.array(text, { maxLength: 3 }),
  count,
});
const clause = record<VerifiedClause>({
  id: text,
  words: text,
  state: oneOf<VerifiedClause['state']>({
    observed: true,
    contradicted: true,
    'not-asked': true,
    'not-observable': true,
  }),
  how: text,
});
const moment = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const consultations = record<RunReport['requests']['consultations']>(
  { planned: count, spent: count, budget: count, left: count },
  ['budget', 'left'],
);
const union = record<UnionEntry>({
  name: text,
  state: oneOf<UnionEntry['state']>({ pass: true, fail: true }),
  since: moment,
  last: moment,
  isStale: fc.boolean(),
});
const unions = fc.array(union, { maxLength: 2 });
const spending = record<RunReport['requests']>(
  { planned: count, spent: count, budget: count, left: count, consultations, stopped: text },
  ['budget', 'left', 'stopped'],
);

const fields = fc.array(
  record<FieldCoverage>(
    {
      name: text,
      operations: fc.array(text, { maxLength: 2 }),
      state: oneOf<FieldCoverage['state']>({ 'never-seen': true, 'only-empty': true, 'with-value': true }),
      last: moment,
    },
    ['last'],
  ),
  { maxLength: 3 },
);

const list = <T>(one: fc.Arbitrary<T>, maxLength = 6) => fc.array(one, { maxLength });
/** Cells with distinct responses, because a document declares each response once. */
const cells = fc.uniqueArray(cell, {
  maxLength: 30,
  selector: ({ operation, status: own, envelope }) => JSON.stringify([operation, own, envelope]),
});

/** Any report that the model allows, including strings from a hostile service. */
export const anyReport: fc.Arbitrary<RunReport> = record<RunReport>(
  {
    format: fc.constant(1),
    contract: record<RunReport['contract']>({ title: text, version: text }),
    suite: text,
    label: text,
    started: moment,
    seconds: fc.integer({ min: 0, max: 100_000 }).map((milliseconds) => milliseconds / 1000),
    target: oneOf<RunTarget>({ mock: true, service: true }),
    profile: oneOf<Profile>({ smoke: true, live: true, full: true, deep: true, mock: true, traffic: true }),
    seed: count,
    assumptionsMode: oneOf<RunReport['assumptionsMode']>({ report: true, enforce: true }),
    strict: fc.boolean(),
    address: text,
    verdict: oneOf<RunVerdict>({ conformant: true, 'not conformant': true, incomplete: true, 'no verdict': true }),
    exitCode: fc.constant(0),
    failure: text,
    requests: spending,
    cells,
    credentials: list(credential),
    made: list(request),
    findings: list(finding, 12),
    assumptions: list(assumption),
    clauses: list(clause),
    notTested: record<RunReport['notTested']>({
      assumptions: list(text),
      clauses: list(text),
      inLargerProfiles: list(text),
    }),
    fields,
    drift: list(drift),
    history: record<Union>({ requests: count, cells: unions, clauses: unions, assumptions: unions, fields }),
    notes: list(text, 3),
  },
  ['failure', 'label', 'history'],
).map((report) => ({ ...report, exitCode: exitCodeOf(report.verdict) }));
