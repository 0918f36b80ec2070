import type { OperationId, OperationParameters } from '@vehicle-lookup/contract';
import type { Catalogue, IsDisconnected } from '../../catalogue/catalogue.ts';
import { VIN_LENGTH } from '../../catalogue/catalogue-entry.ts';

/** JSON texts that follow each other in a list. */
export type Records = string | readonly string[];

/** JSON text of the data: one record, a list of records, a list that may be long; undefined: nothing was found. */
export type LookupResult = string | readonly string[] | AsyncIterable<Records> | undefined;

/** An operation's question to the catalogue. */
interface Handler<Parameters> {
  /**
   * @param parameters as the document states them; they are checked already
   * @param isDisconnected for searches that may be long
   * @returns the result; an AsyncIterable that yields nothing, not even an empty list, means that nothing was found
   */
  find(
    catalogue: Catalogue,
    parameters: Parameters,
    isDisconnected: IsDisconnected,
  ): Promise<LookupResult> | AsyncIterable<Records>;
  /** True if these parameters may make the look-up read much of the catalogue; default: never. */
  isSearch?(parameters: Parameters): boolean;
  /** The text of a 404. */
  notFound: string;
}

/** True for a part of a VIN: many vehicles may match. */
export const isPartialVin = ({ vin }: { vin: string }): boolean => vin.length < VIN_LENGTH;

/**
 * Handlers by operationId. An operation of the document without a handler gets the response 501. A handler takes the parameters that
 * the document declares: after one is renamed, the handler does not compile.
 */
export type Handlers = { readonly [Id in OperationId]?: Handler<OperationParameters[Id]> };

/** The handler of an operation, for the parameters that the query has for it. */
export const handlerOf = (handlers: Handlers, operation: OperationId): Handler<Record<string, string>> | undefined =>
  handlers[operation];
