/** Whether who asked has gone: a long search may end then, and what it gives is of no use to anybody. */
export type IsGone = () => boolean;

/**
 * What the operations ask. A record comes as JSON text and is sent as it is stored: one store, one form, no cost of
 * parsing. Asynchronous, so that another store is only another implementation.
 */
export interface Catalogue {
  /** The version that answers; undefined: there is no catalogue yet. */
  version: string | undefined;
  /** Records of the vehicles that match a VIN or its first 8 to 16 characters, best first (assumption first-match). */
  matches(vin: string, isGone?: IsGone): AsyncIterable<string>;
  /** The first of `matches`; of a whole VIN, found without looking for the others. */
  firstMatch(vin: string, isGone?: IsGone): Promise<string | undefined>;
  /** undefined: no such vehicle. */
  vehicle(carId: number): Promise<string | undefined>;
  /** undefined: no such vehicle; an empty list: known, without entries (assumption no-entries). */
  fluids(carId: number): Promise<string[] | undefined>;
  oemParts(carId: number): Promise<string[] | undefined>;
  repairTimes(carId: number): Promise<string[] | undefined>;
  /** By slug. */
  brands(): Promise<string[]>;
  /** `brand` is a slug or a display name, whatever the case, after Unicode normalisation (assumption name-matching). */
  models(brand: string): Promise<string[] | undefined>;
  variants(brand: string, model: string): Promise<string[] | undefined>;
  /** Engines of the vehicles that match, each once; undefined where no vehicle matches. */
  engines(vin: string, isGone?: IsGone): Promise<string[] | undefined>;
  close(): void;
}

/** The catalogue that answers now. A switch to a new version is seen within a second; the old one ends its answers. */
export interface CatalogueSource {
  /**
   * Runs an answer on one version from its beginning to its end, however long it streams.
   * @throws CatalogueError when the file is not readable as a catalogue
   */
  use<T>(answer: (catalogue: Catalogue) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
