import { classes, loadCatalogue, type MutantClass } from './load.ts';
import { inPool } from './pool.ts';
import { type MutantOutcome, type RunOptions, runMutant, runVariant, type VariantOutcome } from './run.ts';

export interface ScoreOptions extends RunOptions {
  /** One class of faults; all unless told. */
  class?: MutantClass;
}

/** What the suite finds of the faults that are known, and what it says of services that have none. */
export interface Score {
  seed: number;
  /** Codes that were not looked for. */
  without: readonly string[];
  seconds: number;
  mutants: MutantOutcome[];
  variants: VariantOutcome[];
}

/**
 * Verifies every service of the catalogue.
 * @param tell called after each service
 */
export async function measure(
  options: ScoreOptions = {},
  tell: (done: number, all: number) => void = () => {},
): Promise<Score> {
  const { class: only, seed = 1, without = [] } = options;
  const { mutants, variants } = await loadCatalogue();
  const own = mutants.filter((mutant) => only === undefined || mutant.class === only);
  const all = own.length + variants.length;
  let done = 0;
  const told = async <Outcome>(running: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await running;
    done += 1;
    tell(done, all);
    return outcome;
  };
  const started = performance.now();
  return {
    seed,
    without,
    mutants: await inPool(own, (mutant) => told(runMutant(mutant, { seed, without }))),
    variants: await inPool(variants, (variant) => told(runVariant(variant, { seed, without }))),
    seconds: (performance.now() - started) / 1000,
  };
}

/** Faults that got through although they can be seen: a regression of the suite. */
export const survivors = ({ mutants }: Pick<Score, 'mutants'>): MutantOutcome[] =>
  mutants.filter(({ fate, service }) =>
    'code' in service ? fate !== 'failed' : 'incomplete' in service && fate === 'survived',
  );

/** Right services that were accused. */
export const accused = ({ variants }: Pick<Score, 'variants'>): VariantOutcome[] =>
  variants.filter(({ falseAlarms }) => falseAlarms.length > 0);

export interface Tally {
  class: MutantClass | 'all';
  faults: number;
  failed: number;
  incomplete: number;
  survived: number;
}

/** The counts of each class that was measured, and of all together. */
export function tallies({ mutants }: Pick<Score, 'mutants'>): Tally[] {
  const tally = (name: Tally['class'], own: readonly MutantOutcome[]): Tally => {
    const count = (fate: MutantOutcome['fate']) => own.filter((one) => one.fate === fate).length;
    return {
      class: name,
      faults: own.length,
      failed: count('failed'),
      incomplete: count('incomplete'),
      survived: count('survived'),
    };
  };
  const each = classes.map((name) =>
    tally(
      name,
      mutants.filter((mutant) => mutant.class === name),
    ),
  );
  return [...each.filter(({ faults }) => faults > 0), tally('all', mutants)];
}
