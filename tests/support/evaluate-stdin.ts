import { text } from 'node:stream/consumers';
import { resolveOperation } from '@vehicle-lookup/contract';
import { validate } from '@vehicle-lookup/contract/validators';

// Runs inside a copy of the repository, with the resolver and the validators of the copy.
const { queries, bodies } = JSON.parse(await text(process.stdin));
console.log(
  JSON.stringify({
    resolutions: queries.map((query: string) => resolveOperation(query)),
    verdicts: bodies.map(([operation, status, body]: [string, string, unknown]) => validate(operation, status, body)),
  }),
);
