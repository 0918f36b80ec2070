import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cleanUpLater, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { runService } from '../support/service.ts';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const LOGGED_IN = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const TERMINATED = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to a test\0\0'));

test('a login that PostgreSQL ends in the packet that completes it, as at a failover, is a failed query and not the end of the process', async () => {
  const engine = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...LOGGED_IN, TERMINATED])));
  });
  engine.listen(0, '127.0.0.1');
  await once(engine, 'listening');
  cleanUpLater(() => void engine.close());
  const { port } = engine.address() as AddressInfo;
  const env = { DATABASE_URL: `postgresql://app:secret@127.0.0.1:${port}/app` };
  const { code, out, err } = await runService(['doctor', '--data-dir', temporaryDirectory(), '--json'], { env });
  expect(err).toBe('');
  expect(code).toBe(1);
  const findings: { what: string; text: string }[] = JSON.parse(out).findings;
  expect(findings.find(({ what }) => what === 'database')?.text).toMatch(/127\.0\.0\.1:\d+\/app: not /);
});
