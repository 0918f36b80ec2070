// The tests record the parts of the API that the tasks use in vehicle-lookup.usage.json.
const usage = '@vehicle-lookup/client/fakes/vitest';

export default { test: { globalSetup: usage, setupFiles: usage } };
