import { text } from 'node:stream/consumers';
import { resolveOperation } from '@vehicle-lookup/operations';
import { validate } from '@vehicle-lookup/validators';

// Run in a scratch copy, this answers with the copy's resolver and validators.
const { queries, bodies } = JSON.parse(await text(process.stdin));
console.log(
  JSON.stringify({
    resolutions: queries.map((query: string) => resolveOperation(query)),
    verdicts: bodies.map(([operation, status, body]: [string, string, unknown]) => validate(operation, status, body)),
  }),
);
