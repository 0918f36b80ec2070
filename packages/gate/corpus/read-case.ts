import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** A case in a file of `cases/`. */
interface WrittenCase extends ExpectedRating {
  reason: string;
  /** A file of `documents/`, or a case: then the document that its change leads to. */
  base: string;
  /** Actions of an OpenAPI Overlay that prepare the base. */
  before?: unknown[];
  /** Actions of an OpenAPI Overlay that lead from the base to the revision. */
  change?: unknown[];
  /** Instead of `change`, where only the text differs: every object of the base has its keys in the opposite order. */
  keys?: 'reversed';
}

const documents = join(import.meta.dirname, 'documents');

/** All cases by name, in the order of the files and of the cases in each. */
const cases = readCases(join(import.meta.dirname, 'cases'));

/** The names of all cases. */
export const caseNames: string[] = [...cases.keys()];

/**
 * Reads the cases of each file of a directory.
 * @throws Error for a name that two files have; the parser rejects a name that is twice in one file
 */
function readCases(directory: string): Map<string, WrittenCase> {
  const found = new Map<string, WrittenCase>();
  for (const file of readdirSync(directory).sort()) {
    for (const [name, written] of Object.entries(readYaml(directory, file) as Record<string, WrittenCase>)) {
      if (found.has(name)) throw new Error(`${file}: another file also has a case ${name}; rename one of the two`);
      found.set(name, written);
    }
  }
  return found;
}

/**
 * Reads a case.
 * @param name its key in a file of `cases/`
 * @throws Error with the name of the case, if it does not exist or an action of it cannot be applied
 */
export function readCase(name: string): CorpusCase {
  const one = cases.get(name);
  if (one === undefined) throw new Error(`${name}: no file of corpus/cases has such a case`);
  const start = cases.has(one.base) ? readCase(one.base).revision : readDocument(one.base);
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

/** Reads a file of `documents/`, named without `.yaml`. */
export const readDocument = (name: string): Document => readYaml(documents, `${name}.yaml`) as Document;

function readYaml(directory: string, file: string): unknown {
  return parse(readFileSync(join(directory, file), 'utf8'));
}
