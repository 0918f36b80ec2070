import {
  Command,
  didYouMean,
  InvalidArgumentError,
  Option,
  UsageError,
  wholeNumber,
} from '@vehicle-lookup/toolkit/command-line';
import type { ScoreOptions } from '../../../self-test/score/score.ts';
import { faultClasses } from '../../../self-test/service.ts';
import type { RunModeResult } from '../../../self-test/single-faults/single-fault-text.ts';
import type { PlanOptions } from '../../plan/options.ts';
import { codes } from '../../report/explain.ts';
import { assumptionsOption, jsonOption } from '../output.ts';

type Options = ScoreOptions & Pick<PlanOptions, 'assumptions'> & { json?: true; singleFaults?: true };

export const command: Command = new Command('mutants')
  .summary('Measure this suite.')
  .description('Measures this suite: verifies its faulty and correct services, and prints what it missed.')
  .addOption(new Option('--class <CLASS>', 'one class of faults').choices(faultClasses))
  .addOption(new Option('--without <CODE...>', 'leave out a check or an assumption').argParser(codeArgument))
  .addOption(new Option('--seed <N>', 'makes other requests (default: 1)').argParser(wholeNumber(0, 999_999_999)))
  .addOption(
    new Option(
      '--single-faults',
      'measure faults of one operation alone instead, by kind: with live, full and deep, and with several runs that share a history',
    ).conflicts(['class', 'without', 'json']),
  )
  .addOption(assumptionsOption('report; only with --single-faults'))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    '\nExit code: 1 if a fault survived that a check should find, a correct service was flagged, or a share is too small.',
  )
  .action(async ({ json, singleFaults, assumptions, ...options }: Options) => {
    if (singleFaults) return scoreSingleFaults({ ...options, ...(assumptions === undefined ? {} : { assumptions }) });
    if (assumptions) throw new UsageError('--assumptions is only possible with --single-faults');
    // No other command needs the services.
    const { flagged, measure, survivors } = await import('../../../self-test/score/score.ts');
    const { scoreJson, scoreText } = await import('../../../self-test/score/score-text.ts');
    const { stderr } = process;
    const score = await measure(options, (verified, all) => {
      // It takes a minute; a file needs no progress.
      if (stderr.isTTY) stderr.write(`\r${verified} of ${all} services${verified === all ? '\n' : ''}`);
    });
    process.stdout.write(json ? scoreJson(score) : scoreText(score));
    return survivors(score).length + flagged(score).length > 0 ? 1 : 0;
  });

/** Prints how many faults of single operations each mode finds. */
async function scoreSingleFaults(options: Pick<PlanOptions, 'assumptions' | 'seed'>): Promise<number> {
  const { measureRunMode, runModes, singleFaults } = await import(
    '../../../self-test/single-faults/single-fault-score.ts'
  );
  const { insufficient, singleFaultText } = await import('../../../self-test/single-faults/single-fault-text.ts');
  const results: RunModeResult[] = [];
  for (const mode of runModes) results.push({ mode, results: await measureRunMode(mode, singleFaults, options) });
  process.stdout.write(singleFaultText(results));
  return insufficient(results).length > 0 ? 1 : 0;
}

function codeArgument(code: string, earlier: readonly string[] = []): string[] {
  if (codes().includes(code)) return [...earlier, code];
  const hint = didYouMean(code, codes());
  throw new InvalidArgumentError(`no check and no assumption has this code${hint && `; ${hint}`}`);
}
