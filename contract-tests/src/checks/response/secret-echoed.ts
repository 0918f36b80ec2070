import { child } from '@vehicle-lookup/openapi';
import type { EchoPlace } from '../../run/response.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';
import { parse } from '../read-body.ts';
import { isRedirect } from './redirect.ts';

const MASK = '***';

// The secret was masked before any other code read the response.
export const secretEchoed: ContractCheck = {
  code: 'secret-echoed',
  title: 'A response repeats the key',
  explanation: 'Responses are logged, cached and shown. The key was found in one, as it is or encoded.',
  clause: 'authentication.1',
  reading: 'The clause calls the key secret; that no response repeats it is general practice, no clause says it.',
  isSecurity: true,
  ofResponse: (response, { request }) => {
    const text = new TextDecoder().decode(response.body);
    return (
      (response.echoed ?? [])
        .map((place) => (isBody(place) ? inBody(place, text) : inHeader(place)))
        // That a redirect repeats the query is part of the redirect.
        .filter(({ header }) => !(request.probeOf && isRedirect(response) && header === 'location'))
    );
  },
};

const isBody = (place: EchoPlace): place is Exclude<EchoPlace, { header: string }> =>
  place === 'body' || 'body' in place;

function inHeader({ header, form }: Extract<EchoPlace, { header: string }>): FoundViolation {
  const decode = form === 'in base64' ? ' To see it, decode the value by base64 -d.' : '';
  return echo(`the header ${header}`, form, `Leave the credentials out of the header ${header}.${decode}`, {
    header,
  });
}

function inBody(place: Exclude<EchoPlace, { header: string }>, text: string): FoundViolation {
  const pointer = placeOfMask(parse(text)?.body, '');
  const around = text.indexOf(MASK);
  const where = pointer === undefined ? 'the body' : `the body, at ${pointer}`;
  const form = place === 'body' ? undefined : place.body;
  return echo(where, form, `Leave the credentials out of ${pointer ?? 'the body'}.`, around < 0 ? {} : { around });
}

const echo = (
  where: string,
  form: string | undefined,
  next: string,
  at: Pick<FoundViolation, 'header' | 'around'>,
): FoundViolation => ({
  ...at,
  expected: 'a response that does not repeat the credentials',
  got: `the key in ${where}${form === undefined ? '' : `, ${form}`}`,
  next,
});

/** Keys that stand deeper are shown without their place. */
const DEEPEST = 20;

/** JSON Pointer of the first text with a mask; undefined of the body itself. */
function placeOfMask(value: unknown, pointer: string, depth = 0): string | undefined {
  if (typeof value === 'string') return value.includes(MASK) && pointer !== '' ? pointer : undefined;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const place = placeOfMask(member, child(pointer, name), depth + 1);
    if (place !== undefined) return place;
  }
  return undefined;
}
