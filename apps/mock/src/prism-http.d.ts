// The types of dist/prism-http, which build.ts bundles from the package of this name.
export { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
