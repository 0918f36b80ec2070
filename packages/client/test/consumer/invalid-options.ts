// Invalid options that a consumer may pass by mistake. The compiler messages contain readable type names.
import { createVehicleLookup } from '@vehicle-lookup/client';

const account = { baseUrl: 'https://vehicles.example.com', user: 'me' } as const;

// expect: Type 'number' is not assignable to type 'string | (() => string | Promise<string>)
export const wrongKey: unknown = createVehicleLookup({ ...account, key: 7 });

// expect: 'retries' does not exist in type 'ClientOptions & Credentials & PassedOnOptions'
export const unknownOption: unknown = createVehicleLookup({ ...account, key: 'k', retries: 3 });
