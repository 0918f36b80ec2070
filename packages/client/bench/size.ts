import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { generatePeers } from './generate-peers.ts';

// Measures the gzipped size of a minimal program with each client, which a browser loads for one call.
const CALL = "console.log(await call({ baseUrl: 'https://x.example', user: 'u', key: 'k' }, 'WVWZZZ1KZAW000001'))";
const consumers: Record<string, string> = {
  'openapi-fetch': `import createClient from 'openapi-fetch';
    const call = ({ baseUrl, ...own }, vin) => createClient({ baseUrl }).GET('/api/', { params: { query: { ...own, vin } } });`,
  'hey-api': `import { createClient } from './dist/hey-api/client/index.ts';
    import { query } from './dist/hey-api/sdk.gen.ts';
    const call = ({ baseUrl, ...own }, vin) => query({ client: createClient({ baseUrl }), query: { ...own, vin } });`,
  ofetch: `import { ofetch } from 'ofetch';
    const call = ({ baseUrl, ...own }, vin) => ofetch(baseUrl + '/api/', { query: { ...own, vin } });`,
  ky: `import ky from 'ky';
    const call = ({ baseUrl, ...own }, vin) => ky.get(baseUrl + '/api/', { searchParams: { ...own, vin } }).json();`,
};

await generatePeers();
for (const [name, source] of Object.entries(consumers)) {
  const { outputFiles } = await build({
    stdin: { contents: `${source}\n${CALL}`, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    logLevel: 'error',
  });
  const [file] = outputFiles;
  console.log(`${name.padEnd(30)}${gzipSync(file?.contents ?? '', { level: 9 }).length} B`);
}
