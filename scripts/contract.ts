import { mockPart, runContract, startParts, verifyMock } from './parts.ts';

// `pnpm contract` checks the mock; with arguments it is the suite's bin, for any address.
const given = process.argv.slice(2);
if (given.length > 0) {
  process.exitCode = await runContract(given);
} else {
  const { addresses, stop } = await startParts([mockPart('0')]);
  process.exitCode = await verifyMock(addresses.mock ?? '');
  await stop();
}
