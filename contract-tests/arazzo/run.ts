import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { leaks } from '@vehicle-lookup/secrets';

// Runs the smoke flow by Redocly Respect: the account from the environment, the VIN as the argument. Respect masks the
// key, but not in every encoding in which a service may repeat it; so a line that holds it is not shown.

const { VEHICLE_LOOKUP_BASE_URL: baseUrl, VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key } = process.env;
const [vin] = process.argv.slice(2);

if (baseUrl && user && key && vin) {
  process.exitCode = await respect(baseUrl, key, { user, key, vin });
} else {
  console.error('usage: node arazzo/run.ts VIN; set VEHICLE_LOOKUP_BASE_URL, VEHICLE_LOOKUP_USER, VEHICLE_LOOKUP_KEY');
  process.exitCode = 2;
}

async function respect(address: string, secret: string, inputs: Record<string, string>): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const flow = join(import.meta.dirname, 'smoke.arazzo.yaml');
  // By the environment: a command line can be read by every user of the machine.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs) };
  const args = [cli, 'respect', flow, '--server', `contract=${address}`];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  const lines = output.split('\n').map((line) => (leaks(line, [secret]) ? '***' : line));
  process.stdout.write(lines.join('\n'));
  return code ?? 1;
}
