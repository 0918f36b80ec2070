import { fileURLToPath } from 'node:url';
import { loadModules } from '@vehicle-lookup/modules';
import {
  type CorrectService,
  type CorrectServices,
  type FaultClass,
  type FaultyService,
  type FaultyServices,
  faultClasses,
  type OperationFaults,
} from './service.ts';

const directory: string = fileURLToPath(new URL('./', import.meta.url));

/** A service of the catalogue under its name. */
export interface NamedService<Service> {
  name: string;
  service: Service;
}

export type NamedFault = NamedService<FaultyService> & { class: FaultClass };

/** All faulty services, class by class, and all correct ones, each in the order of their names. */
export interface ServiceCatalogue {
  faulty: NamedFault[];
  correct: NamedService<CorrectService>[];
}

/** Loads the catalogue: the files of its directories are all of it. */
export async function loadCatalogue(): Promise<ServiceCatalogue> {
  const [byClass, byOperation, correct] = await Promise.all(
    ['faulty/by-class', 'faulty/by-operation', 'correct'].map((name) => loadModules(`${directory}${name}`)),
  );
  const ofClass = (name: FaultClass): NamedService<FaultyService>[] => [
    ...entriesOf(byClass?.get(name)?.faults as FaultyServices | undefined),
    ...[...(byOperation ?? [])].flatMap(([operation, { faults }]) =>
      entriesOf((faults as OperationFaults)[name]).map((named) => placedIn(operation, named)),
    ),
  ];
  return {
    faulty: faultClasses.flatMap((name) => inOrder(ofClass(name)).map((named) => ({ ...named, class: name }))),
    correct: inOrder([...(correct ?? [])].flatMap(([, { services }]) => entriesOf(services as CorrectServices))),
  };
}

const entriesOf = <Service>(services: Readonly<Record<string, Service>> = {}): NamedService<Service>[] =>
  Object.entries(services).map(([name, service]) => ({ name, service }));

const placedIn = (operation: string, { name, service }: NamedService<FaultyService>): NamedService<FaultyService> => ({
  name,
  service: { ...service, operations: [operation] },
});

const inOrder = <Service extends { name: string }>(services: Service[]): Service[] =>
  services.toSorted((a, b) => (a.name < b.name ? -1 : 1));
