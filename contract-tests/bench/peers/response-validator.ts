import responseValidator from 'openapi-response-validator';
import { projection } from '../documents.ts';
import { type BenchPeer, withProbes } from './peer.ts';

// The package is CommonJS: its class is the field `default` of what Node.js imports.
const Validator = responseValidator.default;
type Responses = ConstructorParameters<typeof Validator>[0]['responses'];

export const openApiResponseValidator: BenchPeer = {
  name: 'openapi-response-validator, with tests around it',
  package: 'openapi-response-validator',
  start: async (front) => {
    const { paths, components } = projection();
    const responsesOf = (operation: string): Responses => {
      const responses = Object.entries<{ $ref?: string }>(paths[`/${operation}`].get.responses);
      const named = responses.map(([status, own]) => [
        status,
        own.$ref ? components.responses[own.$ref.split('/').at(-1) ?? ''] : own,
      ]);
      return Object.fromEntries(named);
    };
    const validators = new Map(
      Object.keys(paths).map((path) => {
        const operation = path.slice(1);
        return [operation, new Validator({ responses: responsesOf(operation), components })];
      }),
    );
    return {
      verify: () =>
        withProbes(front.url, ({ operation }, { response, json }) => {
          if (!json) return [];
          const wrong = validators.get(operation)?.validateResponse(response.status, json.body);
          return wrong ? [JSON.stringify(wrong)] : [];
        }),
    };
  },
};
