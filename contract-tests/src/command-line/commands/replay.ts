import { Argument, Command } from '@vehicle-lookup/toolkit/command-line';
import type { ReplayOptions } from '../../replay.ts';
import {
  assumptionsOption,
  jsonOption,
  outputReport,
  type ReportOutputOptions,
  reportDirOption,
  strictOption,
} from '../output.ts';

export const command: Command = new Command('replay')
  .summary('Judge a recording again.')
  .description(
    'Judges a recording of `verify --record` again, without a request. The recording says with which target, profile and ' +
      'data the run was made.',
  )
  .addArgument(new Argument('<FILE>', 'the recording'))
  .addOption(assumptionsOption('as in the recorded run'))
  .addOption(strictOption())
  .addOption(reportDirOption())
  .addOption(jsonOption())
  .action(async (file: string, given: ReplayOptions & ReportOutputOptions, invoked) => {
    const { replayContract } = await import('../../replay.ts');
    return outputReport(replayContract(file, given), given, invoked);
  });
