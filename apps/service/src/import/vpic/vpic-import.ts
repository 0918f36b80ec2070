import { loadEntries } from '../load.ts';
import type { OpenImport } from '../open-import.ts';
import type { ImportSource } from '../source.ts';
import { compileVpic } from './compile.ts';
import { openVpic } from './open-vpic.ts';

/** 17 U.S.C. § 105; NHTSA states no other terms. */
const TERMS = 'a work of the United States government, without copyright in the United States (17 U.S.C. 105)';

/** @throws UserError if the source is not vPIC in the layout that is known */
export async function openVpicImport(source: ImportSource): Promise<OpenImport> {
  const data = await openVpic(source);
  const { released, unusable } = data;
  const [first] = unusable;
  return {
    source,
    label: `vpic-${released}`,
    origin: `vPIC of the National Highway Traffic Safety Administration (NHTSA), last changed on ${released}; ${TERMS}`,
    notes: first
      ? [
          `${unusable.length} patterns of the data match no VIN and are left out, the first one is ${first.id}: ${first.keys}`,
        ]
      : [],
    resumable: false,
    check: async () => {},
    load: (draft, options) => loadEntries(draft, compileVpic(data), options),
  };
}
