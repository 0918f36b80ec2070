import type { Document } from '../../src/openapi/openapi.ts';

const query = (name: string, schema: object) => ({ name, in: 'query', required: true, schema });
const json = (more: object) => ({ description: 'A response.', content: { 'application/json': more } });
const operation = (operationId: string, parameters: object[], more: object = {}) => ({
  get: {
    operationId,
    ...more,
    parameters,
    responses: {
      '200': json({ schema: {} }),
      '400': { $ref: '#/components/responses/Rejected' },
      '401': { $ref: '#/components/responses/Unknown' },
    },
  },
});
const id = query('id', { $ref: '#/components/schemas/Id' });
const error = { $ref: '#/components/schemas/Error' };

/** Returns a document with two operations whose request rules are based on clauses and assumptions. */
export const accountedRequests = (): Document =>
  ({
    openapi: '3.1.1',
    info: { title: 'Items', version: '1.0.0' },
    security: [{ token: [] }],
    paths: { '/items': operation('query', [id]) },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'query', name: 'token' },
      },
      pathItems: {
        getItem: operation('getItem', [id], { 'x-assumes': { parameters: 'plain-item' } }),
        listWords: operation('listWords', [
          query('list', { type: 'integer', const: 1 }),
          query('word', { $ref: '#/components/schemas/Word' }),
          query('count', { type: 'integer' }),
        ]),
      },
      responses: {
        Rejected: json({
          schema: error,
          'x-assumes': {
            'examples/unknown-parameter': 'no-others',
            'examples/repeated-parameter': 'no-repetition',
          },
          examples: {
            'unknown-parameter': { value: { message: 'No.' } },
            'repeated-parameter': { value: { message: 'Once.' } },
          },
        }),
        Unknown: json({ schema: error }),
      },
      schemas: {
        Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
        Id: { type: 'integer', minimum: 1, 'x-assumes': { minimum: 'positive', meaning: 'notation' } },
        Word: {
          type: 'string',
          minLength: 1,
          pattern: '^[a-z]+$',
          'x-assumes': { pattern: 'lower-case' },
          'x-specified': { pattern: '^[A-Za-z]+$' },
        },
      },
    },
    'x-assumptions': {},
    'x-clauses': {
      'request.item': { text: 'id is an integer.', places: ['#/components/pathItems/getItem/get'] },
      'request.token': { text: 'Send the token.', places: ['#/components/responses/Unknown'] },
      'words.length': { text: 'At least one letter.', places: ['#/components/schemas/Word/minLength'] },
      'words.letters': { text: 'Letters only.', places: ['#/components/schemas/Word/pattern'] },
      'status.400': { text: '400 | wrong', places: ['#/components/pathItems/*/get/responses/400'] },
      'response.json': {
        text: 'Responses are JSON.',
        places: ['#/components/pathItems/*/get/responses/*/content/application~1json'],
      },
    },
  }) as unknown as Document;
