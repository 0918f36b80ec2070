import { readyUntilStopped } from '@vehicle-lookup/toolkit/command-line';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { startService } from '../../src/http/service.ts';
import { standardError } from '../../src/observability/log.ts';

// Runs `serve … DIRECTORY` without the overload limit, so that it never rejects requests because of overload.
const store = await openDataStore(process.argv.at(-1) as string);
const endpoint = { port: 0, host: '127.0.0.1', adminPort: 0, adminHost: '127.0.0.1' };
const defaults = { demo: false, logLevel: 'info', drainDelay: 0 } as const;
const overloadLimit = () => () => undefined;
const settings = { ...endpoint, ...defaults, overloadLimit };
const service = await startService(settings, store, standardError());
await readyUntilStopped({ ready: service.address, admin: service.admin });
await service.stop();
