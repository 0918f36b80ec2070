import { child } from '@vehicle-lookup/openapi';
import type { AjvError, CompiledCheck } from './body.ts';

/** All violations at one location of a body. */
export interface Fault {
  /** JSON Pointer of the location; for a missing field, its expected location. */
  pointer: string;
  /** The JSON Schema keywords that the value violates. */
  keywords: string[];
  /** Descriptions of the expected value, by keyword. */
  expected: string[];
  /** Whether the schema has alternatives, so that one of the expected values is sufficient. */
  isChoice: boolean;
}

/** Violations, by the JSON Pointer of their location. */
export type Faults = ReadonlyMap<string, Fault>;

/** Returns the violations that a validator finds in a value. */
export const faultsIn = (check: CompiledCheck, value: unknown): Faults =>
  check(value) ? new Map() : faultsOf(check.errors ?? []);

/** Merges ajv errors into one violation per location, with all expected values. */
function faultsOf(errors: readonly AjvError[]): Faults {
  const constants = new Set(errors.filter(({ keyword }) => keyword === 'const').map(placeOf));
  const faults = new Map<string, Fault>();
  for (const error of errors) {
    if (isImplied(error, constants)) continue;
    const { instancePath, keyword, params } = error;
    const pointer = keyword === 'required' ? child(instancePath, String(params.missingProperty)) : instancePath;
    const fault = faults.get(pointer) ?? { pointer, keywords: [], expected: [], isChoice: false };
    faults.set(pointer, fault);
    if (keyword === 'anyOf' || keyword === 'oneOf') fault.isChoice = true;
    const expected = expectation(error);
    if (expected !== undefined && !fault.expected.includes(expected)) fault.expected.push(expected);
    if (!fault.keywords.includes(error.keyword)) fault.keywords.push(error.keyword);
  }
  return faults;
}

/** Returns whether a type error is redundant, because the value also violates a constant. */
function isImplied(error: AjvError, constants: ReadonlySet<string>): boolean {
  if (error.keyword !== 'type') return false;
  return constants.has(placeOf({ ...error, schemaPath: error.schemaPath.replace(/type$/, 'const') }));
}

const placeOf = ({ instancePath, schemaPath }: AjvError): string => `${instancePath} ${schemaPath}`;

const WITH_ARTICLE: Record<string, string> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  null: 'null',
};
/** Returns a type with its article: `an integer`, `a string`, `null`. */
export const article = (type: string): string => WITH_ARTICLE[type] ?? `a ${type}`;

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
      if (keyword === 'minLength' && params.limit === 1) return 'a non-empty string';
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
      return `a value that satisfies the keyword ${keyword}`;
  }
}
