import type { Catalogue, IsGone } from '../catalogue/catalogue.ts';

/** JSON text of the data: one record, a list of records, a list that may be long; undefined: nothing found. */
export type Found = string | readonly string[] | AsyncIterable<string> | undefined;

/** What an operation asks the catalogue. Its file in operations/ is named by its operationId. */
export interface Handler {
  /**
   * @param parameters as the document states them; checked
   * @param isGone for searches that may be long
   * @returns what was found; an AsyncIterable without entries is nothing found
   */
  find(
    catalogue: Catalogue,
    parameters: Record<string, string>,
    isGone: IsGone,
  ): Promise<Found> | AsyncIterable<string>;
  /** What a 404 says. */
  notFound: string;
}
