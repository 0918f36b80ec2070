// Backs up a data directory with an endless catalogue. Reports `ready` over the IPC channel as soon as the archive contains the
// beginning of the catalogue. Arguments: data directory, file.
import { backUp } from '../../src/backup/backup.ts';
import type { CatalogueStore } from '../../src/catalogue/catalogue-store.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';

const [root = '', file = ''] = process.argv.slice(2);
const store = await openDataStore(root);

async function* endless(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* content;
  process.send?.({ ready: 'writing' });
  await new Promise(() => setInterval(() => {}, 1_000_000));
}

const catalogues: CatalogueStore = {
  ...store.catalogues,
  async backupFiles(scratch) {
    const { catalogue, files } = await store.catalogues.backupFiles(scratch);
    return { catalogue, files: files.map((one) => ({ ...one, content: endless(one.content) })) };
  },
};
await backUp({ ...store, catalogues }, file);
