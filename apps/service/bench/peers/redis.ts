import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * The window of the service's quota, as limiters in Redis count it: a sorted set of the consultations by time. KEYS: the account.
 * ARGV: limit, window in milliseconds, a name for the consultation. Returns 1 if it is charged, 0 if it is refused.
 */
const SCRIPT = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

/** One connection to a Redis; its commands are sent at once and replied to in their order. */
export interface Redis {
  /** @throws with Redis's message. Replies are one line here: a number or a status. */
  send(...args: (string | number)[]): Promise<string>;
  /** Charges an account once. @returns false if its limit is reached */
  charge(key: string, limit: number, windowMs: number): Promise<boolean>;
}

/**
 * @param address `redis://[user:password@]host[:port]`
 * @throws if it is no such address, which the error does not repeat: it may hold a password; if Redis cannot be reached or
 * refuses the password
 */
export async function connectRedis(address: string): Promise<Redis> {
  const { hostname, port, secret } = readAddress(address);
  const socket: Socket = connect({ host: hostname, port: Number(port || 6379), noDelay: true });
  await once(socket, 'connect');
  const waiting: { resolve: (reply: string) => void; reject: (reason: Error) => void }[] = [];
  const fail = (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  socket.on('error', fail).on('close', () => fail(new Error('Redis closed the connection')));
  // It emits the errors of its input again.
  const lines = createInterface({ input: socket }).on('error', () => undefined);
  lines.on('line', (line) => {
    const reply = waiting.shift();
    if (line.startsWith('-')) reply?.reject(new Error(`Redis: ${line.slice(1)}`));
    else reply?.resolve(line.slice(1));
  });

  function send(...args: (string | number)[]): Promise<string> {
    const texts = args.map(String).map((text) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`);
    socket.write(`*${args.length}\r\n${texts.join('')}`);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }
  if (secret.length > 0) await send('AUTH', ...secret);
  const hash = createHash('sha1').update(SCRIPT).digest('hex');
  let charges = 0;
  return {
    send,
    async charge(key, limit, windowMs) {
      const name = `${process.pid}-${charges++}`;
      // The first call brings the script; Redis keeps it under its hash.
      const script = charges === 1 ? ['EVAL', SCRIPT] : ['EVALSHA', hash];
      return (await send(...script, 1, key, limit, windowMs, name)) === '1';
    },
  };
}

function readAddress(address: string): { hostname: string; port: string; secret: string[] } {
  try {
    const { protocol, hostname, port, username, password } = new URL(address);
    if (protocol !== 'redis:' || hostname === '') throw new Error();
    return { hostname, port, secret: [username, password].filter(Boolean).map(decodeURIComponent) };
  } catch {
    throw new Error('REDIS_URL is invalid: expected redis://[user:password@]host[:port]');
  }
}
