import { Argument, Command } from '@vehicle-lookup/toolkit/command-line';
import type { ReplayOptions } from '../../replay.ts';
import { addReportOptions, outputReport, type ReportOutputOptions } from '../output.ts';

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
  const { replayContract } = await import('../../replay.ts');
  return outputReport(replayContract(file, given), given, invoked);
});
