import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/openapi';
import { applyActions } from '@vehicle-lookup/openapi/overlay';
import { parse, stringify } from 'yaml';
import type { Change } from '../src/index.ts';

/** The expected rating of a change. */
export interface ExpectedRating {
  verdict: 'major' | 'minor' | 'patch' | 'none';
  findings: Pick<Change, 'code' | 'impact' | 'operations' | 'audience'>[];
}

/** A change to a document and its expected rating. */
export interface CorpusCase extends ExpectedRating {
  /** Why the rating is correct. */
  reason: string;
  base: Document;
  revision: Document;
}

/** A case as written in a file in `cases/`. */
interface WrittenCase extends ExpectedRating {
  reason: string;
  /** Name of a file in `documents/`, or of a case whose changed document becomes the base. */
  base: string;
  /** OpenAPI Overlay actions that prepare the base. */
  before?: unknown[];
  /** OpenAPI Overlay actions that turn the base into the revision. */
  change?: unknown[];
  /** Replaces `change`: the revision is the base with the keys of every object in reverse order. */
  keys?: 'reversed';
}

const documents = join(import.meta.dirname, 'documents');

/** All cases by name, in the order of the files and their contents. */
const cases = readCases(join(import.meta.dirname, 'cases'));

/** The names of all cases. */
export const caseNames: string[] = [...cases.keys()];

/**
 * Reads the cases from each file in a directory.
 * @throws Error if two files contain the same name; the YAML parser rejects a duplicate name in one file
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
 * @param name the key of the case in a file in `cases/`
 * @throws Error with the name of the case if the case does not exist or one of its actions cannot be applied
 */
export function readCase(name: string): CorpusCase {
  const one = cases.get(name);
  if (one === undefined) throw new Error(`${name}: no file in corpus/cases contains this case`);
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

/** Reads a file from `documents/`. @param name the file name without `.yaml` */
export const readDocument = (name: string): Document => readYaml(documents, `${name}.yaml`) as Document;

function readYaml(directory: string, file: string): unknown {
  return parse(readFileSync(join(directory, file), 'utf8'));
}
