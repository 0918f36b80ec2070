import { fileURLToPath } from 'node:url';
import { loadModules } from '../modules.ts';
import type { Mutant, Variant } from './mutant.ts';

const folder: string = fileURLToPath(new URL('../../mutants/', import.meta.url));

/** Where a fault lies; a folder of the catalogue each. */
export const classes = ['wire', 'schema', 'selector', 'credentials', 'meaning'] as const;
export type MutantClass = (typeof classes)[number];

/** A service of the catalogue under the name of its file. */
export interface Named<Service> {
  name: string;
  service: Service;
}

/** All faulty services, class by class, and all right ones: the files of the folders are the catalogue. */
export interface Catalogue {
  mutants: (Named<Mutant> & { class: MutantClass })[];
  variants: Named<Variant>[];
}

/** Loads the catalogue. */
export async function loadCatalogue(): Promise<Catalogue> {
  const load = async (name: string) => [...(await loadModules(`${folder}${name}/`))];
  const mutants = classes.map(async (own) =>
    (await load(own)).map(([name, { mutant }]) => ({ class: own, name, service: mutant as Mutant })),
  );
  const variants = (await load('variants')).map(([name, { variant }]) => ({ name, service: variant as Variant }));
  return { mutants: (await Promise.all(mutants)).flat(), variants };
}
