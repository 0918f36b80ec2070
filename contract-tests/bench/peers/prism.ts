import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { bin, QUIET } from '../child.ts';
import { projection } from '../documents.ts';
import { type BenchPeer, withProbes } from './peer.ts';

interface Violation {
  location: string[];
  message: string;
}

/** One proxy for all services: the front behind it leads to each in turn. */
export const prism: BenchPeer = {
  name: 'Prism proxy, with tests around it',
  package: '@stoplight/prism-cli',
  start: async (front, directory) => {
    const document = join(directory, 'openapi.json');
    writeFileSync(document, JSON.stringify({ ...projection(), servers: [{ url: front.url }] }));
    const port = String(await freePort());
    const child = spawn(process.execPath, [bin('prism'), 'proxy', document, front.url, '--port', port], {
      env: { ...process.env, ...QUIET },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    const listening = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          log += text;
          if (log.includes('listening')) resolve();
        });
      }
    });
    await Promise.race([listening, once(child, 'close')]);
    if (child.exitCode !== null) throw new Error(`prism does not start: ${log}`);
    return {
      verify: async () => {
        log = '';
        const verdict = await withProbes(`http://127.0.0.1:${port}`, (_, { response }) =>
          violationsOf(response).map(({ message }) => message),
        );
        return { ...verdict, output: `${log}\n${verdict.output}` };
      },
      close: () => child.kill(),
    };
  },
};

/** What Prism says of the response; what it says of requests does not count, since some probes are wrong on purpose. */
function violationsOf(response: Response): Violation[] {
  const violations: Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]');
  return violations.filter(({ location }) => location[0] === 'response');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
