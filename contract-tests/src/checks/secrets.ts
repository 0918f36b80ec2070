import { child } from '@vehicle-lookup/openapi';
import type { EchoPlace, ReceivedReply } from '../run/response.ts';
import type { Breach } from './violation.ts';

const MASK = '***';

/** Where a reply repeated a secret. The secret was masked before any other code read the reply. */
export const secretsEchoed = ({ echoed = [], body }: ReceivedReply): Breach[] => {
  const text = new TextDecoder().decode(body);
  return echoed.map((place) => (isBody(place) ? inBody(place, text) : inHeader(place)));
};

const isBody = (place: EchoPlace): place is Exclude<EchoPlace, { header: string }> =>
  place === 'body' || 'body' in place;

function inHeader({ header, form }: Extract<EchoPlace, { header: string }>): Breach {
  const decode = form === 'in base64' ? ' To see it, decode the value by base64 -d.' : '';
  return breach(`the header ${header}`, form, `Leave the credentials out of the header ${header}.${decode}`, {
    header,
  });
}

function inBody(place: Exclude<EchoPlace, { header: string }>, text: string): Breach {
  const pointer = placeOfMask(parse(text), '');
  const around = text.indexOf(MASK);
  const where = pointer === undefined ? 'the body' : `the body, at ${pointer}`;
  const form = place === 'body' ? undefined : place.body;
  return breach(where, form, `Leave the credentials out of ${pointer ?? 'the body'}.`, around < 0 ? {} : { around });
}

const breach = (
  where: string,
  form: string | undefined,
  next: string,
  at: Pick<Breach, 'header' | 'around'>,
): Breach => ({
  code: 'secret-echoed',
  ...at,
  expected: 'a reply that does not repeat the credentials',
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
