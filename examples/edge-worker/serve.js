import { createServer } from 'node:http';
import process from 'node:process';
import worker from './worker.js';

// Runs the worker on this machine, as a platform for workers runs the bundle.
const server = createServer(async (incoming, response) => {
  try {
    const { method } = incoming;
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method,
      headers: incoming.headers,
    });
    const { status, headers, body } = await worker.fetch(request, process.env);
    response.writeHead(status, Object.fromEntries(headers));
    for await (const chunk of body ?? []) response.write(chunk);
    response.end();
  } catch {
    // The URL or the method is invalid.
    response.writeHead(400).end();
  }
});
server.listen(process.env.PORT ?? 8787, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
