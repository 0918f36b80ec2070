import { validate } from '@vehicle-lookup/contract/validators';
import { describe, expect, test } from 'vitest';
import { examples, queryOf } from './document.ts';
import { start } from './start.ts';

describe('an empty list', () => {
  const lists = ['decodeVinAll', 'getFluids', 'getOemParts', 'getRepairTimes', 'listBrands', 'listModels'];

  test.each([...lists, 'listVariants', 'getEngines'])(
    'of %s is a success of the document, in each envelope',
    async (id) => {
      const { get } = await start({});
      for (const example of examples.filter(({ operation, status }) => operation === id && status === '200')) {
        const prefer = `empty=true, example=${example.name}`;
        const { status, body } = await get(queryOf(id), prefer);
        expect(status).toBe(200);
        expect(Array.isArray(body) ? body : body.data).toEqual([]);
        expect(validate(id, 200, body)).toMatchObject({ ok: true });
        expect(Object.keys(body)).toEqual(Array.isArray(body) ? [] : Object.keys(Object(example.body)));
      }
      expect((await get(queryOf(id), 'empty=true')).body.data).toEqual([]);
    },
  );

  test.each([
    ['decodeVin', 'empty=true', 'decodeVin 200 has no list that may be empty'],
    ['getFluids', 'empty=true, code=404', 'getFluids 404 has no list that may be empty'],
    ['getFluids', 'empty=yes', 'empty takes true or false'],
    ['getFluids', 'emty=true', 'there is no such preference; did you mean empty?'],
  ])('that %s does not have is rejected (%s)', async (id, prefer, message) => {
    const { get } = await start({});
    const { status, body } = await get(queryOf(id), prefer);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });
});
