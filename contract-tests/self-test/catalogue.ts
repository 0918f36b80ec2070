import { correctServices } from './correct/index.ts';
import { byClass, byOperation } from './faulty/index.ts';
import { type CorrectService, type FaultClass, type FaultyService, faultClasses } from './service.ts';

/** A service in the catalogue, with its name. */
export interface NamedService<Service> {
  name: string;
  service: Service;
}

export type NamedFault = NamedService<FaultyService> & { class: FaultClass };

/** All faulty services by class and all correct services, both sorted by name. */
export interface ServiceCatalogue {
  faulty: NamedFault[];
  correct: NamedService<CorrectService>[];
}

const entriesOf = <Service>(services: Readonly<Record<string, Service>> = {}): NamedService<Service>[] =>
  Object.entries(services).map(([name, service]) => ({ name, service }));

const placedIn = (operation: string, { name, service }: NamedService<FaultyService>): NamedService<FaultyService> => ({
  name,
  service: { ...service, operations: [operation] },
});

const inOrder = <Service extends { name: string }>(services: Service[]): Service[] =>
  services.toSorted((a, b) => (a.name < b.name ? -1 : 1));

const faultsOf = (name: FaultClass): NamedService<FaultyService>[] => [
  ...entriesOf(byClass[name]),
  ...Object.entries(byOperation).flatMap(([operation, faults]) =>
    entriesOf(faults[name]).map((named) => placedIn(operation, named)),
  ),
];

export const catalogue: ServiceCatalogue = {
  faulty: faultClasses.flatMap((name) => inOrder(faultsOf(name)).map((named) => ({ ...named, class: name }))),
  correct: inOrder(correctServices.flatMap((services) => entriesOf(services))),
};
