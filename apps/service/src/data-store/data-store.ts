import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { DoctorFinding } from '../doctor/finding.ts';
import type { AccountStore } from './account-store.ts';

/** Everything that the service keeps, in one data directory. */
export interface DataStore {
  root: string;
  accounts: AccountStore;
  catalogues: CatalogueStore;
  /** Checks everything without changing it; a service may run meanwhile. */
  examine(): Promise<DoctorFinding[]>;
  /**
   * Copies the accounts, in one consistent state, into a file of SQLite; a service may run meanwhile.
   * @param copy path of the file
   * @param destination what the backup is written to, for messages
   */
  copyAccounts(copy: string, destination: string): Promise<void>;
}
