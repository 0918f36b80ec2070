import type { CatalogueDraft, ImportState } from '../catalogue/catalogue-draft.ts';
import type { LoadOptions } from './load.ts';
import type { ImportSource } from './source.ts';

/** A file that is about to be imported. */
export interface OpenImport {
  source: ImportSource;
  /** What the data are; the name of the version begins with it. */
  label?: string | undefined;
  /** Where the data come from, and under which terms. */
  origin?: string | undefined;
  /** An interrupted import can be resumed. */
  resumable: boolean;
  /** @throws UserError if a draft comes from another file */
  check(state: ImportState): Promise<unknown>;
  /** Loads everything that the draft does not have. */
  load(draft: CatalogueDraft, options: LoadOptions): Promise<void>;
}
