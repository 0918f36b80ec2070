import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { CANARY, canaryIn, listen } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { connectRedis } from '../../bench/peers/redis.ts';

test('the Redis client of the charges bench gives each command its reply, in order, however they arrive', async () => {
  const server = createServer();
  const { port } = await listen(server as Parameters<typeof listen>[0]);
  const connection = once(server, 'connection') as Promise<[Socket]>;
  const redis = await connectRedis(`redis://127.0.0.1:${port}`);
  const [socket] = await connection;
  const replies = Promise.allSettled([redis.charge('ann', 1, 1000), redis.charge('ann', 1, 1000), redis.send('NO')]);
  let received = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += chunk;
    if (received.endsWith('$2\r\nNO\r\n')) break;
  }
  expect(received.match(/EVAL(SHA)?/g)).toEqual(['EVAL', 'EVALSHA']);
  socket.write(':1\r\n:');
  socket.write('0\r\n-ERR unknown command\r\n');
  expect(await replies).toEqual([
    { status: 'fulfilled', value: true },
    { status: 'fulfilled', value: false },
    { status: 'rejected', reason: new Error('Redis: ERR unknown command') },
  ]);
  const unanswered = redis.send('PING');
  socket.destroy();
  await expect(unanswered).rejects.toThrow(/Redis closed the connection|ECONNRESET/);
});

test.each([
  `redis://me:${CANARY}@host:port`,
  `https://me:${CANARY}@host`,
  `redis://${encodeURIComponent(CANARY)}:%zz@host`,
  'redis:host',
])('an invalid address of Redis is not repeated: %#', async (address) => {
  const error = await connectRedis(address).catch((reason: unknown) => reason);
  expect(canaryIn(inspect(error, { depth: null }))).toEqual([]);
  expect(error).toEqual(new Error('REDIS_URL is invalid: expected redis://[user:password@]host[:port]'));
});
