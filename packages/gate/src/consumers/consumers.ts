import type { LoadedDocument } from '../document/load.ts';
import { isOlder } from '../release/version.ts';
import type { ReleaseProblem, ReportedChange, ReportedConsumer } from '../report/report.ts';
import { effectsBetween } from './effects.ts';
import { findUsages } from './find-usages.ts';
import type { Usage } from './usage.ts';

/** What is known of consumers, for a report. Nothing of it changes a rating. */
export interface KnownConsumers {
  consumers: ReportedConsumer[];
  changes: ReportedChange[];
  problems: ReleaseProblem[];
}

/**
 * Adds to each change which consumers it hurts.
 * @param places where usage files are: directories, files, `npm:PACKAGE`
 * @throws CannotRateError when there is no such place
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

const listed = (usages: readonly Usage[], text: (usage: Usage) => string): string => usages.map(text).join(', ');

function foreignFiles(usages: readonly Usage[], { document }: LoadedDocument): ReleaseProblem[] {
  if (usages.length === 0) return [];
  const files = listed(usages, ({ file, contract }) => `${file} (${contract.title})`);
  return [
    {
      code: 'usage-foreign',
      fails: false,
      what: `Usage files of another contract than ${document.info?.title} were left out: ${files}.`,
      next: 'Nothing, if they belong there; otherwise correct the title of the document, or record them again.',
      file: usages[0]?.file ?? '',
    },
  ];
}

/** What a program reads of fields that are younger than its file is not in it. */
function olderFiles(usages: readonly Usage[], base: LoadedDocument | undefined): ReleaseProblem[] {
  const version = String(base?.document.info?.version ?? '');
  const older = usages.filter(({ contract }) => isOlder(contract.version, version));
  if (older.length === 0) return [];
  const files = listed(older, ({ consumer, contract }) => `${consumer.name} (${contract.version})`);
  return [
    {
      code: 'usage-older',
      fails: false,
      what: `Usage files are older than the contract ${version}: ${files}. They cannot tell who uses what came later.`,
      next: `Run the tests of these programs with the client of ${version}, and take the new files.`,
      file: older[0]?.file ?? '',
    },
  ];
}
