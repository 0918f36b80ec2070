import { createServer } from 'node:http';
import process from 'node:process';
import worker from './worker.js';

// The worker on this machine: a platform for workers does the same with the bundle.
const server = createServer(async ({ method, url }, response) => {
  try {
    const { status, headers, body } = await worker.fetch(new Request(`http://worker${url}`, { method }), process.env);
    response.writeHead(status, Object.fromEntries(headers));
    for await (const chunk of body ?? []) response.write(chunk);
    response.end();
  } catch {
    // No address, or a method that no page sends.
    response.writeHead(400).end();
  }
});
server.listen(process.env.PORT ?? 8787, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
