import { env } from 'node:process';

/** The account of all tasks. Without the variables, the tasks call this repository's mock. */
export const account = {
  baseUrl: env.VEHICLE_LOOKUP_BASE_URL ?? 'http://127.0.0.1:4010',
  user: env.VEHICLE_LOOKUP_USER ?? 'demo',
  key: env.VEHICLE_LOOKUP_KEY ?? 'demo',
};
