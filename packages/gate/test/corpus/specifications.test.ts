import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isBreaking } from '../../src/comparison/change.ts';
import { CannotRateError, compare, load, rules } from '../../src/index.ts';
import { TODAY } from '../support/fragments.ts';

/** One side of a case: a document without its head, or the schema of a body. */
interface CaseDocument {
  openapi?: string;
  request?: unknown;
  response?: unknown;
}

interface SpecificationCase {
  id: string;
  source: string;
  verdict: 'breaking' | 'compatible';
  why: string;
  /** The verdict of the gate, if it differs, and the reason. */
  gate?: string;
  base: CaseDocument;
  revision: CaseDocument;
}

const cases = parse(
  readFileSync(join(import.meta.dirname, '../../corpus/specifications.yaml'), 'utf8'),
) as SpecificationCase[];

const body = (schema: unknown) => ({ content: { 'application/json': { schema } } });

function written({ request, response, openapi = '3.1.0', ...rest }: CaseDocument, file: string): string {
  const operations = {
    ...(request === undefined
      ? {}
      : { post: { requestBody: { required: true, ...body(request) }, responses: { 200: { description: 'ok' } } } }),
    ...(response === undefined ? {} : { get: { responses: { 200: { description: 'ok', ...body(response) } } } }),
  };
  const paths = Object.keys(operations).length > 0 ? { paths: { '/things': operations } } : {};
  writeFileSync(file, JSON.stringify({ openapi, info: { title: 'Things', version: '1' }, ...paths, ...rest }));
  return file;
}

async function rated({ base, revision }: SpecificationCase): Promise<string> {
  const directory = temporaryDirectory();
  const files = [written(base, join(directory, 'base.json')), written(revision, join(directory, 'revision.json'))];
  try {
    const [old, fresh] = files.map((file) => load(file));
    const changes = await compare(old as ReturnType<typeof load>, fresh as ReturnType<typeof load>, rules, TODAY);
    const breaks = changes.filter((change) => isBreaking(change, 'warn'));
    if (breaks.length === 0) return 'compatible';
    return breaks.every(({ why }) => why.startsWith('It cannot be decided')) ? 'cannot be decided' : 'breaking';
  } catch (error) {
    if (error instanceof CannotRateError) return 'rejected';
    throw error;
  }
}

test.each(cases)('$id ($source) is $verdict: $why', async (one) => {
  expect(await rated(one)).toBe(one.gate?.split(':')[0] ?? one.verdict);
});

test('the gate differs in at most 5 % of the cases', () => {
  expect(cases.filter(({ gate }) => gate !== undefined).length).toBeLessThanOrEqual(cases.length * 0.05);
});
