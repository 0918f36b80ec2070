import './node-version.js';
import { mockPart, type Running, runContract, startParts, verifyMock } from './parts.ts';

/** 2 means, as with the suite's bin, that nothing was checked. */
function fail(error: Error): never {
  console.error(error.message);
  process.exit(2);
}

// `pnpm contract` checks the mock; with arguments it is the suite's bin, for any address.
const given = process.argv.slice(2);
if (given.length > 0) {
  process.exitCode = await runContract(given);
} else {
  const { addresses, stop }: Running = await startParts([mockPart('0')]).catch(fail);
  process.exitCode = await verifyMock(addresses.mock ?? '');
  await stop();
}
