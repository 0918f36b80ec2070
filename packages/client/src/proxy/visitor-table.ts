import { operationTable } from '@vehicle-lookup/contract';

/** The operations as visitors of a proxy may use them: without credentials. */
export const visitorTable: typeof operationTable = { ...operationTable, credentials: [] };
