// The types of dist/prism-http, which build.ts bundles from `@stoplight/prism-http`.
export { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
