import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { StorageError } from '../database/storage-error.ts';
import type { EntryListName } from './catalogue-entry.ts';

/** Returns true once the client has disconnected; a long search may then stop, and its result is not used. */
export type IsDisconnected = () => boolean;

/** The catalogue queries that the operations use. A record is stored as JSON and is sent without parsing. */
export interface Catalogue {
  version: string;
  /** Yields the vehicles that match a VIN or its first 8 to 16 characters, best first (assumption first-match). */
  matches(vin: string, isDisconnected?: IsDisconnected): AsyncIterable<string>;
  /** Returns the first match. For a complete VIN, does not search for other matches. */
  firstMatch(vin: string, isDisconnected?: IsDisconnected): Promise<string | undefined>;
  /** Returns a vehicle; undefined if the vehicle does not exist. */
  vehicle(carId: number): Promise<string | undefined>;
  /** Returns a list of a vehicle; undefined if the vehicle does not exist, empty if it has no entries (assumption no-entries). */
  list(name: EntryListName, carId: number): Promise<string[] | undefined>;
  /** Returns all brands, sorted by slug. */
  brands(): Promise<string[]>;
  /** Returns the models of a brand. `brand` is a slug or a display name, compared case-insensitively (assumption name-matching). */
  models(brand: string): Promise<string[] | undefined>;
  variants(brand: string, model: string): Promise<string[] | undefined>;
  /**
   * Yields a list of engines for each matching vehicle, best first. The list omits engines that were already yielded, so it may
   * be empty. If no vehicle matches, yields no list.
   */
  engines(vin: string, isDisconnected?: IsDisconnected): AsyncIterable<readonly string[]>;
  close(): Promise<void>;
}

/** Options and callbacks for following the current catalogue. */
export interface CatalogueEvents {
  /** Rejects the demonstration, because its vehicles are invented. */
  withoutDemonstration?: boolean;
  /** Called when a version, including the first version, is in use. */
  onSwitch?(version: string): void;
  /** Called once for each reason if the catalogue cannot be opened. A readable previous catalogue remains in use. */
  onFailure?(error: UserError): void;
  /** Called if a shared version could not be fetched; the next attempt is after `retrySeconds`. */
  onFetchFailure?(version: string, reason: string, retrySeconds: number): void;
  /** Called with the version of a switch that is waiting for instances, and with undefined when the switch ends. */
  onPending?(version: string | undefined): void;
}

/** The current catalogue. A new version is detected within a second; responses that have begun use the old version to the end. */
export interface CatalogueSource {
  /**
   * Runs `work` on the same version from beginning to end, even during a long stream.
   * @throws CatalogueError if the catalogue is missing or cannot be read
   */
  use<T>(work: (catalogue: Catalogue) => Promise<T>): Promise<T>;
  /** Closes the catalogue after all running work. */
  close(): Promise<void>;
}

const REPLACE = 'Import the catalogue again, or restore it from a backup';

/** An error for a catalogue that is missing, damaged, unfinished or from a different release. The service keeps running and returns 500. */
export class CatalogueError extends UserError {
  constructor(location: string, what: string, { cause, next = REPLACE }: { cause?: unknown; next?: string } = {}) {
    super(`${location}: ${what}. ${next}`);
    this.cause = cause;
  }
}

/** Converts an error that occurred while a catalogue was read into a CatalogueError. */
export function catalogueError(path: string, cause: unknown): CatalogueError {
  if (cause instanceof CatalogueError) return cause;
  const origin = cause instanceof StorageError ? cause.cause : cause;
  const text = origin instanceof Error ? origin.message : String(origin);
  return new CatalogueError(path, `not readable as a catalogue (${text})`, { cause });
}
