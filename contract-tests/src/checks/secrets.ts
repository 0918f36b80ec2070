import { child } from '@vehicle-lookup/openapi';
import type { EchoPlace, ReceivedResponse } from '../run/response.ts';
import type { Violation } from './violation.ts';

const MASK = '***';

/** Where a response repeated a secret. The secret was masked before any other code read the response. */
export const secretsEchoed = ({ echoed = [], body }: ReceivedResponse): Violation[] => {
  const text = new TextDecoder().decode(body);
  return echoed.map((place) => (isBody(place) ? inBody(place, text) : inHeader(place)));
};

const isBody = (place: EchoPlace): place is Exclude<EchoPlace, { header: string }> =>
  place === 'body' || 'body' in place;

function inHeader({ header, form }: Extract<EchoPlace, { header: string }>): Violation {
  const decode = form === 'in base64' ? ' To see it, decode the value by base64 -d.' : '';
  return violation(`the header ${header}`, form, `Leave the credentials out of the header ${header}.${decode}`, {
    header,
  });
}

function inBody(place: Exclude<EchoPlace, { header: string }>, text: string): Violation {
  const pointer = placeOfMask(parse(text), '');
  const around = text.indexOf(MASK);
  const where = pointer === undefined ? 'the body' : `the body, at ${pointer}`;
  const form = place === 'body' ? undefined : place.body;
  return violation(where, form, `Leave the credentials out of ${pointer ?? 'the body'}.`, around < 0 ? {} : { around });
}

const violation = (
  where: string,
  form: string | undefined,
  next: string,
  at: Pick<Violation, 'header' | 'around'>,
): Violation => ({
  code: 'secret-echoed',
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
