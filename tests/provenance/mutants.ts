import { child } from '@vehicle-lookup/openapi';

/** A body that differs from a good one in one place. */
export interface Mutant {
  operation: string;
  status: string;
  /** The example that was changed. */
  name: string;
  /** What was changed. */
  what: string;
  /** JSON Pointer of the place. */
  pointer: string;
  body: unknown;
}

interface Good {
  operation: string;
  status: string;
  name: string;
  body: unknown;
}

const OTHER_VALUES = [null, true, false, 0, -1, 1.5, 2 ** 53, 'text', '', [], {}];
const OTHER_CHARACTERS = ['', ' ', '_', '0', 'A', 'é', '.'];

/** Every body with one field missing, or one value replaced by a value of another kind or by a similar text. */
export function mutantsOf({ body, ...good }: Good): Mutant[] {
  return [...places(body)].flatMap(({ pointer, keys, value, isMember }) => {
    const mutant = (what: string, replacement: unknown): Mutant => ({
      ...good,
      what: `${pointer || 'the body'} ${what}`,
      pointer,
      body: changed(body, keys, replacement),
    });
    const others = OTHER_VALUES.filter((other) => JSON.stringify(other) !== JSON.stringify(value));
    return [
      ...(isMember ? [mutant('is missing', undefined)] : []),
      ...others.map((other) => mutant(`is ${JSON.stringify(other)}`, other)),
      ...(typeof value === 'string' ? similar(value).map((text) => mutant(`is ${JSON.stringify(text)}`, text)) : []),
    ];
  });
}

/** Texts that differ in one character, or by one more. */
function similar(text: string): string[] {
  const changes = [...text].flatMap((_, index) =>
    OTHER_CHARACTERS.map((character) => text.slice(0, index) + character + text.slice(index + 1)),
  );
  return [...new Set([...changes, `${text}0`, text.toUpperCase()])].filter((other) => other !== text);
}

interface Place {
  pointer: string;
  keys: string[];
  value: unknown;
  isMember: boolean;
}

/** Every place of a body. Of a list only the first element: the others are alike. */
function* places(value: unknown, keys: string[] = [], isMember = false): Generator<Place> {
  yield { pointer: keys.reduce<string>(child, ''), keys, value, isMember };
  if (Array.isArray(value)) {
    if (value.length > 0) yield* places(value[0], [...keys, '0']);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) yield* places(one, [...keys, key], true);
  }
}

/** A copy with another value at one place; undefined drops the field. */
function changed(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length === 0 && replacement === undefined) delete copy[key];
  else copy[key] = changed(copy[key], rest, replacement);
  return copy;
}
