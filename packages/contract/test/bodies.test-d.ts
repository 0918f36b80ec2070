import { describe, expectTypeOf, test } from 'vitest';
import type { operations } from '../src/types.gen.ts';

type Id = keyof operations;
type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type Body<K extends Id> = Json<operations[K]['responses'][200]>;
type Envelope<K extends Id> = Exclude<Body<K>, unknown[]>;
type Failures<K extends Id> = Json<operations[K]['responses'][Exclude<keyof operations[K]['responses'], 200>]>;

describe('a 200 body', () => {
  test('exists for every operation', () => {
    expectTypeOf<{ [K in Id]: [Body<K>] extends [never] ? K : never }[Id]>().toBeNever();
  });

  test('of every operation has an envelope with success and data', () => {
    expectTypeOf<Envelope<Id>>().toExtend<{ success: true; data: object }>();
  });

  test('of every operation can be the full envelope', () => {
    type Full<K extends Id> = Extract<Body<K>, { timestamp: string; api_version: string }>;
    expectTypeOf<{ [K in Id]: [Full<K>] extends [never] ? K : never }[Id]>().toBeNever();
  });

  test('differs between operations', () => {
    expectTypeOf<Body<'getFluids'>>().not.toExtend<Body<'getOemParts'>>();
  });

  test('of decodeVin is full, or simplified without a timestamp', () => {
    type Simplified = Exclude<Body<'decodeVin'>, { timestamp: string }>;
    expectTypeOf<Simplified['timestamp']>().toEqualTypeOf<undefined>();
  });

  test('of getFluids can be a bare array', () => {
    expectTypeOf<Extract<Body<'getFluids'>, unknown[]>[number]['ItemMPText']>().toBeString();
  });
});

test('a numeric field of a vehicle is a number or the empty string', () => {
  type Vehicle = Extract<Body<'getVehicle'>, { timestamp: string }>['data'];
  expectTypeOf<Vehicle['kwPowerFrom']>().toEqualTypeOf<number | ''>();
  expectTypeOf<Vehicle['carId']>().toBeNumber();
});

test('every error body has success: false and a message', () => {
  expectTypeOf<{ [K in Id]: Failures<K> }[Id]>().toExtend<{ success: false; message: string }>();
});
