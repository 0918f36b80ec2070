import { at, child } from '@vehicle-lookup/selectors';
import type { AjvError } from './body.ts';

/** One difference between a body and its schema. Values are never repeated, because they may contain a secret. */
export interface Issue {
  /** JSON Pointer (RFC 6901) of the place in the body; empty for the body itself. */
  pointer: string;
  /** What the document requires at this place. */
  expected: string;
  /** What is there: a JSON type, or `nothing`. */
  got: string;
}

/** `/data/carId: expected an integer, got a string`. */
export function issueText({ pointer, expected, got }: Issue): string {
  return `${pointer || 'the body'}: expected ${expected}, got ${got}`;
}

/** Turns ajv's errors into issues: one for each place, with everything that would be valid there. */
export function issuesOf(errors: readonly AjvError[], value: unknown): Issue[] {
  // Each member of an anyOf or oneOf reports its own expectation; together they are one.
  const choices = new Set(
    errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf').map(({ instancePath }) => instancePath),
  );
  const constants = new Set(errors.filter(({ keyword }) => keyword === 'const').map(placeOf));
  const places = new Map<string, Issue & { all: string[] }>();
  for (const error of errors) {
    if (isImplied(error, constants)) continue;
    const pointer = pointerOf(error);
    const expected = expectation(error);
    const place = places.get(pointer);
    if (expected === undefined) continue;
    if (!place) places.set(pointer, { pointer, expected, got: typeAt(value, pointer), all: [expected] });
    else if (!place.all.includes(expected)) place.all.push(expected);
  }
  return [...places.values()].map(({ pointer, got, all }) => ({
    pointer,
    expected: all.join(choices.has(pointer) ? ' or ' : ' and '),
    got,
  }));
}

/** If a constant is expected, its type adds nothing. */
function isImplied(error: AjvError, constants: ReadonlySet<string>): boolean {
  if (error.keyword !== 'type') return false;
  return constants.has(placeOf({ ...error, schemaPath: error.schemaPath.replace(/type$/, 'const') }));
}

const placeOf = ({ instancePath, schemaPath }: AjvError): string => `${instancePath} ${schemaPath}`;

function pointerOf({ instancePath, keyword, params }: AjvError): string {
  if (keyword !== 'required') return instancePath;
  return child(instancePath, String(params.missingProperty));
}

const WITH_ARTICLE: Record<string, string> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  null: 'null',
};
const article = (type: string) => WITH_ARTICLE[type] ?? `a ${type}`;

function expectation({ keyword, params }: AjvError): string | undefined {
  switch (keyword) {
    case 'anyOf':
    case 'oneOf':
      return undefined;
    case 'required':
      return 'a value';
    case 'false schema':
      return 'nothing';
    case 'type':
      return [params.type]
        .flat()
        .map((type) => article(String(type)))
        .join(' or ');
    case 'const':
      return JSON.stringify(params.allowedValue);
    case 'enum':
      return (params.allowedValues as unknown[]).map((allowed) => JSON.stringify(allowed)).join(' or ');
    case 'pattern':
      return `text that matches ${params.pattern}`;
    case 'format':
      return `text in the format ${params.format}`;
    case 'minLength':
    case 'maxLength':
      return `${keyword === 'minLength' ? 'at least' : 'at most'} ${params.limit} character(s)`;
    case 'minItems':
    case 'maxItems':
      return `${keyword === 'minItems' ? 'at least' : 'at most'} ${params.limit} element(s)`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `a number ${params.comparison} ${params.limit}`;
    default:
      return `what the keyword ${keyword} requires`;
  }
}

function typeAt(value: unknown, pointer: string): string {
  const node = at(value, pointer);
  if (node === undefined) return 'nothing';
  if (node === null) return 'null';
  if (node === '') return 'an empty string';
  return Array.isArray(node) ? 'an array' : article(typeof node);
}
