import type { BackupFiles, CatalogueStore } from '../catalogue/catalogue-store.ts';
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
   * The files that restore this data directory, in one consistent state; a service may run meanwhile.
   * @param scratch an empty directory for copies, needed until the files are read
   * @param destination what the backup is written to, for messages
   */
  backupFiles(scratch: string, destination: string): Promise<BackupFiles>;
}
