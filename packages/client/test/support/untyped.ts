import type { OperationId, VehicleClient, VehicleLookup } from '../../src/index.ts';

/** A value of an invalid type, as a program in JavaScript may pass it. */
export const wrong = (value: unknown): never => value as never;

/** The result of a call, whatever its operation. */
interface AnyResult {
  ok: boolean;
  status: number;
  data: object;
  raw: object;
  issues: unknown[];
}

/** A method without the types of its operation. */
export type AnyMethod = (...given: unknown[]) => Promise<AnyResult> & { safe(): Promise<object> };

/** The method of an operation that is known only by its name. */
export const methodOf = (client: VehicleLookup, id: string): AnyMethod =>
  client[id as OperationId] as unknown as AnyMethod;

/** A client of openapi-fetch before the generated types narrow it. */
export interface AnyClient {
  GET(path: string, init: object): Promise<{ data?: unknown }>;
  call(operation: string, inputs: object): Promise<{ data?: unknown }>;
}

export const untyped = (client: VehicleClient): AnyClient => client as unknown as AnyClient;
