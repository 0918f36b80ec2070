import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** One side of a case: a partial document, or the schemas of the request and response bodies. */
interface CaseDocument {
  openapi?: string;
  request?: unknown;
  response?: unknown;
}

/** Two documents and the verdict that follows from the specifications. */
export interface SpecificationCase {
  id: string;
  source: string;
  verdict: 'breaking' | 'compatible';
  why: string;
  /** The gate's verdict and the reason for it, if the verdict differs. */
  gate?: string;
  base: CaseDocument;
  revision: CaseDocument;
}

/** The cases in `specifications.yaml`. */
export const specificationCases = parse(
  readFileSync(join(import.meta.dirname, 'specifications.yaml'), 'utf8'),
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

/**
 * Writes both sides of a case to a directory.
 * @returns the paths of `base.json` and `revision.json`
 */
export function writeSpecificationCase(
  { base, revision }: SpecificationCase,
  directory: string,
): { base: string; revision: string } {
  return {
    base: written(base, join(directory, 'base.json')),
    revision: written(revision, join(directory, 'revision.json')),
  };
}
