import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataStore } from './data-store.ts';
import { createSqliteDataStore } from './sqlite/data-store.ts';

// openFiles opens the stores of a data directory regardless of DATABASE_URL.
export { ACCOUNTS_FILE, createSqliteDataStore as openFiles, isBackupFile } from './sqlite/data-store.ts';

/**
 * Returns the stores of a data directory without opening them. With DATABASE_URL, accounts and usage are in PostgreSQL instead.
 * Only this function chooses an implementation. Without the variable, PostgreSQL code is not loaded.
 * @throws UserError if the variables are invalid
 */
export async function openDataStore(root: string): Promise<DataStore> {
  const { DATABASE_URL: url, VEHICLE_LOOKUP_SERVICE_CATALOGUES: place } = process.env;
  if (!url) {
    if (!place) return createSqliteDataStore(root);
    throw new UserError(
      'VEHICLE_LOOKUP_SERVICE_CATALOGUES is for instances that share a PostgreSQL database, so also set DATABASE_URL',
    );
  }
  if (place && /^[a-z][a-z0-9+.-]*:/i.test(place)) {
    throw new UserError(
      'VEHICLE_LOOKUP_SERVICE_CATALOGUES: expected the path of a directory that all instances can read, got a URL. ' +
        'Mount the directory, or copy the published files into it',
    );
  }
  const { createPostgresDataStore } = await import('./postgres/data-store.ts');
  return createPostgresDataStore(root, { url, place });
}
