import type { Catalogue, CatalogueSource } from '../catalogue/catalogue.ts';
import type { Accounts } from '../data-store/data-store.ts';
import { StorageError } from '../database/storage-error.ts';
import type { Events } from '../observability/events.ts';
import type { StoreStatus } from './admin.ts';

const ANY_VEHICLE = 1;

/** Tries the stores of this process. */
export async function storeStatus(
  catalogues: CatalogueSource,
  accounts: Pick<Accounts, 'ping'>,
  events: Pick<Events, 'storageFailed'>,
): Promise<StoreStatus> {
  const [version, isUsable] = await Promise.all([
    catalogues.use(readableVersion).catch(() => undefined),
    accounts.ping().then(
      () => true,
      (error: unknown) => {
        if (error instanceof StorageError) events.storageFailed(error);
        return false;
      },
    ),
  ]);
  return { version, accounts: isUsable };
}

/** Without a catalogue nothing fails, and nothing is found. */
async function readableVersion(catalogue: Catalogue): Promise<string | undefined> {
  await catalogue.vehicle(ANY_VEHICLE);
  return catalogue.version;
}
