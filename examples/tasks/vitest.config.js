// The tests note what the tasks use of the interface: vehicle-lookup.usage.json.
const usage = '@vehicle-lookup/client/fakes/vitest';

export default { test: { globalSetup: usage, setupFiles: usage } };
