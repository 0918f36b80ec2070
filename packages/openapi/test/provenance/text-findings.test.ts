import { expect, test } from 'vitest';
import type { Json } from '../../src/openapi/openapi.ts';
import { provenanceFindings } from '../../src/provenance/index.ts';
import { changed } from '../sample-documents.ts';
import { accountedDocument } from './account.ts';

const item = ['components', 'schemas', 'Item'];
const id = ['components', 'schemas', 'Id'];

test.each<[string, (string | number)[], Json, RegExp]>([
  [
    'a mark without a description near it',
    [...id, 'description'],
    'The identifier.',
    /^x-assumes minimum \(positive\): expected "Assumed: …" or "\(assumed\)" in the description of .*Id\/minimum, found none$/,
  ],
  [
    'an assumption in a description without a mark',
    [...item, 'properties', 'name', 'description'],
    'The name. Assumed: it is unique.',
    /^description: contains an assumption, expected x-assumes with its id here or below, found none$/,
  ],
  [
    'a marked sentence without a mark',
    [...item, 'properties', 'name', 'description'],
    'A unique name (assumed).',
    /^description: contains an assumption/,
  ],
  [
    'an observation without a source',
    [...item, 'properties', 'name', 'description'],
    'It has been seen with digits.',
    /^description: expected the source of the observation .* found "It has been seen with digits\."$/,
  ],
  [
    'a clause that only a description states, without its words',
    ['x-clauses', 'item.text', 'words'],
    [],
    /^clause item\.text: only descriptions state it; expected their words in words, found none$/,
  ],
  [
    'a description without a word of its clause',
    ['info', 'description'],
    'At most 5000 items a month.',
    /^clause item\.text: expected "1000" in #\/info\/description, found it missing$/,
  ],
])('%s is reported', (_, place, value, message) => {
  const found = provenanceFindings(changed(accountedDocument(), [place, value])).map((finding) => finding.message);
  expect(found).toEqual([expect.stringMatching(message)]);
});

test.each<[string, (string | number)[], Json]>([
  ['an explanation of the mark', [...item, 'properties', 'name', 'description'], 'Not *Assumed:* but stated.'],
  ['an observation in a sample', [...item, 'properties', 'name', 'description'], 'It has been seen in a sample.'],
  [
    'an assumption of the schema to which a field refers',
    [...item, 'properties', 'id'],
    { $ref: '#/components/schemas/Id', description: 'Assumed: it is positive.' },
  ],
])('%s is accepted', (_, place, value) => {
  expect(provenanceFindings(changed(accountedDocument(), [place, value]))).toEqual([]);
});
