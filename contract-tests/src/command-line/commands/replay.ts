import { Argument, Command } from '@vehicle-lookup/toolkit/command-line';
import type { ReplayOptions } from '../../replay.ts';
import { addReportOptions, type ReportOutputOptions } from '../report-options.ts';

export const command: Command = addReportOptions(
  new Command('replay')
    .summary('Judge a recording again.')
    .description(
      'Judges a recording of `verify --record` again without sending requests. The recording states the target, profile and ' +
        'data of the run.',
    )
    .addArgument(new Argument('<FILE>', 'the recording')),
  'as in the recorded run',
).action(async (file: string, given: ReplayOptions & ReportOutputOptions, invoked) => {
  const [{ replayContract }, { outputReport }] = await Promise.all([import('../../replay.ts'), import('../output.ts')]);
  return outputReport(replayContract(file, given), given, invoked);
});
