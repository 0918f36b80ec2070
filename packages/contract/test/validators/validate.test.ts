import { describe, expect, test } from 'vitest';
import { envelopes, issueMessage, type ResponseIssue, validate, validateHeaders } from '../../src/validators/index.ts';
import { examples } from './examples.ts';

const successes = examples.filter(({ status }) => status === '200');
// biome-ignore lint/suspicious/noExplicitAny: a body that tests change
const body = (operation: string, name: string): any =>
  structuredClone(examples.find((e) => e.operation === operation && e.name === name)?.body);

test.each(examples)('the example $name of $operation $status is valid and has no undocumented fields', (e) => {
  expect(validate(e.operation, e.status, e.body)).toMatchObject({ ok: true, undocumented: [] });
});

test.each(successes)('the envelope of the example $name of $operation is recognised', ({ operation, name, body }) => {
  expect(validate(operation, 200, body)).toMatchObject({ envelope: name });
  expect(envelopes(operation, 200)).toContain(name);
});

test('a full envelope without api_version violates only an assumption if a simplified envelope omits it', () => {
  const half = (operation: string) => {
    const { api_version: _, ...rest } = body(operation, 'full');
    return validate(operation, 200, rest);
  };
  const assumed = [{ pointer: '/timestamp', assumption: 'envelopes' }];
  expect(half('decodeVin')).toMatchObject({ ok: false, envelope: 'simplified', issues: assumed });
  const specified = [{ pointer: '/api_version', clause: 'versioning.1' }];
  expect(half('getVehicle')).toMatchObject({ ok: false, envelope: 'full', issues: specified });
});

describe('an issue states the location, the expected value and the actual value', () => {
  const invalid = body('decodeVin', 'full');
  invalid.data.carId = '25573';
  invalid.data.powerHpFrom = null;
  delete invalid.data.make;
  const verdict = validate('decodeVin', 200, invalid);
  const texts = verdict.ok ? [] : verdict.issues.map(issueMessage);

  test.each([
    '/data/carId: expected an integer, got a string',
    '/data/powerHpFrom: expected an integer or "", got null',
    '/data/make: expected a value, got nothing',
  ])('%s', (text) => expect(texts).toContain(text));

  test('each location is reported once', () => expect(texts).toHaveLength(3));

  test('an issue about the whole body begins with "the body"', () => {
    const wrong = validate('listBrands', 200, []);
    expect(wrong.ok ? [] : wrong.issues.map(issueMessage)).toEqual(['the body: expected an object, got an array']);
  });

  test('an issue does not repeat values from the body', () => {
    const canary = 'cAnArY7f3e';
    const echo = body('getEngines', 'full');
    echo.data[0].From = canary;
    echo.timestamp = canary;
    expect(JSON.stringify(validate('getEngines', 200, echo))).not.toContain(canary);
  });
});

describe('undocumented fields of a valid body are listed', () => {
  test('at every depth, including arrays', () => {
    const more = body('getEngines', 'full');
    more.request_id = 'r';
    more.data[0].EngineDetails.EngineAttributes[1].Unit = { name: 'kW' };
    const verdict = validate('getEngines', 200, more);
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict.undocumented.toSorted()).toEqual(['/data/0/EngineDetails/EngineAttributes/1/Unit', '/request_id']);
  });

  test('with slashes and tildes escaped as in RFC 6901', () => {
    const more = { ...body('listBrands', 'full'), 'a/b~c': 1 };
    expect(validate('listBrands', 200, more).undocumented).toEqual(['/a~1b~0c']);
  });
});

test('the body of another operation is invalid', () => {
  for (const { operation, body } of successes) {
    for (const other of new Set(successes.map((e) => e.operation))) {
      const same = JSON.stringify(successes.find((e) => e.operation === other && e.name === 'full')?.body);
      if (other === operation || validate(other, 200, JSON.parse(same)).ok !== true) continue;
      const verdict = validate(other, 200, body);
      // A schema cannot distinguish operations that share their payload (a vehicle, a list of names).
      if (verdict.ok) expect(shape(body)).toEqual(shape(JSON.parse(same)));
    }
  }
});

function shape(value: { data?: unknown } | unknown): string[] {
  const data = (value as { data?: unknown }).data ?? value;
  return Object.keys((Array.isArray(data) ? data[0] : data) as object).toSorted();
}

test('an undeclared status is an issue', () => {
  const verdict = validate('listBrands', 418, {});
  expect(verdict.ok ? [] : verdict.issues).toMatchObject([{ pointer: '', got: 'a different status' }]);
});

test.each(['nothing', '__proto__', 'toString'])(
  'an unknown operation (%s) throws an error that lists the operations',
  (name) => {
    expect(() => validate(name, 200, {})).toThrow(/expected one of decodeVin, /);
  },
);

test.each([null, undefined, 0, '', 'text', true, [], {}])(
  'the body %j is invalid, and no exception is thrown',
  (value) => {
    for (const { operation, status } of examples) {
      const verdict = validate(operation, status, value);
      // An empty list is valid where a bare array is documented.
      if (verdict.ok) expect([value, verdict.envelope]).toEqual([[], 'bare']);
    }
  },
);

describe('a body with a hundred thousand elements', () => {
  test.each([1, null, {}, { a: 1 }])('has about ten thousand issues if all elements are %j', (element) => {
    const verdict = validate('getEngines', 200, {
      ...body('getEngines', 'full'),
      data: Array(100_000).fill(element),
    });
    expect(verdict.ok).toBe(false);
    const { length } = verdict.ok ? [] : verdict.issues;
    expect(length).toBeGreaterThan(5000);
    expect(length).toBeLessThan(11_000);
  });

  test('has one issue if only the last element is invalid', () => {
    const full = body('getEngines', 'full');
    const verdict = validate('getEngines', 200, { ...full, data: [...Array(100_000).fill(full.data[0]), 1] });
    expect(verdict.ok ? [] : verdict.issues.map(({ pointer }) => pointer)).toEqual(['/data/100000']);
  });

  test('has a thousand listed fields if every element has an undocumented field', () => {
    const full = body('getEngines', 'full');
    const verdict = validate('getEngines', 200, { ...full, data: Array(100_000).fill({ ...full.data[0], own: 1 }) });
    expect(verdict.ok).toBe(true);
    expect(verdict.undocumented).toHaveLength(1000);
    expect(verdict.undocumented.at(-1)).toBe('/data/999/own');
  });
});

test('ten thousand nested lists are validated without an exception', () => {
  let deep: unknown = [];
  for (let depth = 0; depth < 10_000; depth += 1) deep = [deep];
  for (const { operation, status } of examples) expect(validate(operation, status, deep).ok).toBe(false);
  const more = { ...body('getEngines', 'full'), own: deep };
  expect(validate('getEngines', 200, more)).toMatchObject({ ok: true, undocumented: ['/own'] });
});

describe('the envelope of an invalid body', () => {
  test('is full if the body has a field of the full envelope, regardless of the number of issues', () => {
    const { api_version: _, ...half } = body('decodeVin', 'full');
    half.data = body('decodeVin', 'simplified').data;
    expect(validate('decodeVin', 200, half)).toMatchObject({ ok: false, envelope: 'full' });
  });

  test('is simplified if the body has no field of the full envelope', () => {
    const half = body('decodeVin', 'simplified');
    half.data.make = null;
    half.data.model = null;
    half.data.year = null;
    expect(validate('decodeVin', 200, half)).toMatchObject({ ok: false, envelope: 'simplified' });
  });
});

describe('an issue contains the violated clause or assumption', () => {
  test.each<[string, unknown, object]>([
    ['carId', 'x', { clause: 'vehicle.carId' }],
    ['carId', '', { assumption: 'empty-values' }],
    ['carId', 0, { assumption: 'carId-positive' }],
    ['year', '20', { clause: 'vehicle.year' }],
    ['yearEnd', '20', { clause: 'vehicle.yearEnd' }],
    ['powerHpFrom', '140', { clause: 'vehicle.powerHpFrom' }],
    ['make', undefined, { clause: 'vehicle.no-value' }],
  ])('for %s with the value %j', (name, value, owner) => {
    const changed = body('decodeVin', 'full');
    changed.data[name] = value;
    const verdict = validate('decodeVin', 200, changed);
    expect(verdict.ok ? [] : verdict.issues).toEqual([expect.objectContaining({ pointer: `/data/${name}`, ...owner })]);
  });

  test('for a violation in an assumed envelope', () => {
    const list = body('decodeVinAll', 'simplified');
    list.data = {};
    const verdict = validate('decodeVinAll', 200, list);
    expect(verdict).toMatchObject({ issues: [{ pointer: '/data', clause: 'endpoints.decodeVinAll' }] });
  });

  test.each(['listBrands', 'listModels'])('for an object instead of the list of %s', (operation) => {
    const verdict = validate(operation, 200, { ...body(operation, 'full'), data: {} });
    expect(verdict).toMatchObject({ issues: [{ pointer: '/data', clause: `endpoints.${operation}` }] });
  });

  test('for an undeclared status', () => {
    expect(validate('listBrands', 418, {})).toMatchObject({ issues: [{ assumption: 'status-table' }] });
  });
});

describe('validateHeaders', () => {
  const issues = (value: string | null) =>
    validateHeaders('getFluids', 429, (name) => (name === 'Retry-After' ? value : null));

  test.each(['5', 'Wed, 21 Oct 2026 07:28:00 GMT', null])('accepts Retry-After: %s', (value) => {
    expect(issues(value)).toEqual([]);
  });

  test('reports an invalid header without repeating its value', () => {
    const [issue, ...more] = issues('cAnArY7f3e') as [ResponseIssue];
    expect(more).toEqual([]);
    expect(issueMessage(issue)).toMatch(
      /^the header Retry-After: expected text that matches .*, got a different value$/,
    );
    expect(issue).toMatchObject({ header: 'Retry-After', assumption: 'retry-after' });
    expect(JSON.stringify(issue)).not.toContain('cAnArY');
  });

  test('ignores an undeclared header', () => {
    expect(validateHeaders('getFluids', 200, () => 'text')).toEqual([]);
    expect(validateHeaders('getFluids', 999, () => 'text')).toEqual([]);
  });
});
