import { chromiumOptions, serveHttp, startMock } from '@vehicle-lookup/testing';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';

/** Returns a page that shows a spinner while it waits for the mock, and that records the visible text. */
const page = (baseUrl: string) => `
  import { createVehicleLookup } from '@vehicle-lookup/client';
  const options = { baseUrl: '${baseUrl}', user: 'demo', key: 'demo', dangerouslyAllowBrowser: true };
  const seen = [];
  const output = document.querySelector('output');
  const observer = new MutationObserver(() => seen.push({ text: output.textContent, at: performance.now() }));
  observer.observe(output, { childList: true });
  export async function show(headers) {
    output.textContent = 'loading';
    const result = await createVehicleLookup(options).decodeVin('WVWZZZ1KZAW000001', { headers, retry: false }).safe();
    output.textContent = result.ok ? result.data.make : result.error.code;
    await new Promise((resolve) => setTimeout(resolve));
    return seen.splice(0);
  }
`;

test.each([
  [{ prefer: 'delay=200' }, 'Volkswagen', 200],
  [{ prefer: 'delay=100, code=404' }, 'not_found', 100],
  [{ prefer: 'fail=cut' }, 'network', 0],
])('a page shows its spinner until the mock responds to %j', async (headers, text, delay) => {
  const mock = await startMock();
  const { outputFiles } = await build({
    stdin: { contents: page(mock.address), resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const script = outputFiles[0]?.text;
  const site = await serveHttp(({ url }, response) =>
    url === '/page.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      : response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>page</title><output></output>'),
  );
  const browser = await chromium.launch(chromiumOptions());
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(0);
    await tab.goto(site.address);
    const seen: { text: string; at: number }[] = await tab.evaluate(
      `import('/page.js').then(({ show }) => show(${JSON.stringify(headers)}))`,
    );
    expect(seen.map((one) => one.text)).toEqual(['loading', text]);
    const [from, until] = seen.map(({ at }) => at);
    // The clocks of two processes may differ by a millisecond.
    expect(Number(until) - Number(from)).toBeGreaterThanOrEqual(delay - 2);
  } finally {
    await browser.close();
  }
});
