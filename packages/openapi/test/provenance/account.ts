import type { Document } from '../../src/openapi/openapi.ts';

/** Returns a small document in which every statement has a clause or an assumption as its basis. */
export const accountedDocument = (): Document =>
  ({
    openapi: '3.1.1',
    info: { title: 'Items', version: '1.0.0', description: 'At most 1000 items a month.' },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'query', name: 'token' } },
      parameters: { Id: { name: 'id', in: 'query', required: true, schema: { $ref: '#/components/schemas/Id' } } },
      headers: {
        Wait: {
          description: 'Seconds (assumed).',
          schema: { type: 'integer', minimum: 0 },
          'x-assumes': { schema: 'wait-header' },
        },
      },
      responses: {
        Gone: {
          description: 'Nothing is there. Assumed: later.',
          headers: { Wait: { $ref: '#/components/headers/Wait' } },
          'x-assumes': { 'headers/Wait': 'wait-header' },
        },
      },
      pathItems: {
        getItem: {
          get: {
            operationId: 'getItem',
            description: 'Returns the item. Assumed: it may be gone.',
            parameters: [{ $ref: '#/components/parameters/Id' }],
            'x-assumes': { 'responses/410': 'gone', meaning: 'gone' },
            responses: {
              '200': {
                description: 'The item.',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
              },
              '410': { $ref: '#/components/responses/Gone' },
            },
          },
        },
      },
      schemas: {
        Id: {
          description: 'The identifier. Assumed: it is positive.',
          type: 'integer',
          minimum: 1,
          'x-assumes': { minimum: 'positive' },
        },
        Item: {
          description: 'An item. Assumed: it has all fields.',
          type: 'object',
          required: ['id', 'name'],
          'x-assumes': { required: 'all-there' },
          'x-specified': { required: ['id'] },
          examples: [{ id: 1, name: 'a' }],
          properties: {
            id: { $ref: '#/components/schemas/Id' },
            name: { type: 'string', pattern: '^[a-z]+$' },
            kind: {
              description: 'The kind. Assumed: it may be a number.',
              anyOf: [{ type: 'string' }, { title: 'numbered', type: 'integer' }],
              'x-assumes': { 'anyOf/numbered': 'numbered-kinds' },
            },
          },
        },
      },
    },
    'x-assumptions': Object.fromEntries(
      ['wait-header', 'gone', 'positive', 'all-there', 'numbered-kinds'].map((id) => [
        id,
        { statement: id, clauses: ['status.not-shown'] },
      ]),
    ),
    'x-clauses': {
      'item.1': { text: 'An item has an id.', places: ['#/components/schemas/Item', '#/components/schemas/Id'] },
      'item.name': {
        text: 'name | lower-case letters',
        places: ['#/components/schemas/Item/properties/name', '#/components/schemas/Item/properties/name/pattern'],
      },
      'request.id': {
        text: 'id selects the item.',
        places: ['#/components/parameters/Id', '#/components/parameters/Id/required'],
      },
      'request.token': { text: 'Send the token.', places: ['#/components/securitySchemes/token'] },
      'item.text': { text: 'items | 1000 a month', places: ['#/info/description'], words: ['1000'] },
      'status.200': { text: '200 | success', places: ['#/components/pathItems/*/get/responses/200'] },
      'status.not-shown': { text: 'Other responses are not shown.' },
      notation: { text: 'Words in italics are names.', unstated: 'It is about the text itself.' },
    },
  }) as unknown as Document;
