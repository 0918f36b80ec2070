import { catalogue } from '../self-test/catalogue.ts';
import { faultClasses, type ServiceDifference } from '../self-test/service.ts';
import { singleFaults } from '../self-test/single-faults/single-fault-score.ts';

/** The classes of the catalogue, then faults that affect only one operation: every success shows them, or only one request. */
export const benchClasses = [...faultClasses, 'single-success', 'single-request'] as const;
/** A class of faults, as `--only` takes it. */
export type BenchClass = (typeof benchClasses)[number];

/** A service that is measured: one of the catalogue, or the correct service itself. */
export interface BenchService {
  name: string;
  class: BenchClass | 'correct';
  says: string;
  difference: ServiceDifference;
}

export interface Selection {
  services: BenchService[];
  /** Number of faults that are left out: only a mock can have them, or only a strict run fails. */
  leftOut: number;
}

const plain: BenchService = {
  name: 'the correct service',
  class: 'correct',
  says: 'answers the documented examples',
  difference: { says: '', change: (correct) => correct },
};

export interface SelectionOptions {
  /** One class of faults. Default: all. */
  only?: string;
  /** Number of services of each class, spread evenly over it. Default: all. */
  most?: number;
}

/** Chooses among the services of the catalogue. The correct service is the first, and always there. */
export async function selectServices({ only, most = Number.POSITIVE_INFINITY }: SelectionOptions): Promise<Selection> {
  const { faulty, correct } = catalogue;
  const measured = faulty.filter(({ service }) => service.target !== 'mock' && !service.strict);
  const named = (name: string, own: BenchService['class'], difference: ServiceDifference): BenchService => ({
    name,
    class: own,
    says: difference.says,
    difference,
  });
  const all = [
    ...measured.map(({ name, class: own, service }) => named(name, own, service)),
    ...singleFaults.map((fault) => named(fault.name, `single-${fault.shownBy}`, fault)),
  ];
  const chosen = benchClasses
    .filter((name) => only === undefined || name === only)
    .flatMap((name) =>
      sample(
        all.filter((own) => own.class === name),
        most,
      ),
    );
  return {
    services: [plain, ...sample(correct, most).map(({ name, service }) => named(name, 'correct', service)), ...chosen],
    leftOut: faulty.length - measured.length,
  };
}

const sample = <T>(all: T[], most: number): T[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)] as T);
