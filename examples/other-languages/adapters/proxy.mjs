// Forwards the requests of clients that are generated from clients.json. This program adds the account.
import { createServer } from 'node:http';
import { createProxy } from '@vehicle-lookup/client/proxy';
import { operationTable, toWire } from '@vehicle-lookup/contract';

const { VEHICLE_LOOKUP_BASE_URL: baseUrl, VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key, PORT } = process.env;
const operations = operationTable.operations.map(({ id }) => id);
const proxy = createProxy({ baseUrl, user, key, operations });

const server = createServer(async ({ method, url, headers }, response) => {
  let request;
  try {
    request = toWire(`http://127.0.0.1${url}`, { method, headers });
  } catch {
    response.writeHead(404).end(); // the path is not an operation
    return;
  }
  const result = await proxy(request);
  response.writeHead(result.status, Object.fromEntries(result.headers)).end(await result.text());
});
// The proxy accepts only programs on this machine, because every request spends consultations.
server.listen(Number(PORT ?? 4015), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
