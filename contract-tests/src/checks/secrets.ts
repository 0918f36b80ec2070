import type { Answer } from '../exchange.ts';
import { leaks } from '../leak.ts';
import type { Breach } from './breach.ts';

/** Looks for the values of secrets in everything that came back. */
export function secretsEchoed({ headers, body }: Answer, secrets: readonly string[]): Breach[] {
  const text = new TextDecoder('utf-8').decode(body);
  const named = headers.find(([, value]) => leaks(value, secrets))?.[0];
  const places = [...(named ? [`the header ${named}`] : []), ...(leaks(text, secrets) ? ['the body'] : [])];
  return places.map((place) => ({
    code: 'secret-echoed',
    expected: 'an answer that does not repeat the credentials',
    got: `the secret in ${place}`,
    next: 'Make the service leave credentials out of everything that it answers or logs.',
  }));
}
