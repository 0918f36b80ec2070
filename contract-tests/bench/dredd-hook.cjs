const { readFileSync } = require('node:fs');
const hooks = require('hooks');

/** @type {import('./probes.ts').Probe[]} */
const probes = JSON.parse(readFileSync(process.env.DREDD_PROBES, 'utf8'));

// Every documented response is requested with the first matching probe. A response without a matching probe is skipped.
hooks.beforeEach((transaction, done) => {
  const operation = transaction.fullPath.slice(1).split('?')[0];
  const probe = probes.find(
    (own) => own.operation === operation && String(own.status) === transaction.expected.statusCode,
  );
  if (probe) transaction.fullPath = `/${operation}?${new URLSearchParams(probe.query)}`;
  else transaction.skip = true;
  done();
});
