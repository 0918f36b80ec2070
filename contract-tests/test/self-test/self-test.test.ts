import { operationTable } from '@vehicle-lookup/contract';
import { readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { describe, expect, test } from 'vitest';
import { catalogue, type NamedFault } from '../../self-test/catalogue.ts';
import { accounts, KEY, USER } from '../../self-test/correct-service.ts';
import { program } from '../../self-test/mutants.ts';
import { verifyFaulty } from '../../self-test/run.ts';
import { flagged, measure, type ScoreOptions, survivors, tallies } from '../../self-test/score/score.ts';
import {
  clauseResults,
  scoreJson,
  scoreText,
  unbrokenClauses,
  unobservableClauses,
} from '../../self-test/score/score-text.ts';
import { faultClasses } from '../../self-test/service.ts';
import { startByName } from '../../self-test/start.ts';
import { checksOf } from '../../src/checks/assumption-check.ts';
import { assumptionChecks } from '../../src/checks/assumptions/index.ts';
import { checks } from '../../src/checks/index.ts';
import { valueRules } from '../../src/checks/values/index.ts';
import { RunError } from '../../src/index.ts';
import { contractDocument } from '../../src/plan/document.ts';
import { runHere } from '../support/command.ts';

const ids = operationTable.operations.map(({ id }) => id);
const score = await measure();

describe('a service that', () => {
  const seen = score.faulty.flatMap((own) => ('code' in own.service ? [{ ...own, code: own.service.code }] : []));

  test.each(seen.map((own) => [own.service.says, own] as const))(
    '%s is reported with the expected code, operation and clause',
    (_, own) => {
      const { failing, code, service } = own;
      const { operations, clause } = service as typeof service & { clause?: string };
      const here = failing.filter(({ operation }) => operations === undefined || operations.includes(operation));
      expect(here.map((finding) => finding.code)).toContain(code);
      if (clause !== undefined) expect(here.map((finding) => finding.clause)).toContain(clause);
    },
  );

  const silent = score.faulty.filter(({ service }) => !('code' in service));

  test.each(silent.map((own) => [own.service.says, own] as const))('%s has no finding', (_, own) => {
    expect(own.failing).toEqual([]);
    expect(own.outcome).toBe('incomplete' in own.service ? 'incomplete' : 'survived');
  });
});

describe('a correct service that', () => {
  const named = score.correct.map((own) => [own.service.says, own] as const);

  test.each(named)('%s is conformant', (_, { service, report, falseAlarms }) => {
    expect(falseAlarms).toEqual([]);
    expect(new Set(report.findings.map(({ code }) => code))).toEqual(new Set(service.reports ?? []));
    expect(report.verdict).toBe(service.incomplete === undefined ? 'conformant' : 'incomplete');
  });
});

describe('the catalogue of faults', () => {
  test('has six classes of faults, and the suite finds at least 98 % of the faults', () => {
    const counts = tallies(score);
    expect(counts.map((count) => count.class)).toEqual([...faultClasses, 'all']);
    for (const { faults } of counts) expect(faults).toBeGreaterThan(20);
    const { faults = 0, failed = 0, incomplete = 0 } = counts.at(-1) ?? {};
    expect((failed + incomplete) / faults).toBeGreaterThanOrEqual(0.98);
    expect(survivors(score)).toEqual([]);
    expect(score.correct.length).toBeGreaterThanOrEqual(65);
  });

  test.each(ids)('has at least five faults that affect only %s or similar operations', (id) => {
    const own = catalogue.faulty.filter(({ service }) => service.operations?.includes(id));
    expect(own.length).toBeGreaterThanOrEqual(5);
  });

  test('names only existing operations and has unique service names', () => {
    const all = [...catalogue.faulty, ...catalogue.correct];
    expect(ids).toEqual(expect.arrayContaining([...new Set(all.flatMap(({ service }) => service.operations ?? []))]));
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});

describe('every clause of the specification', () => {
  const clauses = clauseResults(score);

  test('is named in the finding about a faulty service, or has a reason why it cannot be named', () => {
    expect(clauses.length).toBeGreaterThan(130);
    expect(unbrokenClauses(clauses)).toEqual([]);
    expect(clauses.filter(({ namedOf, reason }) => namedOf.length > 0 && reason !== undefined)).toEqual([]);
  });

  test('that has such a reason exists in the document', () => {
    const known = new Set(clauses.map(({ clause }) => clause));
    expect(Object.keys(unobservableClauses).filter((clause) => !known.has(clause))).toEqual([]);
  });

  test('is listed in the JSON score', () => {
    expect(JSON.parse(scoreJson(score)).clauses).toContainEqual({
      clause: 'endpoints.getFluids',
      namedOf: expect.arrayContaining(['schema/one-fluid-alone']),
    });
    expect(scoreText(score)).toMatch(/\n\d+ of \d+ clauses are named; --json states why the others are not\n/);
  });
});

test('every clause that a check or a value rule names exists in the document', async () => {
  const clauses = readClauses(contractDocument());
  const named = [...checks.flatMap(({ clause }) => clause ?? []), ...valueRules.flatMap(({ clause }) => clause ?? [])];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((clause) => !clauses.has(clause))).toEqual([]);
});

test('every operation that a value rule names exists in the document', () => {
  const ids = operationTable.operations.map(({ id }) => id as string);
  const named = valueRules.flatMap(({ operations }) => operations);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

describe('without the check', () => {
  // These checks do not fail a run against a service: errors, warnings and drift, a check for mocks only, and the
  // header check, because all headers are based on assumptions.
  const warnings = checks.flatMap(({ code, level }) => (level ? [code] : []));
  const others = [...warnings, 'not-exercised', 'header'];
  const failing = checks.map(({ code }) => code).filter((code) => !others.includes(code));

  test.each(failing)('%s a fault survives', survivesWithout);
});

describe('without the check of the assumption', async () => {
  // A response that matches its schema cannot contradict these assumptions.
  const others = ['additional-fields', 'simplified-vehicle', 'type-years-open', 'www-authenticate', 'envelopes'];
  const ofDocument = checksOf(readAssumptions(contractDocument()), assumptionChecks);

  test.each([...ofDocument.keys()].filter((id) => !others.includes(id)))('%s a fault survives', survivesWithout);
});

async function survivesWithout(code: string): Promise<void> {
  const own = catalogue.faulty.filter(({ service }) => 'code' in service && service.code === code);
  expect(await anySurvivor(own, code)).toBe(true);
}

async function anySurvivor(faults: NamedFault[], code: string): Promise<boolean> {
  for (const fault of faults) {
    const { failing } = await verifyFaulty(fault, { without: [code] });
    if (failing.length === 0) return true;
  }
  return false;
}

test('every value rule finds a fault that no other rule or check finds', async () => {
  const sentences = valueRules.map(({ expected }) => expected);
  const alone = score.faulty.flatMap(({ failing }) => {
    const expected = [...new Set(failing.map((finding) => finding.expected))];
    return expected.length === 1 ? expected : [];
  });
  expect(alone).toEqual(expect.arrayContaining([...new Set(sentences)]));
});

test('a service from the catalogue can be started by name', async () => {
  const { url, close } = await startByName('byte-order-mark');
  const body = new Uint8Array(
    await (await fetch(`${url}/api/?${new URLSearchParams({ user: USER, key: KEY, brands: '1' })}`)).arrayBuffer(),
  );
  await close();
  expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  await expect(startByName('no-such-fault')).rejects.toThrow(RunError);
});

describe('the score', () => {
  const [first] = score.faulty;
  const lost = { ...score, faulty: first ? [{ ...first, outcome: 'survived' as const, failing: [] }] : [] };

  test('lists the faults that no check can find, with the reasons', () => {
    expect(scoreText(score)).toContain(
      'no check can detect:\n  meaning/first-match-only: only the service can determine',
    );
    expect(scoreText(score)).toMatch(/\d+ correct services, no false alarm\nseed 1, /);
  });

  test('lists a fault that was not found', () => {
    expect(survivors(lost)).toHaveLength(1);
    expect(scoreText(lost)).toContain(
      `survived, though a check should find them:\n  wire/${first?.name}: a service that`,
    );
  });

  test('lists a correct service that has a finding', () => {
    const [service] = score.correct;
    const alarm = {
      code: 'schema',
      operation: 'getFluids',
      got: 'something',
    } as (typeof score.correct)[0]['falseAlarms'][0];
    const flagging = { ...score, correct: service ? [{ ...service, falseAlarms: [alarm] }] : [] };
    expect(scoreText(flagging)).toContain(`1 flagged:\n  ${service?.name}: schema: getFluids: something`);
  });

  test('does not contain a key, either as text or as JSON', () => {
    const keys = [KEY, ...Object.values(accounts).map(({ key }) => key)];
    expect(leaks(scoreText(score) + scoreJson(score), keys)).toBe(false);
    expect(JSON.parse(scoreJson(score))).toMatchObject({ seed: 1, counts: tallies(score) });
  });
});

test.each([
  [['--budget', '3'], 'unknown flag "--budget"; expected one of --version, --class, --without,'],
  [['--without', 'shema'], '--without: neither a check nor an assumption has this code; did you mean schema?'],
  [['--assumptions', 'enforce'], '--assumptions is only possible with --single-faults.'],
])('the command rejects %j with a one-line message', async (args, line) => {
  const { code, err } = await runHere(program, args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`mutants: ${line}`) });
});

// The seed determines which invalid request an operation receives, which affects selector and credential faults.
const others: ScoreOptions[] = [2, 3, 4, 5].flatMap((seed) => [
  { seed, class: 'selector' },
  { seed, class: 'credentials' },
]);

test.runIf(process.env.DEEP).each(others)(
  'with seed $seed, all faults in the class $class are found',
  async (options) => {
    const other = await measure(options);
    expect(survivors(other).map(({ name }) => name)).toEqual([]);
    expect(flagged(other)).toEqual([]);
  },
);
