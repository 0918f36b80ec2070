import { countBy } from '@vehicle-lookup/toolkit/findings';
import { catalogue } from '../catalogue.ts';
import {
  type CorrectResult,
  type FaultResult,
  inPool,
  type SelfTestOptions,
  verifyCorrect,
  verifyFaulty,
} from '../run.ts';
import { type FaultClass, faultClasses } from '../service.ts';

export interface ScoreOptions extends SelfTestOptions {
  /** The measured class of faults. Default: all. */
  class?: FaultClass;
}

/** The results of the suite for the known faults and for correct services. */
export interface Score {
  seed: number;
  /** The codes of skipped checks. */
  without: readonly string[];
  seconds: number;
  faulty: FaultResult[];
  correct: CorrectResult[];
}

/**
 * Verifies every service in the catalogue.
 * @param onProgress called after each service
 */
export async function measure(
  options: ScoreOptions = {},
  onProgress: (verified: number, all: number) => void = () => {},
): Promise<Score> {
  const { class: only, seed = 1, without = [] } = options;
  const { faulty, correct } = catalogue;
  const faults = faulty.filter((fault) => only === undefined || fault.class === only);
  const all = faults.length + correct.length;
  let verified = 0;
  const count = async <Result>(running: Promise<Result>): Promise<Result> => {
    const result = await running;
    verified += 1;
    onProgress(verified, all);
    return result;
  };
  const started = performance.now();
  return {
    seed,
    without,
    faulty: await inPool(faults, (fault) => count(verifyFaulty(fault, { seed, without }))),
    correct: await inPool(correct, (service) => count(verifyCorrect(service, { seed, without }))),
    seconds: (performance.now() - started) / 1000,
  };
}

/** Returns the faults that survived although a check should find them, which is a regression of the suite. */
export const survivors = ({ faulty }: Pick<Score, 'faulty'>): FaultResult[] =>
  faulty.filter(({ outcome, service }) =>
    'code' in service ? outcome !== 'failed' : 'incomplete' in service && outcome === 'survived',
  );

/** Returns the correct services with false alarms. */
export const flagged = ({ correct }: Pick<Score, 'correct'>): CorrectResult[] =>
  correct.filter(({ falseAlarms }) => falseAlarms.length > 0);

export interface ClassTally extends Record<FaultResult['outcome'], number> {
  class: FaultClass | 'all';
  faults: number;
}

/** Returns the counts for each measured class and for all classes together. */
export function tallies({ faulty }: Pick<Score, 'faulty'>): ClassTally[] {
  const tally = (name: ClassTally['class'], ofClass: readonly FaultResult[]): ClassTally => ({
    class: name,
    faults: ofClass.length,
    ...countBy(['failed', 'incomplete', 'survived'], ofClass, ({ outcome }) => outcome),
  });
  const each = faultClasses.map((name) =>
    tally(
      name,
      faulty.filter((fault) => fault.class === name),
    ),
  );
  return [...each.filter(({ faults }) => faults > 0), tally('all', faulty)];
}
