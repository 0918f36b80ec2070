import { optional, parseCount } from '../accounts/flags.ts';
import type { Command } from '../command.ts';
import { dataFolder } from '../data-folder.ts';
import { DEFAULT_BATCH, importCatalogue } from '../import/import.ts';
import { progressBar } from '../import/progress.ts';
import { refusalText, reportText } from '../import/report.ts';
import { UserError } from '../user-error.ts';

const LARGEST_BATCH = 1_000_000;

export const command: Command = {
  summary: 'Load a catalogue from a file of NDJSON and let it answer instead of the one before.',
  positionals: 'FILE',
  options: {
    resume: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'skip-bad-lines': { type: 'boolean' },
    batch: { type: 'string' },
  },
  help: `
The old catalogue answers until the new one is complete, and stays where any line is wrong. FILE may be - for standard
input. The format is described in demo/FORMAT.md.
  --resume           go on where an import of this file was interrupted
  --dry-run          check the whole file, write nothing
  --skip-bad-lines   leave wrong lines out and load the others
  --batch N          lines a transaction, and between two checkpoints (${DEFAULT_BATCH})`,
  async run({ words: [file = ''], flags, dataDir, json, print }) {
    const resume = flags.resume === true;
    const dryRun = flags['dry-run'] === true;
    const skipBadLines = flags['skip-bad-lines'] === true;
    const lines = optional(flags, 'batch');
    const batch = lines === undefined ? DEFAULT_BATCH : parseCount('--batch', lines, LARGEST_BATCH);
    if (resume && dryRun) throw new UserError('--dry-run keeps nothing that --resume could go on with: give one', 2);
    const bar = progressBar(json ? undefined : process.stderr);
    const report = await importCatalogue({
      folder: dataFolder(dataDir),
      file,
      resume,
      dryRun,
      skipBadLines,
      batch,
      onProgress: bar.update,
    }).finally(bar.stop);
    const refusal = refusalText(report, skipBadLines);
    if (json || refusal === undefined) print(report, reportText(report));
    if (refusal !== undefined) throw new UserError(refusal);
  },
};
