import type { Reply } from '../run/reply.ts';
import type { Breach } from './breach.ts';

/** Tells where an answer repeated a secret: what came was masked before anything else read it. */
export const secretsEchoed = ({ echoed = [] }: Reply): Breach[] =>
  echoed.map((place) => ({
    code: 'secret-echoed',
    expected: 'an answer that does not repeat the credentials',
    got: `the secret in ${place}`,
    next: 'Make the service leave credentials out of everything that it answers or logs.',
  }));
