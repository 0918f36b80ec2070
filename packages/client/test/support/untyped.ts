import type { OperationId, VehicleClient, VehicleLookup } from '../../src/index.ts';

/** Returns a value as an invalid type, as a JavaScript program may pass it. */
export const wrong = (value: unknown): never => value as never;

/** The result of a call of any operation. */
interface AnyResult {
  ok: boolean;
  status: number;
  data: object;
  raw: object;
  issues: unknown[];
}

/** A method without the types of its operation. */
export type AnyMethod = (...given: unknown[]) => Promise<AnyResult> & { safe(): Promise<object> };

/** Returns the method of an operation by name. */
export const methodOf = (client: VehicleLookup, id: string): AnyMethod =>
  client[id as OperationId] as unknown as AnyMethod;

/** A client of openapi-fetch without the generated types. */
export interface AnyClient {
  GET(path: string, init: object): Promise<{ data?: unknown }>;
  call(operation: string, inputs: object): Promise<{ data?: unknown }>;
}

export const untyped = (client: VehicleClient): AnyClient => client as unknown as AnyClient;
