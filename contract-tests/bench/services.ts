import { catalogue } from '../self-test/catalogue.ts';
import { faultClasses, type ServiceDifference } from '../self-test/service.ts';
import { singleFaults } from '../self-test/single-faults/single-fault-score.ts';

/** The classes in the catalogue, and two classes of single-operation faults: shown by every success, or only by a special request. */
export const benchClasses = [...faultClasses, 'single-success', 'single-request'] as const;
/** A class of faults, as accepted by `--only`. */
export type BenchClass = (typeof benchClasses)[number];

/** A measured service: a service from the catalogue or the unchanged correct service. */
export interface BenchService {
  name: string;
  class: BenchClass | 'correct';
  says: string;
  difference: ServiceDifference;
}

export interface Selection {
  services: BenchService[];
  /** The number of omitted faults: faults that only a mock can have, and faults that fail only a strict run. */
  leftOut: number;
}

const plain: BenchService = {
  name: 'the correct service',
  class: 'correct',
  says: 'returns the documented examples',
  difference: { says: '', change: (correct) => correct },
};

export interface SelectionOptions {
  /** The measured class of faults. Default: all. */
  only?: string;
  /** The maximum number of services of each class, selected evenly. Default: all. */
  most?: number;
}

/** Selects services from the catalogue. The first service is always the correct service. */
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
