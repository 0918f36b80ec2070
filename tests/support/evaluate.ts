import { join } from 'node:path';
import type { Resolution } from '@vehicle-lookup/contract';
import type { BodyVerdict } from '@vehicle-lookup/contract/validators';
import { run } from '@vehicle-lookup/testing';

/** The arguments of `validate`. */
export type Body = [operation: string, status: string, body: unknown];

export interface Evaluation {
  resolutions: Resolution[];
  verdicts: BodyVerdict[];
}

/** Resolves queries and validates bodies with the code of this repository or of a copy. */
export async function evaluate(repository: string, queries: string[], bodies: Body[]): Promise<Evaluation> {
  const input = JSON.stringify({ queries, bodies });
  const { code, out, err } = await run(join(repository, 'tests/support/evaluate-stdin.ts'), [], { input });
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}
