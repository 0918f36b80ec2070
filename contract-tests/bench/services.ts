import { classes, loadCatalogue, type MutantClass } from '../src/mutants/load.ts';
import type { Difference, Mutant } from '../src/mutants/mutant.ts';

/** A service of the catalogue; `right` are the variants, and the right service itself. */
export interface Service {
  name: string;
  class: MutantClass | 'right';
  says: string;
  difference: Difference;
}

export interface Selection {
  services: Service[];
  /** Faults that are left out since they are no service's. */
  ofMocks: number;
}

const plain: Service = {
  name: 'the right service',
  class: 'right',
  says: 'answers the documented examples',
  difference: { says: '', change: (right) => right },
};

export interface Wanted {
  /** One class of faults; all unless told. */
  only?: string;
  /** So many of each class, spread evenly over it; all unless told. */
  most?: number;
}

/** Chooses among the services of the catalogue. The right service is the first, and always there. */
export async function selectServices({ only, most = Number.POSITIVE_INFINITY }: Wanted): Promise<Selection> {
  const { mutants, variants } = await loadCatalogue();
  const ofServices = mutants.filter(({ service }) => !isOfMocks(service));
  const faulty = classes
    .filter((name) => only === undefined || name === only)
    .flatMap((name) =>
      sample(
        ofServices.filter((own) => own.class === name),
        most,
      ),
    );
  const named = (name: string, own: Service['class'], difference: Difference): Service => ({
    name,
    class: own,
    says: difference.says,
    difference,
  });
  return {
    services: [
      plain,
      ...sample(variants, most).map(({ name, service }) => named(name, 'right', service)),
      ...faulty.map(({ name, class: own, service }) => named(name, own, service)),
    ],
    ofMocks: mutants.length - ofServices.length,
  };
}

const isOfMocks = (service: Mutant): boolean => service.target === 'mock';

const sample = <T>(all: T[], most: number): T[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)] as T);
