import {
  didYouMean,
  InvalidArgumentError,
  Option,
  Program,
  UsageError,
  wholeNumber,
} from '@vehicle-lookup/toolkit/command-line';
import { assumptionsOption, jsonOption } from '../src/command-line/report-options.ts';
import type { PlanOptions } from '../src/plan/options.ts';
import { codes } from '../src/report/explain.ts';
import { suiteVersion } from '../src/suite-version.ts';
import { flagged, measure, type ScoreOptions, survivors } from './score/score.ts';
import { scoreJson, scoreText } from './score/score-text.ts';
import { faultClasses } from './service.ts';
import { measureRunMode, runModes, singleFaults } from './single-faults/single-fault-score.ts';
import { insufficient, type RunModeResult, singleFaultText } from './single-faults/single-fault-text.ts';

type Options = ScoreOptions & Pick<PlanOptions, 'assumptions'> & { json?: true; singleFaults?: true };

/** The command `pnpm --filter @vehicle-lookup/contract-tests mutants`. */
export const program: Program = new Program('mutants', { version: suiteVersion() })
  .description('Measures the suite: verifies its faulty and correct services and lists the faults that were not found.')
  .addOption(new Option('--class <CLASS>', 'measure one class of faults').choices(faultClasses))
  .addOption(new Option('--without <CODE...>', 'skip a check or an assumption').argParser(codeArgument))
  .addOption(new Option('--seed <N>', 'choose different requests (default: 1)').argParser(wholeNumber(0, 999_999_999)))
  .addOption(
    new Option(
      '--single-faults',
      'measure only single-operation faults, by kind, for live, full and deep, and for several runs that share a history',
    ).conflicts(['class', 'without', 'json']),
  )
  .addOption(assumptionsOption('report; only with --single-faults'))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    '\nExit code: 1 if a detectable fault survived, a correct service has a finding, or the share of faults that were found is too small.',
  )
  .action(async ({ json, singleFaults: isSingle, assumptions, ...options }: Options) => {
    if (isSingle) return scoreSingleFaults({ ...options, ...(assumptions === undefined ? {} : { assumptions }) });
    if (assumptions) throw new UsageError('--assumptions is only possible with --single-faults');
    const { stderr } = process;
    const score = await measure(options, (verified, all) => {
      // The measurement takes a minute. Progress is printed only to a terminal.
      if (stderr.isTTY) stderr.write(`\r${verified} of ${all} services${verified === all ? '\n' : ''}`);
    });
    process.stdout.write(json ? scoreJson(score) : scoreText(score));
    return survivors(score).length + flagged(score).length > 0 ? 1 : 0;
  });

/** Prints the number of single-operation faults that each mode finds. */
async function scoreSingleFaults(options: Pick<PlanOptions, 'assumptions' | 'seed'>): Promise<number> {
  const results: RunModeResult[] = [];
  for (const mode of runModes) results.push({ mode, results: await measureRunMode(mode, singleFaults, options) });
  process.stdout.write(singleFaultText(results));
  return insufficient(results).length > 0 ? 1 : 0;
}

function codeArgument(code: string, earlier: readonly string[] = []): string[] {
  if (codes().includes(code)) return [...earlier, code];
  const hint = didYouMean(code, codes());
  throw new InvalidArgumentError(`neither a check nor an assumption has this code${hint && `; ${hint}`}`);
}

if (import.meta.main) await program.main();
