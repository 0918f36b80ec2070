import { body, type CaseNode, type KeywordVerdict, list, object, pet, text, withResponse } from './parts.ts';

const parameter = { name: 'q', in: 'query', schema: text };
const withParameter = (more: CaseNode): CaseNode => ({ parameters: [{ ...parameter, ...more }] });
const header = (more: CaseNode): CaseNode => withResponse({ headers: { A: { schema: text, ...more } } });

/** Changes to other parts of an operation. */
export const OTHERS: readonly (readonly [name: string, base: CaseNode, revision: CaseNode, verdict: KeywordVerdict])[] =
  [
    ['default style of a query parameter', withParameter({}), withParameter({ style: 'form' }), 'same'],
    ['default explode of a query parameter', withParameter({}), withParameter({ explode: true }), 'same'],
    [
      'default explode of a query parameter with a different style',
      withParameter({ style: 'pipeDelimited', explode: false }),
      withParameter({ style: 'pipeDelimited' }),
      'same',
    ],
    ['a different style', withParameter({}), withParameter({ style: 'spaceDelimited' }), 'major'],
    // A single string is serialised in the same way with and without `explode` (OpenAPI 3.1, 4.8.12.2).
    ['a different explode value for a string', withParameter({}), withParameter({ explode: false }), 'same'],
    [
      'a different explode value for a list',
      withParameter({ schema: list }),
      withParameter({ schema: list, explode: false }),
      'major',
    ],
    // An integer is sent as a string of digits.
    [
      'an integer parameter that now accepts strings',
      withParameter({ schema: { type: 'integer' } }),
      withParameter({ schema: text }),
      'harmless',
    ],
    [
      'a string parameter that now accepts only integers',
      withParameter({ schema: text }),
      withParameter({ schema: { type: 'integer' } }),
      'major',
    ],
    [
      'an integer parameter that now accepts only words',
      withParameter({ schema: { type: 'integer' } }),
      withParameter({ schema: { ...text, pattern: '^[a-z]+$' } }),
      'major',
    ],
    ['allowReserved false', withParameter({}), withParameter({ allowReserved: false }), 'same'],
    ['allowEmptyValue removed', withParameter({ allowEmptyValue: true }), withParameter({}), 'major'],
    ['required false', withParameter({}), withParameter({ required: false }), 'same'],
    ['required', withParameter({}), withParameter({ required: true }), 'major'],
    ['no longer required', withParameter({ required: true }), withParameter({}), 'harmless'],
    ['deprecated false in a parameter', withParameter({}), withParameter({ deprecated: false }), 'same'],
    ['a new default', withParameter({}), withParameter({ schema: { ...text, default: 'a' } }), 'major'],
    [
      'a new default with required false',
      withParameter({ required: false }),
      withParameter({ required: false, schema: { ...text, default: 'a' } }),
      'major',
    ],
    [
      'a default for a value that was required',
      withParameter({ required: true }),
      withParameter({ schema: { ...text, default: 'a' } }),
      'harmless',
    ],
    [
      'a default that is written as a different type',
      withParameter({ schema: { ...text, enum: ['true', 'false'], default: true } }),
      withParameter({ schema: { ...text, enum: ['true', 'false'], default: 'true' } }),
      'patch',
    ],
    ['a new parameter with a default', {}, withParameter({ schema: { ...text, default: 'a' } }), 'minor'],
    ['a default in a response', withResponse(body(text)), withResponse(body({ ...text, default: 'a' })), 'patch'],
    [
      'a parameter with content instead of a schema',
      withParameter({}),
      { parameters: [{ name: 'q', in: 'query', ...body(text) }] },
      'major',
    ],
    ['a header that may be missing', header({ required: true }), header({}), 'major'],
    ['a header that is always present', header({}), header({ required: true }), 'harmless'],
    ['a new header', withResponse({}), header({}), 'harmless'],
    ['required false in a header', header({}), header({ required: false }), 'same'],
    [
      'a link removed',
      withResponse({ links: { next: { operationId: 'a link removed' } } }),
      withResponse({}),
      'harmless',
    ],
    ['a link added', withResponse({}), withResponse({ links: { next: { operationId: 'a link added' } } }), 'harmless'],
    [
      'a body that became optional',
      { requestBody: { required: true, ...body(text) } },
      { requestBody: body(text) },
      'harmless',
    ],
    [
      'a body that became required',
      { requestBody: body(text) },
      { requestBody: { required: true, ...body(text) } },
      'major',
    ],
    ['security repeated from the root', {}, { security: [{ token: [] }] }, 'same'],
    ['security removed', {}, { security: [] }, 'harmless'],
    ['a different security scheme', {}, { security: [{ other: [] }] }, 'major'],
    [
      'a field removed from a request',
      { requestBody: body({ ...object, properties: { a: text, b: text } }) },
      { requestBody: body(object) },
      'harmless',
    ],
    [
      'a request field whose schema becomes false',
      { requestBody: body(object) },
      { requestBody: body({ ...object, properties: { a: false } }) },
      'major',
    ],
    [
      'a request field whose schema was false',
      { requestBody: body({ ...object, properties: { a: false } }) },
      { requestBody: body(object) },
      'harmless',
    ],
    // If a response cannot contain the field, a program that reads the field does not find it.
    [
      'a response field whose schema becomes false',
      withResponse(body(object)),
      withResponse(body({ ...object, properties: { a: false } })),
      'major',
    ],
    [
      'a response field whose schema was false',
      withResponse(body({ ...object, properties: { a: false } })),
      withResponse(body(object)),
      'major',
    ],
    [
      'a request field that becomes readOnly',
      { requestBody: body(object) },
      { requestBody: body({ properties: { a: { ...text, readOnly: true } } }) },
      'major',
    ],
    [
      'a response field that becomes writeOnly',
      withResponse(body(object)),
      withResponse(body({ ...object, properties: { a: { ...text, writeOnly: true } } })),
      'major',
    ],
    [
      'a different discriminator property',
      withResponse(body({ anyOf: [pet, object], discriminator: { propertyName: 'name' } })),
      withResponse(body({ anyOf: [pet, object], discriminator: { propertyName: 'kind' } })),
      'major',
    ],
    [
      'a wider oneOf variant that now overlaps another variant',
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
      'a different media type',
      withResponse({ content: { 'text/csv': {} } }),
      withResponse({ content: { 'text/plain': {} } }),
      'major',
    ],
    [
      'an additional media type',
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
      'prefixItems that open a closed list',
      withResponse(body({ type: 'array', unevaluatedItems: false })),
      withResponse(body({ type: 'array', prefixItems: [text], unevaluatedItems: false })),
      'major',
    ],
  ];
