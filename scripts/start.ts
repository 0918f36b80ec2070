import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { docsPart, mockPart, type Running, startParts, verifyMock } from './parts.ts';

// Brings every part up, checks the contract once, says where everything is, and takes all of it down together.
const USAGE = `pnpm start [--mock-port 4010] [--docs-port 4020]   (0 takes a free port)`;

function ports(): { mock: string; docs: string } {
  try {
    const { values } = parseArgs({
      options: { 'mock-port': { type: 'string', default: '4010' }, 'docs-port': { type: 'string', default: '4020' } },
    });
    return { mock: values['mock-port'], docs: values['docs-port'] };
  } catch (error) {
    console.error(`${(error as Error).message.split('\n')[0]}\n${USAGE}`);
    process.exit(2);
  }
}

async function up({ mock, docs }: { mock: string; docs: string }): Promise<Running> {
  try {
    return await startParts([mockPart(mock), docsPart(docs)]);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** A request that anyone can paste, from the document's own example address. */
function sample(): string {
  const file = join(import.meta.dirname, '../spec/dist/operation-table.json');
  const { path, credentials, operations } = JSON.parse(readFileSync(file, 'utf8'));
  const simple =
    operations.find(({ parameters }: { parameters: object }) => Object.keys(parameters).length === 0) ?? operations[0];
  const query = [...credentials.map((name: string) => [name, 'demo']), ...Object.entries(simple.selectors)];
  return `${path}?${query.map((pair) => pair.join('=')).join('&')}`;
}

const { addresses, broken, stop } = await up(ports());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stop().then(() => process.exit(0)));

const mock = addresses.mock ?? '';
const code = await verifyMock(mock);
if (code !== 0) console.error('The mock does not keep the contract: see above.');
console.log(`
  mock   ${mock}
  docs   ${addresses.docs}

  curl '${mock}${sample()}'

Ctrl-C stops everything.`);

const name = await broken;
console.error(`${name} has stopped; stopping the rest.`);
await stop();
process.exitCode = 1;
