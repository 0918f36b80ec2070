import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A minimal HTTP server that returns the same response, about as long as a vehicle, to every request.
const body = JSON.stringify({ success: true, data: 'x'.repeat(900) });
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
const server = createServer((_, response) => response.writeHead(200, headers).end(body));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));
