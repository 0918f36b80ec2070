import { bodies } from '#compiled';
import type { operations } from '../types.gen.ts';
import { issueMessage } from './issue.ts';
import { validate } from './validate.ts';

/** The body of a success. */
export type SuccessBody<K extends keyof operations> = operations[K]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : unknown;

/** A schema as Standard Schema (https://standardschema.dev) has it, version 1. */
export interface BodySchema<Body> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'vehicle-lookup';
    /** Never throws. The value is returned as it is; a message repeats nothing of it. */
    readonly validate: (value: unknown) => ValidBody<Body> | InvalidBody;
    readonly types?: { readonly input: Body; readonly output: Body } | undefined;
  };
}

/** The result for a body that the document allows. */
export interface ValidBody<Body> {
  readonly value: Body;
  readonly issues?: undefined;
}

/** The result for another one. */
export interface InvalidBody {
  readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[];
}

/** The body of a success of each operation: `schemas.getFluids['~standard'].validate(body)`. */
export const schemas: { readonly [K in keyof operations]: BodySchema<SuccessBody<K>> } = Object.fromEntries(
  Object.entries(bodies).map(([operation, forms]) => {
    const success = Object.keys(forms).find((status) => status.startsWith('2')) ?? '';
    return [operation, schemaOf(operation, success)];
  }),
) as never;

function schemaOf(operation: string, status: string): BodySchema<unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'vehicle-lookup',
      validate(value) {
        const verdict = validate(operation, status, value);
        if (verdict.ok) return { value };
        return {
          issues: verdict.issues.map((issue) => ({ message: issueMessage(issue), path: pathOf(issue.pointer, value) })),
        };
      },
    },
  };
}

/** The names of a JSON Pointer; the index of a list is a number. */
function pathOf(pointer: string, body: unknown): (string | number)[] {
  let node = body;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const key = Array.isArray(node) ? Number(name) : name;
      node = Object(node)[key];
      return key;
    });
}
