import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { byText } from '../comparison/change.ts';
import type { LoadedDocument } from '../document/load.ts';
import { fileName, npmTree, typed } from '../document/tree.ts';
import { isOlder } from '../release/version.ts';
import { problem, type ReleaseProblem, type ReportedChange, type ReportedConsumer } from '../report/report.ts';
import { effectsBetween } from './effects.ts';
import { readUsage, type Usage } from './usage.ts';

/** The known consumers for a report. They do not affect the ratings. */
export interface KnownConsumers {
  consumers: ReportedConsumer[];
  changes: ReportedChange[];
  problems: ReleaseProblem[];
}

/**
 * Adds the effects on the known consumers to each change.
 * @param places locations of usage files: directories, files, `npm:PACKAGE`
 * @throws CannotRateError when a location does not exist
 */
export function withConsumers(
  places: readonly string[],
  changes: readonly ReportedChange[],
  base: LoadedDocument | undefined,
  revision: LoadedDocument,
): KnownConsumers {
  const { usages, problems } = findUsages(places);
  const titles = [base, revision].map((side) => side?.document.info?.title);
  const own = usages.filter(({ contract }) => titles.includes(contract.title));
  const foreign = usages.filter((usage) => !own.includes(usage));
  const effectsOf = effectsBetween(base, revision);
  return {
    consumers: own.map(({ consumer, contract, file }) => ({ ...consumer, contract: contract.version, file })),
    changes: changes.map((change) => ({ ...change, consumers: effectsOf(change, own) })),
    problems: [...problems, ...foreignFiles(foreign, revision), ...olderFiles(own, base)],
  };
}

function foreignFiles(usages: readonly Usage[], { document }: LoadedDocument): ReleaseProblem[] {
  if (usages.length === 0) return [];
  const files = usages.map(({ file, contract }) => `${file} (${contract.title})`).join(', ');
  const what = `Usage files for contracts other than ${document.info?.title} were ignored: ${files}.`;
  const next = "If they belong to this contract, correct the document's title, or record the files again.";
  return [{ ...problem('usage-foreign', usages[0]?.file ?? '', what, next), fails: false }];
}

/** Reports usage files for an older version of the contract, because they cannot list fields that were added later. */
function olderFiles(usages: readonly Usage[], base: LoadedDocument | undefined): ReleaseProblem[] {
  const version = String(base?.document.info?.version ?? '');
  const older = usages.filter(({ contract }) => isOlder(contract.version, version));
  if (older.length === 0) return [];
  const files = older.map(({ consumer, contract }) => `${consumer.name} (${contract.version})`).join(', ');
  const what = `Usage files older than version ${version} of the contract were used: ${files}. They cannot list fields that were added later.`;
  const next = `Run the tests of these programs with the client for version ${version} and use the new files.`;
  return [{ ...problem('usage-older', older[0]?.file ?? '', what, next), fails: false }];
}

/** Name of the usage file in a published package. In a directory, any file name that ends with `.usage.json` is accepted. */
const PUBLISHED = 'vehicle-lookup.usage.json';

interface FoundUsages {
  usages: Usage[];
  /** Files that cannot be read. Each of them blocks a release, because its program may be affected. */
  problems: ReleaseProblem[];
}

/**
 * Reads the usage files at several locations.
 * @param places directories to search, files, and `npm:PACKAGE[@VERSION]`
 * @throws CannotRateError when a location does not exist
 */
function findUsages(places: readonly string[]): FoundUsages {
  const found: FoundUsages = { usages: [], problems: [] };
  for (const [file, text] of places.flatMap((place) => textsAt(place))) {
    try {
      found.usages.push(readUsage(text(), file));
    } catch (error) {
      if (!(error instanceof CannotRateError)) throw error;
      const [what = '', next = 'write it again'] = error.message.replace(`${file}: `, '').split('; ');
      const todo = `${next.charAt(0).toUpperCase()}${next.slice(1)}, or remove the file.`;
      found.problems.push(problem('usage-unreadable', file, `The usage file cannot be read: ${what}.`, todo));
    }
  }
  found.usages.sort((a, b) => byText(a.consumer.name, b.consumer.name) || byText(a.file, b.file));
  return found;
}

/** Returns the usage files at a location, each with a function that reads the file. */
function textsAt(place: string): [file: string, text: () => string][] {
  const [, spec] = /^npm:(.+)$/.exec(place) ?? [];
  if (spec !== undefined) {
    const tree = npmTree(`${/.@/.test(spec) ? spec : `${spec}@latest`}:${PUBLISHED}`);
    return [[fileName(tree, PUBLISHED), () => tree.read(tree.root) ?? '']];
  }
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new CannotRateError(
      `--consumers ${typed(place)}: there is no such file or directory; pass a usage file, a directory with usage files, or npm:PACKAGE`,
    );
  }
  const files = found.isDirectory() ? filesIn(place) : [place];
  return files.map((file) => [file, () => textOf(file)]);
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => byText(a.name, b.name))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return /^(node_modules|\..*)$/.test(entry.name) ? [] : filesIn(path);
      return basename(path).endsWith('.usage.json') ? [path] : [];
    });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotRateError(
      `${file}: the file cannot be opened (${(error as NodeJS.ErrnoException).code}); check its permissions`,
    );
  }
}
