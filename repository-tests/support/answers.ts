import { join } from 'node:path';
import type { Resolution } from '@vehicle-lookup/operations';
import type { Verdict } from '@vehicle-lookup/validators';
import { run } from './run.ts';

/** A body as the validators take it. */
export type Body = [operation: string, status: string, body: unknown];

export interface Answers {
  resolutions: Resolution[];
  verdicts: Verdict[];
}

/** Asks the resolver and the validators of a repository, this one or a scratch copy. */
export async function ask(repository: string, queries: string[], bodies: Body[]): Promise<Answers> {
  const input = JSON.stringify({ queries, bodies });
  const { code, out, err } = await run(join(repository, 'repository-tests/support/ask.ts'), [], { input });
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}
