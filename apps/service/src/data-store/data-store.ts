import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { DoctorFinding } from '../doctor/finding.ts';
import type { AccountStore } from './account-store.ts';

/** All stores of the service. */
export interface DataStore {
  root: string;
  accounts: AccountStore;
  catalogues: CatalogueStore;
  /** Checks all stores without changing them; the service may run during the check. */
  examine(): Promise<DoctorFinding[]>;
  /**
   * Copies the accounts in one consistent state to an SQLite file; the service may run during the copy.
   * @param copy path of the SQLite file
   * @param destination path of the backup, for messages
   */
  copyAccounts(copy: string, destination: string): Promise<void>;
}
