import { operationTable } from '@vehicle-lookup/operations';

/** The operations as visitors of a proxy may use them: without credentials. */
export const visitorTable: typeof operationTable = { ...operationTable, credentials: [] };
