import { describe, expect, test } from 'vitest';
import { changesBetween, type Fragment } from './support/fragments.ts';

// Added, removed and changed variants of a choice of schemas.
const text = { type: 'string' };
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const choice = (keyword: string, ...forms: object[]) => ({ [keyword]: forms });

const found = async (before: Fragment, after: Fragment) =>
  (await changesBetween(before, after)).map(({ impact, what }) => `${impact}: ${what}`);
/** Returns a fragment with a response schema that refers to components. */
const read = (schema: object, schemas: object): Fragment => ({ read: schema, components: { schemas } });

describe.each(['oneOf', 'anyOf'])('a choice with %s', (keyword) => {
  test('a schema that becomes one of several variants is not reported as removed', async () => {
    const more = { A: object({ a: text, b: text }, ['a']), B: object({ a: text, rule: text }, ['a', 'rule']) };
    const [one, both] = [reference('A'), choice(keyword, reference('A'), reference('B'))];
    expect(await found(read(one, more), read(both, more))).toEqual(['minor: The form B was added.']);
    expect(await found(read(both, more), read(one, more))).toEqual([
      expect.stringMatching('^(minor|patch): The form B was removed'),
    ]);
    const other = { ...more, B: object({ rule: text }, ['rule']) };
    expect(await found(read(one, other), read(both, other))).toEqual(['major: The form B was added.']);
  });

  test('removing a variant from a response is not breaking, even if another variant is added', async () => {
    const forms = Object.fromEntries(['X', 'Y', 'Z'].map((name) => [name, object({ [name]: text }, [name])]));
    const of = (...names: string[]) => read(choice(keyword, ...names.map(reference)), forms);
    expect((await found(of('X', 'Y'), of('X', 'Z', 'Y'))).sort()).toEqual(['major: The form Z was added.']);
    expect((await found(of('X', 'Y'), of('X', 'Z', 'Z'))).filter((one) => one.includes('Y'))).toEqual([
      'minor: The form Y was removed.',
    ]);
  });

  test('variants with the same name are paired before equal variants', async () => {
    const same = object({ event: text }, ['event']);
    const forms = choice(keyword, reference('Assigned'), reference('Unassigned'));
    const more = { Assigned: object({ event: text, agent: text }, ['event']), Unassigned: same };
    const changes = await found(read(forms, { Assigned: same, Unassigned: same }), read(forms, more));
    expect(changes.filter((one) => one.includes('form'))).toEqual([]);
    expect(changes).toContain('minor: The field agent was added.');
  });

  test('variants without a name are paired by their constants', async () => {
    const rule = (name: string, ...fields: string[]) =>
      object(
        { type: { type: 'string', enum: [name] }, with: object(Object.fromEntries(fields.map((one) => [one, text]))) },
        ['type'],
      );
    const info = object({ source: text });
    const schemas = (...more: string[]) => ({
      Info: info,
      Merge: rule('merge', 'method'),
      Pull: rule('pull', 'count', ...more),
      Push: rule('push', 'checks', ...more),
    });
    const of = (...names: string[]) =>
      choice(keyword, ...names.map((name) => ({ allOf: [reference(name), reference('Info')] })));
    expect(
      (await found(read(of('Pull', 'Push'), schemas()), read(of('Merge', 'Pull', 'Push'), schemas('more')))).sort(),
    ).toEqual(['major: The form 1 was added.', 'minor: The field more was added.', 'minor: The field more was added.']);
  });
});

test('an optional field of one `oneOf` variant is not part of another variant', async () => {
  const forms = choice('oneOf', reference('Team'), reference('Enterprise'));
  const schemas = (more: object, name: object = text) => ({
    Team: object({ id: text }, ['id']),
    Enterprise: object({ id: text, name, ...more }, ['id', 'name']),
  });
  const [before, after] = [read(forms, schemas({})), read(forms, schemas({ group: text }))];
  expect(await found(before, after)).toEqual(['minor: The field group was added.']);
  const [change] = await changesBetween(before, read(forms, schemas({}, { type: 'integer' })));
  expect(change).toMatchObject({ impact: 'major', value: 0 });
});

test('a field outside the variants belongs to every variant', async () => {
  const forms = (maxLength: number) => ({
    sent: {
      allOf: [
        object({ kind: text, b: { ...text, maxLength } }, ['kind', 'b']),
        choice('oneOf', object({ a: text }, ['a']), object({ b: text, c: text }, ['c'])),
      ],
    },
  });
  expect((await changesBetween(forms(5), forms(3))).map(({ impact }) => impact)).toEqual(['major']);
});

test('a field that is added to many variants is compared without giving up', async () => {
  const names = Array.from({ length: 13 }, (_, index) => `form${index}`);
  const schemas = (more: object) =>
    Object.fromEntries(names.map((name) => [name, object({ [`${name}_url`]: text, ...more }, [`${name}_url`])]));
  const forms = choice('oneOf', ...names.map(reference));
  const changes = await found(read(forms, schemas({})), read(forms, schemas({ html: { ...text, format: 'uri' } })));
  expect(new Set(changes)).toEqual(new Set(['minor: The field html was added.']));
});
