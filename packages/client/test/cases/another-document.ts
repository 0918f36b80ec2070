import type { Document } from '@vehicle-lookup/openapi';

const response = (properties: object) => ({
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});
const parameter = (name: string, schema: object, required = true) => ({ name, in: 'query', required, schema });

const failure = response({ ok: { const: false }, reason: { type: 'string' } });
const operation = (
  operationId: string,
  parameters: object[],
  success: object = response({ [operationId]: { type: 'string' } }),
) => ({
  get: { operationId, parameters, responses: { 200: success, 400: failure } },
});
const action = (value: string) => parameter('action', { type: 'string', const: value });

/** A record that may contain itself, with or without an envelope. */
const Book = {
  type: 'object',
  required: ['pages'],
  properties: {
    title: { type: 'string' },
    pages: { type: 'string', pattern: '^[0-9]+$' },
    sequel: { $ref: '#/components/schemas/Book' },
  },
};
const books = { type: 'array', items: { $ref: '#/components/schemas/Book' } };
const envelope = {
  type: 'object',
  required: ['listBooks'],
  properties: { listBooks: books, printed: { type: 'string' } },
};
const anyEnvelope = { content: { 'application/json': { schema: { anyOf: [envelope, books] } } } };

const items = {
  listBooks: operation('listBooks', [action('list'), parameter('limit', { type: 'integer' }, false)], anyEnvelope),
  findBook: operation('findBook', [action('find'), parameter('title', { type: 'string' })]),
  'find-cover': operation('find-cover', [
    action('find'),
    parameter('part', { type: 'string', const: 'cover' }),
    parameter('title', { type: 'string' }),
  ]),
};

/** An API of a different kind: a selector with a value per operation, an operation with a second selector, and no default operation. */
export const document = {
  paths: { '/library': { get: { operationId: 'query', responses: {} } } },
  security: [{ account: [] }],
  components: {
    schemas: { Book },
    securitySchemes: { account: { type: 'apiKey', in: 'query', name: 'token' } },
    pathItems: items,
  },
} as unknown as Document;
