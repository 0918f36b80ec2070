import { body, type CaseNode, type KeywordVerdict, list, object, pet, text, withResponse } from './parts.ts';

const parameter = { name: 'q', in: 'query', schema: text };
const withParameter = (more: CaseNode): CaseNode => ({ parameters: [{ ...parameter, ...more }] });
const header = (more: CaseNode): CaseNode => withResponse({ headers: { A: { schema: text, ...more } } });

/** Other parts of an operation. */
export const OTHERS: readonly (readonly [name: string, base: CaseNode, revision: CaseNode, verdict: KeywordVerdict])[] =
  [
    ['style of a query', withParameter({}), withParameter({ style: 'form' }), 'same'],
    ['explode of a query', withParameter({}), withParameter({ explode: true }), 'same'],
    [
      'style and explode of a query',
      withParameter({ style: 'pipeDelimited', explode: false }),
      withParameter({ style: 'pipeDelimited' }),
      'same',
    ],
    ['another style', withParameter({}), withParameter({ style: 'spaceDelimited' }), 'major'],
    // A single text is written in the same way with and without `explode` (OpenAPI 3.1, 4.8.12.2).
    ['another explode of a text', withParameter({}), withParameter({ explode: false }), 'same'],
    [
      'another explode of a list',
      withParameter({ schema: list }),
      withParameter({ schema: list, explode: false }),
      'major',
    ],
    // What is sent for an integer is a string of digits.
    [
      'a parameter of integers that takes strings',
      withParameter({ schema: { type: 'integer' } }),
      withParameter({ schema: text }),
      'harmless',
    ],
    [
      'a parameter of strings that takes integers',
      withParameter({ schema: text }),
      withParameter({ schema: { type: 'integer' } }),
      'major',
    ],
    [
      'a parameter of integers that takes words',
      withParameter({ schema: { type: 'integer' } }),
      withParameter({ schema: { ...text, pattern: '^[a-z]+$' } }),
      'major',
    ],
    ['allowReserved false', withParameter({}), withParameter({ allowReserved: false }), 'same'],
    ['allowEmptyValue withdrawn', withParameter({ allowEmptyValue: true }), withParameter({}), 'major'],
    ['required false', withParameter({}), withParameter({ required: false }), 'same'],
    ['required', withParameter({}), withParameter({ required: true }), 'major'],
    ['no longer required', withParameter({ required: true }), withParameter({}), 'harmless'],
    ['deprecated false of a parameter', withParameter({}), withParameter({ deprecated: false }), 'same'],
    ['a default', withParameter({}), withParameter({ schema: { ...text, default: 'a' } }), 'major'],
    [
      'a default of what was required',
      withParameter({ required: true }),
      withParameter({ schema: { ...text, default: 'a' } }),
      'harmless',
    ],
    [
      'a default that is written as another type',
      withParameter({ schema: { ...text, enum: ['true', 'false'], default: true } }),
      withParameter({ schema: { ...text, enum: ['true', 'false'], default: 'true' } }),
      'patch',
    ],
    ['a new parameter with a default', {}, withParameter({ schema: { ...text, default: 'a' } }), 'minor'],
    ['a default in a response', withResponse(body(text)), withResponse(body({ ...text, default: 'a' })), 'patch'],
    [
      'a parameter with content',
      withParameter({}),
      { parameters: [{ name: 'q', in: 'query', ...body(text) }] },
      'major',
    ],
    ['a header that may be missing', header({ required: true }), header({}), 'major'],
    ['a header that is always there', header({}), header({ required: true }), 'harmless'],
    ['a new header', withResponse({}), header({}), 'harmless'],
    ['required false of a header', header({}), header({ required: false }), 'same'],
    [
      'a link removed',
      withResponse({ links: { next: { operationId: 'a link removed' } } }),
      withResponse({}),
      'harmless',
    ],
    ['a link added', withResponse({}), withResponse({ links: { next: { operationId: 'a link added' } } }), 'harmless'],
    [
      'a body that may be left out',
      { requestBody: { required: true, ...body(text) } },
      { requestBody: body(text) },
      'harmless',
    ],
    [
      'a body that must be sent',
      { requestBody: body(text) },
      { requestBody: { required: true, ...body(text) } },
      'major',
    ],
    ['security as at the root', {}, { security: [{ token: [] }] }, 'same'],
    ['no security', {}, { security: [] }, 'harmless'],
    ['other security', {}, { security: [{ other: [] }] }, 'major'],
    [
      'a request that no longer reads a field',
      { requestBody: body({ ...object, properties: { a: text, b: text } }) },
      { requestBody: body(object) },
      'harmless',
    ],
    [
      'a field of a request that becomes false',
      { requestBody: body(object) },
      { requestBody: body({ ...object, properties: { a: false } }) },
      'major',
    ],
    [
      'a field of a request that was false',
      { requestBody: body({ ...object, properties: { a: false } }) },
      { requestBody: body(object) },
      'harmless',
    ],
    // A program that reads the field does not find it: a response that may not have it has lost it.
    [
      'a field of a response that becomes false',
      withResponse(body(object)),
      withResponse(body({ ...object, properties: { a: false } })),
      'major',
    ],
    [
      'a field of a response that was false',
      withResponse(body({ ...object, properties: { a: false } })),
      withResponse(body(object)),
      'major',
    ],
    [
      'a field of a request that becomes readOnly',
      { requestBody: body(object) },
      { requestBody: body({ properties: { a: { ...text, readOnly: true } } }) },
      'major',
    ],
    [
      'a field of a response that becomes writeOnly',
      withResponse(body(object)),
      withResponse(body({ ...object, properties: { a: { ...text, writeOnly: true } } })),
      'major',
    ],
    [
      'another property tells forms apart',
      withResponse(body({ anyOf: [pet, object], discriminator: { propertyName: 'name' } })),
      withResponse(body({ anyOf: [pet, object], discriminator: { propertyName: 'kind' } })),
      'major',
    ],
    [
      'a schema of a oneOf that takes more, so that a value is of two',
      {
        parameters: [
          {
            ...parameter,
            schema: {
              oneOf: [
                { type: 'integer', maximum: 10 },
                { type: 'integer', minimum: 20 },
              ],
            },
          },
        ],
      },
      {
        parameters: [
          {
            ...parameter,
            schema: {
              oneOf: [
                { type: 'integer', maximum: 30 },
                { type: 'integer', minimum: 20 },
              ],
            },
          },
        ],
      },
      'major',
    ],
    [
      'another media type',
      withResponse({ content: { 'text/csv': {} } }),
      withResponse({ content: { 'text/plain': {} } }),
      'major',
    ],
    [
      'one more media type',
      withResponse({ content: { 'text/csv': {} } }),
      withResponse({ content: { 'text/csv': {}, 'text/plain': {} } }),
      'harmless',
    ],
    [
      'patternProperties that open a closed response',
      withResponse(body({ type: 'object', unevaluatedProperties: false })),
      withResponse(body({ type: 'object', patternProperties: { '^b': text }, unevaluatedProperties: false })),
      'major',
    ],
    [
      'elements of a closed list',
      withResponse(body({ type: 'array', unevaluatedItems: false })),
      withResponse(body({ type: 'array', prefixItems: [text], unevaluatedItems: false })),
      'major',
    ],
  ];
