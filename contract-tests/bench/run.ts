import { linkPackages } from '@vehicle-lookup/testing';

// Compares the suite with its peers, which are installed on first use.
linkPackages(import.meta.dirname);
const { measure } = await import('./measure.ts');
process.exitCode = await measure(process.argv.slice(2));
