import { expect, test } from 'vitest';
import type { Json } from '../../src/openapi/openapi.ts';
import { provenanceFindings } from '../../src/provenance/index.ts';
import { changed } from '../sample-documents.ts';
import { accountedDocument } from './account.ts';

const item = ['components', 'schemas', 'Item'];
const id = ['components', 'schemas', 'Id'];

test.each<[string, (string | number)[], Json, RegExp]>([
  [
    'an x-assumes without a nearby description',
    [...id, 'description'],
    'The identifier.',
    /^x-assumes minimum \(positive\): expected "Assumed: …" or "\(assumed\)" in the description of .*Id\/minimum, found none$/,
  ],
  [
    'an assumption in a description without an x-assumes',
    [...item, 'properties', 'name', 'description'],
    'The name. Assumed: it is unique.',
    /^description: contains an assumption; expected x-assumes with its ID here or below, found none$/,
  ],
  [
    'a sentence with "(assumed)" but without an x-assumes',
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
    'a clause without required words that only a description states',
    ['x-clauses', 'item.text', 'words'],
    [],
    /^clause item\.text: only descriptions state it; expected required words in words, found none$/,
  ],
  [
    'a description without a required word of its clause',
    ['info', 'description'],
    'At most 5000 items a month.',
    /^clause item\.text: expected "1000" in #\/info\/description, found none$/,
  ],
])('%s is reported', (_, place, value, message) => {
  const found = provenanceFindings(changed(accountedDocument(), [place, value])).map((finding) => finding.message);
  expect(found).toEqual([expect.stringMatching(message)]);
});

test.each<[string, (string | number)[], Json]>([
  [
    'an explanation of the word *Assumed*',
    [...item, 'properties', 'name', 'description'],
    'Not *Assumed:* but stated.',
  ],
  ['an observation in a sample', [...item, 'properties', 'name', 'description'], 'It has been seen in a sample.'],
  [
    'a field description with an assumption of the referenced schema',
    [...item, 'properties', 'id'],
    { $ref: '#/components/schemas/Id', description: 'Assumed: it is positive.' },
  ],
])('%s is accepted', (_, place, value) => {
  expect(provenanceFindings(changed(accountedDocument(), [place, value]))).toEqual([]);
});
