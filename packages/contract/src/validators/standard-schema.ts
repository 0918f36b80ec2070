import { bodies } from '#compiled';
import type { operations } from '../types.gen.ts';
import { issueMessage } from './issue.ts';
import { validate } from './validate.ts';

/** The body of a successful response. */
export type SuccessBody<K extends keyof operations> = operations[K]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : unknown;

/** A schema according to Standard Schema (https://standardschema.dev), version 1. */
export interface BodySchema<Body> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'vehicle-lookup';
    /** Validates a value without throwing. Returns the value unchanged, and does not repeat it in messages. */
    readonly validate: (value: unknown) => ValidBody<Body> | InvalidBody;
    readonly types?: { readonly input: Body; readonly output: Body } | undefined;
  };
}

/** The result for a valid body. */
export interface ValidBody<Body> {
  readonly value: Body;
  readonly issues?: undefined;
}

/** The result for an invalid body. */
export interface InvalidBody {
  readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[];
}

/** The schema of each operation's success body: `schemas.getFluids['~standard'].validate(body)`. */
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

/** Returns the keys of a JSON Pointer; list indices are numbers. */
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
