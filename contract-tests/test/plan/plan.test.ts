import { type OperationTable, operationTable, resolveOperation } from '@vehicle-lookup/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/load-contract.ts';
import { chooseRequests } from '../../src/plan/choose-requests.ts';
import type { VerifiedContract } from '../../src/plan/contract.ts';
import type { OtherAccounts } from '../../src/plan/data.ts';
import { contractDocument } from '../../src/plan/document.ts';
import { createKnownData } from '../../src/plan/known-data.ts';
import { inSafeOrder } from '../../src/plan/order.ts';
import { type Profile, sizes } from '../../src/plan/profile.ts';
import {
  type CredentialFault,
  createRequest,
  formText,
  type PlannedRequest,
  type Request,
} from '../../src/plan/request.ts';
import { reproduceLine } from '../../src/report/findings.ts';
import { maskedPairs, pairsOf } from '../../src/run/request-text.ts';

const document = contractDocument();
const contract = loadContract(document, operationTable);
const { operations, assumptions, clauses } = contract;
const account = { user: 'other', key: 'other-key' };

interface Case {
  contract?: VerifiedContract;
  known?: ReturnType<typeof createKnownData>;
  accounts?: OtherAccounts;
  enforce?: boolean;
  seed?: number;
  lastMade?: ReadonlyMap<string, number>;
}

function requests(profile: Profile, own: Case = {}): Request[] {
  const {
    contract: held = contract,
    known = createKnownData(held.operations),
    accounts = {},
    enforce = false,
    seed = 1,
    ...rest
  } = own;
  // Assume a valid response for every operation.
  for (const { entry } of held.operations) known.successes.set(entry.id, { parameters: {}, body: {} });
  return chooseRequests(held, { profile, known, accounts, planLacks: [], enforce, seed, ...rest }).flatMap(
    (planned) => {
      const query = planned.query(known);
      return query === undefined ? [] : [createRequest(planned, query)];
    },
  );
}

const queryOf = (request: Request, right: Record<string, string>) => formText(pairsOf(request, { right }));
const judged = (request: Request) => resolveOperation(queryOf(request, { user: 'u', key: 'k' }));

test('every valid request selects its operation', () => {
  const good = requests('mock').filter(({ status, prefer }) => status === '200' || prefer);
  for (const request of good) expect(judged(request)).toMatchObject({ ok: true, operation: request.operation });
});

test('every invalid request has only the intended error', () => {
  const wrong = requests('mock').filter(({ status, prefer }) => /40[01]/.test(status) && !prefer);
  expect(wrong.length).toBeGreaterThan(200);
  for (const request of wrong) {
    expect(judged(request), request.kind).toMatchObject({ ok: false, error: { kind: request.kind } });
  }
});

test('every request that expects 404 is well-formed', () => {
  const unknown = requests('deep').filter(({ status }) => status === '404');
  expect(unknown.length).toBeGreaterThan(8);
  for (const request of unknown) expect(judged(request)).toMatchObject({ ok: true, operation: request.operation });
});

test('a plan has few invalid keys, each with a different fault, because a service may lock the account', () => {
  const alone = (sent: Request[]) => sent.filter(({ isWrongSecret }) => isWrongSecret);
  const forms = (sent: Request[]) => new Set(alone(sent).map(({ faults }) => faults?.key));
  for (const seed of [1, 2, 3]) {
    const sent = requests('deep', { accounts: { forbidden: account }, seed });
    expect(forms(sent)).toEqual(new Set(['another-account', 'cut', 'longer', 'made-up', 'other-case']));
  }
  expect(alone(requests('live'))).toHaveLength(1);
  expect(alone(requests('full'))).toHaveLength(2);
  expect(alone(requests('smoke'))).toEqual([]);
  expect(new Set(alone(requests('deep')).map(({ operation }) => operation)).size).toBe(10);
});

test('invalid keys come last, and a request with the valid key follows every two invalid keys to detect a lockout', () => {
  for (const profile of ['live', 'full', 'deep'] as const) {
    const isWrong = requests(profile).map(({ isWrongSecret = false }) => isWrongSecret);
    const first = isWrong.indexOf(true);
    expect(isWrong.slice(0, first + 1).length).toBeGreaterThan(20);
    expect(isWrong.slice(first).filter((one) => !one).length).toBe(Math.ceil(isWrong.filter(Boolean).length / 2) - 1);
    expect(isWrong.join(' ')).not.toContain('true true true');
  }
});

test.each<Profile>(['smoke', 'live', 'full'])('%s does not exceed its maximum number of requests', (profile) => {
  for (const seed of [1, 2, 3]) {
    expect(requests(profile, { seed }).length).toBeLessThanOrEqual(sizes[profile].requests - sizes[profile].kept);
  }
});

test('a plan without requests that can separate invalid keys has only two invalid keys', () => {
  const known = createKnownData(operations);
  const choice = { profile: 'deep' as const, known, accounts: {}, planLacks: [], enforce: false, seed: 1 };
  const wrong = chooseRequests(contract, choice).filter(({ isWrongSecret }) => isWrongSecret);
  expect(wrong.length).toBeGreaterThan(2);
  expect(inSafeOrder(wrong, contract.order)).toEqual(wrong.slice(0, 2));
});

test('deep includes each classic request once, and the first run of full includes none', () => {
  const classics = (sent: Request[]) => sent.flatMap(({ id }) => id.split(' classic ')[1] ?? []);
  expect(classics(requests('full', { enforce: true }))).toEqual([]);
  expect(classics(requests('deep')).toSorted()).toEqual([
    'allCars leading zero',
    'brand NUL',
    'carId 5,000 digits',
    'carId full-width digit',
    'carId line feed',
    'carId more than 32 bits',
    'carId upper case',
    'model NUL',
    'user constructor-name',
    'user proto-name',
    'vin NUL',
    'vin line feed',
  ]);
});

test.each([
  ['vin line feed', "--data 'vin=WVWZZZ1KZAW00000%0A'"],
  ['brand NUL', "--data 'brand=volkswagen%00'"],
  ['carId 5,000 digits', `--data "carId=$(printf '9%.0s' {1..5000})"`],
  ['user constructor-name', "--data-urlencode 'user=constructor'"],
])('the curl command for the classic request %s is a single short line', (name, part) => {
  const request = requests('deep').find(({ id }) => id.endsWith(` classic ${name}`));
  const line = request && reproduceLine(request, 'http://127.0.0.1/api/', operationTable);
  expect(line).toContain(part);
  expect(line).toMatch(/^.{1,300}$/);
});

test('a plan violates every parameter limit and tests every way of ignoring a selector', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const asked = requests('full', { seed, enforce: true });
    const forms = asked
      .filter(({ kind }) => kind === 'malformed-parameter')
      .map(({ parameter, form }) => `${parameter} ${form}`);
    for (const limit of [/^vin short$/, /^vin long$/, /^vin [IOQ]$/, /^carId below$/, /^carId (sign|leading)/]) {
      expect(forms).toContainEqual(expect.stringMatching(limit));
    }
    const values = requests('deep')
      .filter(({ kind }) => kind === 'selector-value')
      .map(({ form }) => form);
    expect(values).toContain('true');
    expect(values.some((value) => value === '0' || value === '')).toBe(true);
  }
});

describe('an invalid credential', () => {
  const good: Request = {
    id: '',
    operation: 'listBrands',
    status: '401',
    kind: 'invalid-credentials',
    rests: {},
    query: [],
  };
  const sent = (fault: CredentialFault, key: string) =>
    pairsOf({ ...good, faults: { key: fault } }, { right: { key }, another: { key: 'of another' } })[0]?.[1];

  test.each<[CredentialFault, string]>([
    ['other-case', 'kEY-1'],
    ['cut', 'Key-'],
    ['longer', 'Key-10'],
    ['another-account', 'of another'],
    ['made-up', 'no-such-key'],
  ])('with the fault %s differs from the valid credential', (fault, value) => {
    expect(sent(fault, 'Key-1')).toBe(value);
  });

  test('is made up if the fault does not change the value', () => {
    expect(sent('other-case', '123456')).toBe('no-such-key');
    expect(sent('another-account', 'of another')).toBe('no-such-key');
  });

  test('is represented in the plan only by the name of its fault', () => {
    const request = { ...good, faults: { key: 'cut' as const } };
    expect(maskedPairs(request, ['user', 'key'])).toEqual([
      ['user', '***'],
      ['key', '*** cut'],
    ]);
    expect(reproduceLine(request, 'http://127.0.0.1/api/', operationTable)).toContain(
      ['--data-urlencode "key=$', '{VEHICLE_LOOKUP_KEY%?}"'].join(''),
    );
  });
});

describe('a profile', () => {
  const accounts = { forbidden: account, exhausted: account };

  test('with further accounts includes all requests of the profile without those accounts, for any seed and history', () => {
    const everything = requests('deep').map(({ id }) => id);
    fc.assert(
      fc.property(
        fc.constantFrom<Profile>('smoke', 'live', 'full', 'deep'),
        fc.subarray(['forbidden', 'exhausted'] as const),
        fc.boolean(),
        fc.nat(),
        fc.subarray(everything),
        (profile, names, enforce, seed, made) => {
          const lastMade = new Map(made.map((id, index) => [id, index]));
          const given = Object.fromEntries(names.map((name) => [name, account]));
          const asked = new Set(requests(profile, { accounts: given, enforce, seed, lastMade }).map(({ id }) => id));
          const missed = requests(profile, { enforce, seed, lastMade }).filter(({ id }) => !asked.has(id));
          expect(missed.map(({ id }) => id)).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each([
    ['smoke', 0],
    ['live', 5],
    ['full', 15],
    ['deep', 15],
  ] as const)('%s has %i additional requests with both accounts', (profile, more) => {
    expect(requests(profile, { accounts }).length).toBe(requests(profile).length + more);
  });

  test('smoke has only one valid request for each operation', () => {
    expect(requests('smoke').map(({ operation, status }) => `${status} ${operation}`)).toEqual(
      contract.order.map((id) => `200 ${id}`),
    );
  });

  test('live includes a request for every client error and for every kind of error that a clause covers', () => {
    const asked = requests('live', { accounts });
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['200', '400', '401', '403', '404', '429']));
    const faults = asked.map((request) => JSON.stringify(request.faults));
    for (const name of operationTable.credentials) expect(faults).toContain(`{"${name}":"made-up"}`);
    const kinds = new Set(requests('live').map(({ kind }) => kind));
    for (const kind of ['missing-credentials', 'missing-parameter', 'malformed-parameter', 'unknown-value'] as const) {
      expect(kinds).toContain(kind);
    }
  });

  test('full includes requests for three assumptions and for every cell that a clause covers', () => {
    const planned = requests('full');
    const assumed = planned.filter(({ rests }) => rests.assumption !== undefined);
    expect(planned).toHaveLength(sizes.full.requests - sizes.full.kept);
    expect(assumed).toHaveLength(3);
    const asked = new Set(planned.map(({ operation, status }) => `${status} ${operation}`));
    for (const { id, parameters } of operationTable.operations) {
      expect(asked).toContain(`401 ${id}`);
      if (Object.keys(parameters).length > 0) expect(asked).toContain(`400 ${id}`);
      if ('vin' in parameters) expect(asked).toContain(`404 ${id}`);
    }
  });

  test('full requests the rejection of other accounts from every operation, and deep requests every cell that a request can cause', () => {
    const cells = (profile: Profile) =>
      new Set(requests(profile, { accounts }).map(({ operation, status }) => `${status} ${operation}`));
    const [full, deep] = [cells('full'), cells('deep')];
    for (const { id, statuses, parameters } of operationTable.operations) {
      const hasInput = Object.keys(parameters).length > 0;
      for (const status of statuses.filter((one) => /^(403|429)$/.test(one))) expect(full).toContain(`${status} ${id}`);
      for (const status of statuses.filter((one) => /^(200|400|401|403|404|429)$/.test(one))) {
        expect(deep.has(`${status} ${id}`)).toBe(status !== '404' || hasInput);
      }
    }
  });

  test('requests that need a second account are not planned without it', () => {
    expect(requests('full').filter(({ status }) => status === '403' || status === '429')).toEqual([]);
  });
});

test('full tests every assumption about responses if assumptions are enforced, for any seed', () => {
  const assumptionsOf = (sent: Request[]) => new Set(sent.flatMap(({ rests }) => rests.assumption ?? []));
  const all = assumptionsOf(requests('deep'));
  expect(all.size).toBeGreaterThan(14);
  for (const seed of [1, 2, 3, 4, 5]) expect(assumptionsOf(requests('full', { seed, enforce: true }))).toEqual(all);
});

test('every planned request is based on either a clause or an assumption in the document', () => {
  for (const { id, rests } of [...requests('deep'), ...requests('mock')]) {
    const { clause = '', assumption = '' } = rests;
    expect([id, clauses.has(clause), assumptions.has(assumption)]).toEqual([id, clause !== '', assumption !== '']);
    expect(clause === '').not.toBe(assumption === '');
  }
});

test('the same seed gives the same requests, and a different seed gives different requests', () => {
  const ids = (seed: number) => requests('full', { seed }).map(({ id }) => id);
  expect(ids(7)).toEqual(ids(7));
  expect(ids(8)).not.toEqual(ids(7));
});

test('values from the user replace the documented values in every operation', () => {
  const [name = ''] = Object.keys(operationTable.operations[0]?.parameters ?? {});
  const known = createKnownData(operations, { [name]: 'OTHERVALUE' });
  expect(requests('smoke', { known })[0]?.query).toContainEqual([name, 'OTHERVALUE']);
});

describe('an earlier response provides', () => {
  const goodRequest = (operation: string) => ({ operation, query: [['vin', 'V']] as const });
  const documented = createKnownData(operations).value('getVehicle', 'carId');
  test.each([
    ['the documented value if the response contains it', ['1', documented], documented],
    ['the first value if it does not contain the documented value', ['1', '2'], '1'],
    ['only a value that satisfies the parameter rule', ['no number', '0', '3'], '3'],
    ['no value if all values violate the parameter rule', ['no number'], documented],
  ])('%s', (_, candidates, value) => {
    const known = createKnownData(operations);
    known.learn('carId', candidates, { request: goodRequest('decodeVin'), fault: undefined });
    expect(known.value('getVehicle', 'carId')).toBe(value);
    known.learn('carId', ['9'], { request: goodRequest('decodeVinAll'), fault: undefined });
    expect(known.value('getVehicle', 'carId')).toBe(value === documented && !candidates.includes(value) ? '9' : value);
  });
});

/** A table whose operations share one selector, as in many APIs, and without a default operation. */
const actions: OperationTable = {
  path: '/w/api',
  method: 'GET',
  credentials: ['token'],
  secrets: ['token'],
  error: { fixed: {}, text: 'info' },
  operations: [
    {
      id: 'query',
      selectors: { action: 'query' },
      parameters: { titles: { required: true, type: 'string', minLength: 1 } },
      statuses: ['200', '400', '401', '404'],
    },
    {
      id: 'parse',
      selectors: { action: 'parse' },
      parameters: { pageid: { required: true, type: 'integer', minimum: 1 } },
      statuses: ['200', '400', '401', '404'],
    },
    { id: 'info', selectors: { action: 'info' }, parameters: {}, statuses: ['200', '400'] },
  ],
};

test('a document whose operations share one selector is planned by the same code', () => {
  const values: Record<string, Record<string, string>> = {
    query: { titles: 'Main page' },
    parse: { pageid: '7' },
    info: {},
  };
  const documented = actions.operations.map((entry) => ({
    entry,
    values: values[entry.id] ?? {},
    examples: {},
    bodies: {},
    statedBy: {},
    restsOf: () => ({}),
  }));
  const own: VerifiedContract = {
    ...contract,
    table: actions,
    operations: documented,
    order: ['query', 'parse', 'info'],
    probeRequests: [],
  };
  const sent = requests('deep', { contract: own }).map((request) => [
    request.operation,
    request.status,
    request.kind,
    queryOf(request, { token: 't' }),
  ]);
  expect(sent).toContainEqual(['query', '200', 'good', 'token=t&titles=Main+page&action=query']);
  expect(sent).toContainEqual(['parse', '400', 'foreign-parameter', 'token=t&pageid=7&action=parse&titles=Main+page']);
  expect(sent).toContainEqual(['parse', '400', 'malformed-parameter', 'token=t&action=parse&pageid=0x10']);
  expect(sent).toContainEqual(['parse', '404', 'unknown-value', 'token=t&pageid=9007199254740991&action=parse']);
  expect(sent).toContainEqual(['info', '400', 'selector-value', 'token=t&action=true']);
  expect(sent.filter(([, , kind]) => kind === 'several-selectors')).toEqual([]);
  expect(sent.filter(([id, status]) => id === 'info' && status === '401')).toEqual([]);
});

describe('one valid request is repeated', () => {
  test.each<[Profile, boolean]>([
    ['smoke', false],
    ['live', true],
    ['full', true],
    ['deep', true],
    ['mock', false],
  ])('%s: %s', (profile, isMade) => {
    expect(requests(profile).some(({ kind }) => kind === 'again')).toBe(isMade);
  });

  test('after a rejection by the same operation and before the invalid keys', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const sent = requests('live', { seed });
      const at = sent.findIndex(({ kind }) => kind === 'again');
      const rejected = sent.findIndex(({ status, operation }) => status === '401' && operation === sent[at]?.operation);
      const key = sent.findIndex(({ isWrongSecret }) => isWrongSecret);
      expect(rejected).toBeLessThan(at);
      expect(at).toBeLessThan(key);
    }
  });
});

describe('kinds of invalid requests that a single operation may accept', () => {
  const ways = (sent: readonly PlannedRequest[]) =>
    sent.flatMap(({ rests, turn, operation }) =>
      rests.assumption === undefined && turn?.overlookedBy === 'one' && !turn.isLate ? `${turn.kind} ${operation}` : [],
    );
  const known = createKnownData(operations);
  const plan = (profile: Profile, seed: number, lastMade: Map<string, number> = new Map()) =>
    chooseRequests(contract, { profile, known, accounts: {}, planLacks: [], enforce: false, seed, lastMade });
  const all = new Set(ways(plan('deep', 1)));

  test.each<[Profile, number, number]>([
    ['live', 1, 0.16],
    ['full', 1, 0.54],
    ['live', 10, 1],
    ['full', 5, 1],
  ])(
    'are covered by %s in %i runs with a common history to a share of at least %d, for any seed',
    (profile, runs, least) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const lastMade = new Map<string, number>();
        const asked = new Set<string>();
        for (let run = 1; run <= runs; run += 1) {
          const sent = plan(profile, seed, new Map(lastMade));
          for (const { id } of sent) lastMade.set(id, run);
          for (const way of ways(sent)) asked.add(way);
        }
        expect(asked.size / all.size).toBeGreaterThanOrEqual(least);
      }
    },
  );

  test('come before second values, which are first requested in the third run of full', () => {
    const lastMade = new Map<string, number>();
    const seconds = () => [...lastMade.keys()].filter((id) => id.includes(' second ')).length;
    const made = [1, 2, 3].map((run) => {
      for (const { id } of plan('full', 1, new Map(lastMade))) lastMade.set(id, run);
      return seconds();
    });
    expect(made).toEqual([0, 0, 7]);
  });

  test('include a second value only together with the request whose response provides it', () => {
    const others = plan('deep', 1).filter(({ id }) => id !== 'listVariants second brand');
    const lastMade = new Map(others.map(({ id }, index) => [id, index + 1]));
    const ids = plan('live', 1, lastMade).map(({ id }) => id);
    const [giver, dependent] = ['listModels', 'listVariants'].map((id) => ids.indexOf(`${id} second brand`));
    expect(giver).toBeGreaterThan(0);
    expect(dependent).toBeGreaterThan(giver ?? 0);
  });

  test('are requested in turn, so that no kind is repeated before every kind has been requested', () => {
    const sent = plan('full', 1).filter(({ turn, rests, isWrongSecret }) => turn && rests.clause && !isWrongSecret);
    const kinds = sent.map(({ turn }) => turn?.kind);
    const first = kinds.findIndex((kind, index) => kinds.indexOf(kind) < index);
    expect(first).toBe(new Set(kinds).size);
  });

  test('are repeated after all have been requested, starting with the oldest request', () => {
    const lastMade = new Map(plan('deep', 1).map(({ id }, index) => [id, index + 1]));
    const [oldest] = plan('deep', 1).filter(({ turn, isWrongSecret }) => turn && !isWrongSecret);
    expect(plan('live', 1, lastMade).find(({ turn }) => turn)?.id).toBe(oldest?.id);
  });
});
