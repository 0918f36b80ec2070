import { join } from 'node:path';
import { loadModules } from '@vehicle-lookup/selectors/modules';
import type { Catalogue, IsDisconnected } from '../../stores/catalogue.ts';

/** JSON text of the data: one record, a list of records, a list that may be long; undefined: nothing was found. */
export type LookupResult = string | readonly string[] | AsyncIterable<string> | undefined;

/** An operation's question to the catalogue. Its file in ../operations/ has the name of its operationId. */
export interface Handler {
  /**
   * @param parameters as the document states them; they are checked already
   * @param isDisconnected for searches that may be long
   * @returns the result; an AsyncIterable without entries means that nothing was found
   */
  find(
    catalogue: Catalogue,
    parameters: Record<string, string>,
    isDisconnected: IsDisconnected,
  ): Promise<LookupResult> | AsyncIterable<string>;
  /** The text of a 404. */
  notFound: string;
}

/** Handlers by operationId. An operation of the document without a handler gets the reply 501. */
export type Handlers = ReadonlyMap<string, Handler>;

/** Every file of ../operations/ is a handler: adding it registers it. */
export async function loadHandlers(): Promise<Handlers> {
  const modules = await loadModules(join(import.meta.dirname, '../operations'));
  return new Map([...modules].map(([operation, module]) => [operation, module.handler as Handler]));
}
