import { linkPackages } from '@vehicle-lookup/testing/scripts';

// The suite against its peers, which are installed on first use.
console.error('installing the peers, when they are not installed yet (npm ci, about 240 MB, no scripts)');
linkPackages(import.meta.dirname);
const { measure } = await import('./measure.ts');
process.exitCode = await measure(process.argv.slice(2));
