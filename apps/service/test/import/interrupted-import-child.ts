// Imports a file and kills itself with SIGKILL once it has read so many bytes.
// Arguments: data directory, file, bytes, label of the catalogue.

import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { importCatalogue } from '../../src/import/import.ts';

const [root = '', file = '', bytes = '', label] = process.argv.slice(2);
await importCatalogue((await openDataStore(root)).catalogues, {
  file,
  ...(label ? { label } : {}),
  onProgress: (read) => read >= Number(bytes) && process.kill(process.pid, 'SIGKILL'),
});
