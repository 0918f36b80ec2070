import { validate } from '@vehicle-lookup/contract/validators';
import type { RunFinding } from '@vehicle-lookup/contract-tests';
import { at, exampleBodies, exampleQuery, readAssumptions } from '@vehicle-lookup/openapi';
import { clausesByPlace, readClauses } from '@vehicle-lookup/openapi/provenance';
import { type Basis, basisText, resolve } from '@vehicle-lookup/openapi/selectors';
import { root, serveHttp, startMock } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryOf, readBuilt } from '../support/documented.ts';
import { bodyCases, type InvalidBody } from './body-cases.ts';
import { type RequestCase, requestCases } from './request-cases.ts';
import { type Deviation, findingsOf } from './suite.ts';
import { assumptionsIn } from './without.ts';

const built = readBuilt(root);
const { document } = built;
const { bodies, specified, withoutAssumption, withoutClause } = bodyCases(built);
const requests = requestCases(built);

const basesOf = ({ issues }: InvalidBody): string[] => [...new Set(issues.map(basisText))];
const nameOf = ({ operation, status, name, what }: InvalidBody) => `${operation} ${status} ${name}: ${what}`;

/** A clause or an assumption, and a body or request that violates only this clause or assumption. */
interface Broken {
  /** ` [clause]` or ` [assumption id]`. */
  owner: string;
  bodies: number;
  /** One of these bodies. */
  body: InvalidBody | undefined;
  request: RequestCase | undefined;
}

function brokenBy(owner: Basis): Broken {
  const own = bodies.filter((body) => basesOf(body).join() === basisText(owner));
  const request = requests.find((one) => basisText(one.owner) === basisText(owner));
  const [body] = own.toSorted((a, b) => a.issues.length - b.issues.length);
  return { owner: basisText(owner), bodies: own.length, body, request };
}

const assumptions = assumptionsIn(document).map((assumption) => ({ id: assumption, ...brokenBy({ assumption }) }));
const clauses = [...readClauses(document).keys()].map((clause) => ({ id: clause, ...brokenBy({ clause }) }));
const broken: Broken[] = [...assumptions, ...clauses].filter(({ body, request }) => body ?? request);

describe('an invalid body', () => {
  test('has one clause or one assumption for each issue', () => {
    const wrong = bodies.filter(({ issues }) =>
      issues.some(({ clause, assumption }) => (clause === undefined) === (assumption === undefined)),
    );
    expect(wrong.map(nameOf)).toEqual([]);
    expect(bodies.length).toBeGreaterThan(5_000);
    expect(bodies.filter(({ issues }) => issues.length === 0)).toEqual([]);
  });

  test('that violates only one assumption names exactly this assumption', () => {
    const breaking = bodies.flatMap((body) => {
      const { operation, status } = body;
      const broken = [...withoutAssumption].filter(([, accepts]) => accepts(operation, status, body.body));
      return broken.length > 0 ? [{ body, broken: broken.map(([id]) => id) }] : [];
    });
    const wrong = breaking.filter(({ body, broken }) => {
      return !broken.some((assumption) => basesOf(body).join() === basisText({ assumption }));
    });
    expect(wrong.map(({ body }) => nameOf(body))).toEqual([]);
    const shown = new Set(breaking.flatMap(({ broken }) => broken));
    const named = assumptions.flatMap(({ id, body }) => (body ? [id] : []));
    expect(named.length).toBeGreaterThan(5);
    expect([...shown]).toEqual(expect.arrayContaining(named));
  });

  test('with one issue that names a clause is valid without this clause', () => {
    const wrong = bodies.filter(({ issues: [issue, ...more], ...body }) => {
      if (more.length > 0 || issue?.clause === undefined) return false;
      return !withoutClause.get(issue.clause)?.(body.operation, body.status, body.body);
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });

  test('is accepted by the clauses-only view exactly if all its issues name assumptions', () => {
    const wrong = bodies.filter(({ isSpecified, issues, ...body }) => {
      const isAssumed = issues.every(({ assumption }) => assumption !== undefined);
      const isAccepted = specified(body.operation, body.status, body.body);
      // A simplified body may be rejected for properties that only an assumption allows, such as numbers as strings.
      return isSpecified ? isAssumed !== isAccepted : isAccepted && !isAssumed;
    });
    expect(wrong.map(nameOf)).toEqual([]);
    expect(bodies.filter(({ isSpecified }) => isSpecified).length).toBeGreaterThan(bodies.length / 2);
  });
});

const rows = [...clausesByPlace(document)].filter(
  ([place]) => at(document, place) !== false && /^\/components\/schemas\/\w+\/properties\/\w+$/.test(place),
);

test.each(rows)('null in the field at %s violates %s', (place, [clause]) => {
  const name = place.slice(place.lastIndexOf('/'));
  const stated = clausesByPlace(document).get(`${place}/type`)?.[0] ?? clause;
  const nulls = bodies.filter(({ pointer, what }) => pointer.endsWith(name) && what.endsWith(' is null'));
  expect(nulls.flatMap(basesOf)).toContain(basisText({ clause: stated ?? '' }));
});

describe('the proxy names the violated clause or assumption', () => {
  let response: Pick<RequestCase, 'status' | 'headers' | 'body'>;
  let address: string;
  beforeAll(async () => {
    const service = await serveHttp((_, outgoing) => {
      outgoing.writeHead(response.status, response.headers).end(response.body);
    });
    address = (await startMock(['--upstream', service.address])).address;
  });
  const violations = async (query: string): Promise<string[]> => {
    const outgoing = await fetch(`${address}${built.table.path}?${query}`);
    return JSON.parse(outgoing.headers.get('x-contract-violations') ?? '[]');
  };
  const endings = (texts: string[]) => [...new Set(texts.map((text) => / \[[^\]]*\]$/.exec(text)?.[0]))];

  test.each(broken.filter(({ body }) => body))('$owner in a body', async ({ owner, body }) => {
    const { operation, status, body: sent } = body as InvalidBody;
    response = { status: Number(status), headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
    // Status 400 for a valid query would itself be a violation.
    const query = { ...exampleQuery(document, operation), ...(String(status) === '400' ? { other: '1' } : {}) };
    expect(endings(await violations(queryOf(built, query)))).toEqual([owner]);
  });

  test.each(requests)('$what: $owner', async ({ query, owner, ...sent }) => {
    response = sent;
    expect(endings(await violations(query))).toEqual([basisText(owner)]);
  });
});

const placeOf = (finding: RunFinding): string =>
  [finding.code, finding.operation, finding.status, basisText(finding)].join(' ');

describe('the contract suite names the violated clause or assumption', () => {
  const inBodies = broken.flatMap(({ owner, body }) => (body ? [{ owner, body }] : []));

  test('of a body, and no other clause or assumption', async () => {
    const wrong: unknown[] = [];
    const waiting = [...inBodies];
    // One run covers one case of each operation and status.
    while (waiting.length > 0) {
      const keyOf = ({ body }: (typeof waiting)[0]) => `${body.operation} ${body.status}`;
      const now = waiting.filter((one, index) => waiting.findIndex((other) => keyOf(other) === keyOf(one)) === index);
      for (const one of now) waiting.splice(waiting.indexOf(one), 1);
      const sent = Object.fromEntries(now.map((one) => [keyOf(one), one.body.body]));
      const findings = await findingsOf(built, now.some(({ body }) => body.status !== '200') ? 'live' : 'smoke', {
        bodies: sent,
      });
      for (const { owner, body } of now) {
        const own = findings.filter(({ operation, status, level, code }) => {
          const isHere = operation === body.operation && status === body.status;
          return isHere && (level === 'contradiction' || code === 'schema');
        });
        const found = [...new Set(own.map(basisText))];
        if (found.join() !== owner) wrong.push({ owner, found, body: nameOf(body) });
      }
    }
    expect(wrong).toEqual([]);
    expect(inBodies.length).toBeGreaterThan(70);
  });

  // The example service does not check accounts or unknown values, so the resulting findings are excluded.
  let before: Set<string>;
  beforeAll(async () => {
    before = new Set((await findingsOf(built, 'deep', {})).map(placeOf));
  });
  const brokenByDeviation = async (deviation: Deviation): Promise<string[]> => {
    const findings = await findingsOf(built, 'deep', deviation);
    return [...new Set(findings.filter((one) => !before.has(placeOf(one))).map(basisText))];
  };

  const tolerated = requests.filter(({ status, owner, query }) => {
    return status === 200 && owner.assumption !== undefined && !resolve(built.table, query).ok;
  });
  const owners = new Map(tolerated.map(({ owner }) => [basisText(owner), owner]));
  test.each([...owners])('%s of the response to an invalid request', async (text, owner) => {
    expect(await brokenByDeviation({ tolerates: owner })).toEqual([text]);
  });

  // status-table is excluded: an unexpected status violates the clause or assumption on which the expected status is based.
  test('retry-after for an invalid header value', async () => {
    const headers = { 401: { 'retry-after': 'soon' } };
    expect(await brokenByDeviation({ headers })).toEqual([basisText({ assumption: 'retry-after' })]);
  });
});

describe('both lists are complete', () => {
  const isBroken = ({ body, request }: Broken) => (body ?? request) !== undefined;
  const line = ({ id, bodies, body, request }: (typeof clauses)[number]) =>
    `  ${id}: ${bodies} bodies${body ? `, such as ${nameOf(body)}` : ''}${request ? `; ${request.what}` : ''}`;
  const print = (title: string, lines: string[]) => console.log([`${title}: ${lines.length}`, ...lines].join('\n'));

  test('every assumption is violated by a body or an exchange, or the list gives a reason', () => {
    const shown = assumptions.filter(isBroken);
    // `none: <reason>` means that a probe is impossible.
    const known = readAssumptions(document);
    const isProbed = (id: string) => !known.get(id)?.probe.startsWith('none:');
    const others = assumptions.filter((one) => !isBroken(one));
    print('Assumptions that a body or an exchange breaks', shown.map(line));
    print(
      'Assumptions that none breaks',
      others.map(({ id }) => `  ${id}: ${unbrokenAssumptions[id] ?? known.get(id)?.probe}`),
    );
    expect(
      others
        .map(({ id }) => id)
        .filter(isProbed)
        .toSorted(),
    ).toEqual(Object.keys(unbrokenAssumptions).toSorted());
  });

  test('every clause in the schema of a body is violated by a body, or the list gives a reason', () => {
    const inBodies = clauses.filter(({ id }) => withoutClause.has(id));
    const shown = clauses.filter(isBroken);
    const others = inBodies.filter(({ body }) => !body);
    print('Clauses that a body or an exchange breaks', shown.map(line));
    print(
      'Clauses in bodies that none breaks',
      others.map(({ id }) => `  ${id}: ${unbrokenClauses[id]}`),
    );
    print(
      'Clauses without a place in a body or request',
      clauses.filter((one) => !isBroken(one) && !inBodies.includes(one)).map(({ id }) => `  ${id}: ${whereStated(id)}`),
    );
    expect(others.map(({ id }) => id).toSorted()).toEqual(Object.keys(unbrokenClauses).toSorted());
  });
});

/** Returns the locations of a clause that bodies do not violate. */
function whereStated(id: string): string {
  const { places = [], unstated } = readClauses(document).get(id) ?? {};
  return places.length > 0 ? `stated at ${places.join(', ')}` : (unstated ?? 'it leaves something open');
}

describe('a realistic response that the specification allows is valid', () => {
  const full = exampleBodies(document).find(({ operation, name }) => operation === 'decodeVin' && name === 'full');
  const { data = {}, ...envelope } = (full?.body ?? {}) as { data?: Record<string, unknown> };

  test('a full decode with empty strings instead of missing values, including numbers', () => {
    const empty = Object.fromEntries(Object.keys(data).map((name) => [name, name === 'carId' ? 25573 : '']));
    const body = { ...envelope, data: empty };
    expect(validate('decodeVin', 200, body)).toMatchObject({ ok: true, envelope: 'full' });
    expect(specified('decodeVin', '200', body)).toBe(true);
  });

  test('a simplified decode with numbers as strings and names in upper case', () => {
    const vehicle = { carId: '1888', make: 'VW', model: 'GOLF V', year: '2003', powerHpFrom: '143', engine: '' };
    const verdict = validate('decodeVin', 200, { success: true, data: vehicle });
    expect(verdict).toMatchObject({ ok: true, envelope: 'simplified', undocumented: [] });
  });

  test('an error with a message', () => {
    const body = { success: false, message: 'No data found for this VIN.' };
    expect(validate('decodeVin', 404, body)).toMatchObject({ ok: true });
    expect(specified('decodeVin', '404', body)).toBe(true);
  });

  test.each(built.table.operations.map(({ id }) => id))(
    'but a rejection of %s with status 200 is invalid, with one issue for envelope.success',
    (operation) => {
      for (const more of [{}, { data: [] }, { error: 'x' }, envelope]) {
        const verdict = validate(operation, 200, { ...more, success: false, message: 'No data found for this VIN.' });
        expect(verdict.ok ? [] : verdict.issues).toMatchObject([{ pointer: '/success', clause: 'envelope.success' }]);
      }
    },
  );
});

/** The reasons why a body or a single exchange cannot violate an assumption. The `probe` may also state the reason (`none: …`). */
const unbrokenAssumptions: Record<string, string> = {
  ...because('it only permits something, so that a response cannot violate it', [
    'additional-fields',
    'simplified-vehicle',
    'type-years-open',
    'www-authenticate',
  ]),
  ...because('a violation depends on the data of the service; the suite compares responses to several requests', [
    'check-digit',
    'partial-vin',
    'name-matching',
    'first-match',
    'not-found',
    'no-entries',
  ]),
  ...because('it concerns requests that the proxy handles itself or cannot compare; the suite sends these requests', [
    'trailing-slash',
    'head',
    'options',
    'precedence',
  ]),
  ...because('it depends on the account: its plan, its allowance and its usage', ['plan-restriction', 'charging']),
};

/** The reasons why a body cannot violate a clause with a location in a body schema. */
const unbrokenClauses: Record<string, string> = {
  ...because('the row states the meaning of the string; fluid.strings states the type', [
    'fluid.ItemMPText',
    'fluid.QualColTextStr',
    'fluid.ValueText',
    'fluid.ADQuantityTextStr',
    'fluid.AddTextStr',
  ]),
};

function because(reason: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}
