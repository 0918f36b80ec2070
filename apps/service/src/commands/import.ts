import type { Command } from '../command.ts';
import { dataFolder } from '../data-folder.ts';
import { DEFAULT_BATCH, importCatalogue } from '../import/import.ts';
import { progressBar } from '../import/progress.ts';
import { refusalText, reportText } from '../import/report.ts';
import { UserError } from '../user-error.ts';

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
  async run({ words: [file = '-'], flags, dataDir, json, print }) {
    const resume = flags.resume === true;
    const dryRun = flags['dry-run'] === true;
    const skipBadLines = flags['skip-bad-lines'] === true;
    const batch = parseBatch(flags.batch);
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

function parseBatch(text: string | boolean | undefined): number {
  if (text === undefined) return DEFAULT_BATCH;
  const batch = Number(text);
  if (/^\d+$/.test(String(text)) && batch >= 1 && batch <= 1_000_000) return batch;
  throw new UserError('--batch: expected a number of lines from 1 to 1000000', 2);
}
