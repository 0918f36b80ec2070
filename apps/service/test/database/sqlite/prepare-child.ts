// Prepares the accounts in the data directory that the argument specifies, and prints the migrations that ran.
import { createSqliteDataStore } from '../../../src/data-store/sqlite/data-store.ts';

console.log(JSON.stringify(await createSqliteDataStore(process.argv[2] ?? '').accounts.prepare()));
