import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Document } from '@vehicle-lookup/openapi';
import { applyActions } from '@vehicle-lookup/openapi/overlay';
import { parse, stringify } from 'yaml';
import type { Change } from '../src/index.ts';

/** The rating that a change must have. */
export interface ExpectedRating {
  verdict: 'major' | 'minor' | 'patch' | 'none';
  findings: Pick<Change, 'code' | 'impact' | 'operations' | 'audience'>[];
}

/** A change of a document, and the rating that it must have. */
export interface CorpusCase extends ExpectedRating {
  /** Why the rating is right. */
  reason: string;
  base: Document;
  revision: Document;
}

/** A file of `cases/`. */
interface CaseFile extends ExpectedRating {
  reason: string;
  /** A file of `documents/`, or a case: then the document that its change leads to. */
  base: string;
  /** Actions of an OpenAPI Overlay that prepare the base. */
  before?: unknown[];
  /** Actions of an OpenAPI Overlay that lead from the base to the revision. */
  change?: unknown[];
  /** In place of `change`, where only the text differs: every object of the base has its keys in the opposite order. */
  keys?: 'reversed';
}

const cases = join(import.meta.dirname, 'cases');
const documents = join(import.meta.dirname, 'documents');

/** The names of all cases. */
export const caseNames: string[] = readdirSync(cases).map((file) => basename(file, '.yaml'));

/**
 * Reads a case.
 * @param name its file in `cases/` without the ending
 * @throws Error with the name of the case, if an action of it cannot be applied
 */
export function readCase(name: string): CorpusCase {
  const one = readYaml(cases, name) as CaseFile;
  const start = caseNames.includes(one.base) ? readCase(one.base).revision : readDocument(one.base);
  try {
    const base = applyActions(start, one.before ?? []);
    const revision = one.keys === 'reversed' ? withReversedKeys(base) : applyActions(base, one.change ?? []);
    return { reason: one.reason, base, revision, verdict: one.verdict, findings: one.findings };
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

/**
 * Writes both sides of a case to a directory.
 * @returns the paths of `base.yaml` and `revision.yaml`
 */
export function writeCase(name: string, directory: string): { base: string; revision: string } {
  const { base, revision } = readCase(name);
  const files = { base: join(directory, 'base.yaml'), revision: join(directory, 'revision.yaml') };
  writeFileSync(files.base, stringify(base));
  writeFileSync(files.revision, stringify(revision));
  return files;
}

function withReversedKeys<Value>(value: Value): Value;
function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withReversedKeys(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withReversedKeys(member)]);
  return Object.fromEntries(entries.reverse());
}

/** A file of `documents/`, without the ending. */
export const readDocument = (name: string): Document => readYaml(documents, name) as Document;

const readYaml = (directory: string, name: string): unknown =>
  parse(readFileSync(join(directory, `${name}.yaml`), 'utf8'));
