import type { ReceivedReply } from '../run/reply.ts';
import type { Breach } from './breach.ts';

/** Where a reply repeated a secret. The secret was masked before any other code read the reply. */
export const secretsEchoed = ({ echoed = [] }: ReceivedReply): Breach[] =>
  echoed.map((place) => ({
    code: 'secret-echoed',
    ...(place === 'body' ? {} : place),
    expected: 'a reply that does not repeat the credentials',
    got: `the secret in the ${place === 'body' ? 'body' : `header ${place.header}`}`,
    next: 'Make the service leave credentials out of all replies and logs.',
  }));
