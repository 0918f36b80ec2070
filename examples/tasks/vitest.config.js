// The tests record in vehicle-lookup.usage.json which parts of the API the tasks use.
const usage = '@vehicle-lookup/client/fakes/vitest';

export default { test: { globalSetup: usage, setupFiles: usage } };
