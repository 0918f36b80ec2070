import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cleanUpLater, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { runService } from '../support/service.ts';

/** Returns a PostgreSQL protocol message. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const LOGGED_IN = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const fatal = (code: string, text: string) => message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));

/** Returns the `doctor` finding for a database that responds to a login with these messages and closes the connection. */
async function examine(answer: readonly Buffer[]) {
  const engine = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat(answer)));
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
  return findings.find(({ what }) => what === 'database')?.text;
}

test('a connection that PostgreSQL ends immediately after login causes a failed query, not a crash', async () => {
  const text = await examine([...LOGGED_IN, fatal('57P01', 'terminating connection due to a test')]);
  expect(text).toMatch(/127\.0\.0\.1:\d+\/app: not /);
});

test('PgBouncer is rejected with an alternative', async () => {
  const text = await examine([fatal('08P01', 'unsupported startup parameter: statement_timeout')]);
  expect(text).toMatch(/the connection goes through a pooler .*Name PostgreSQL itself in DATABASE_URL/);
});
