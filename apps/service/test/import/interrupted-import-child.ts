// Imports a file and kills itself with SIGKILL after it has read `bytes` bytes. Arguments: data directory, file, bytes.

import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { importCatalogue } from '../../src/import/import.ts';

const [root = '', file = '', bytes = ''] = process.argv.slice(2);
await importCatalogue((await openDataStore(root)).catalogues, {
  file,
  onProgress: (read) => read >= Number(bytes) && process.kill(process.pid, 'SIGKILL'),
});
