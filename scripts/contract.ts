import './node-version.js';
import { mockOn, startServers } from './servers.ts';
import { anyAccount, runSuite, verify } from './verify.ts';

// `pnpm contract` verifies the mock. With arguments, it runs the suite's bin, which accepts any URL.
const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = await runSuite(args);
} else {
  try {
    const { addresses, stop } = await startServers([mockOn(0)]);
    process.exitCode = await verify('mock', addresses.mock ?? '', anyAccount()).finally(stop);
  } catch (error) {
    console.error(`pnpm contract: ${(error as Error).message}`);
    process.exitCode = 2; // as in the suite: no verdict
  }
}
