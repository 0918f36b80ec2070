import type { Reply } from '../run/reply.ts';
import type { Breach } from './breach.ts';

/** Where a reply repeated a secret. The secret was masked before any other code read the reply. */
export const secretsEchoed = ({ echoed = [] }: Reply): Breach[] =>
  echoed.map((place) => ({
    code: 'secret-echoed',
    ...headerIn(place),
    expected: 'a reply that does not repeat the credentials',
    got: `the secret in ${place}`,
    next: 'Make the service leave credentials out of all replies and logs.',
  }));

function headerIn(place: string): Pick<Breach, 'header'> {
  const [, header] = /^the header (\S+)$/.exec(place) ?? [];
  return header === undefined ? {} : { header };
}
