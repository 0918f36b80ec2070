import { describe, expectTypeOf, test } from 'vitest';
import type {
  Bodies,
  ErrorCode,
  Failure,
  Inputs,
  Issue,
  Methods,
  OperationId,
  Queries,
  Success,
  VehicleClient,
  VehicleLookup,
  VehicleLookupError,
  Wire,
} from '../src/index.ts';

declare const client: VehicleLookup;
declare const raw: VehicleClient;
declare const vin: string;
declare const carId: number;

describe('the query determines the type of the result', () => {
  test('of every operation', async () => {
    expectTypeOf((await raw.GET('/api/', { params: { query: { vin } } })).data).toEqualTypeOf<
      Bodies['decodeVin'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { vin, allCars: 1 } } })).data).toEqualTypeOf<
      Bodies['decodeVinAll'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, only: 1 } } })).data).toEqualTypeOf<
      Bodies['getVehicle'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, fluids: 1 } } })).data).toEqualTypeOf<
      Bodies['getFluids'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, oemParts: 1 } } })).data).toEqualTypeOf<
      Bodies['getOemParts'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, timeRepair: 1 } } })).data).toEqualTypeOf<
      Bodies['getRepairTimes'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { brands: 1 } } })).data).toEqualTypeOf<
      Bodies['listBrands'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { brand: '', models: 1 } } })).data).toEqualTypeOf<
      Bodies['listModels'] | undefined
    >();
    const query = { brand: '', model: '', variants: 1 } as const;
    expectTypeOf((await raw.GET('/api/', { params: { query } })).data).toEqualTypeOf<
      Bodies['listVariants'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { vin, getEngines: 1 } } })).data).toEqualTypeOf<
      Bodies['getEngines'] | undefined
    >();
  });

  test('with the options of a call', () => {
    const params = { query: { vin } };
    expectTypeOf(raw.call).toBeCallableWith('decodeVin', { vin }, { timeout: 1 });
    raw.GET('/api/', { params, timeout: 1, retry: false, headers: {}, middleware: [] });
    // @ts-expect-error an unknown option
    raw.GET('/api/', { params, timeOut: 1 });
  });

  test('and two operations never have the same query', () => {
    type Shared<K extends keyof Queries> = { [L in Exclude<keyof Queries, K>]: Queries[K] & Queries[L] }[Exclude<
      keyof Queries,
      K
    >];
    expectTypeOf<{ [K in keyof Queries]: Shared<K> }[keyof Queries]>().toBeNever();
  });
});

describe('a call by name', () => {
  test('takes the inputs of the operation, without the selectors and the credentials', () => {
    expectTypeOf<Inputs['getFluids']>().toEqualTypeOf<{ carId: number }>();
    expectTypeOf<Inputs['listVariants']>().toEqualTypeOf<{ brand: string; model: string }>();
  });

  test('returns the body of its operation', async () => {
    expectTypeOf((await raw.call('getFluids', { carId })).data).toEqualTypeOf<Bodies['getFluids'] | undefined>();
    expectTypeOf((await raw.call('listBrands', {})).data).toEqualTypeOf<Bodies['listBrands'] | undefined>();
  });
});

describe('a result', () => {
  test('has either data or an error', async () => {
    const { data, error } = await raw.call('getVehicle', { carId });
    if (error) {
      expectTypeOf(error.success).toEqualTypeOf<false>();
      expectTypeOf(error.message).toBeString();
    } else {
      expectTypeOf(data.data.carId).toBeNumber();
    }
  });

  test('has data only with the success status', async () => {
    const result = await raw.call('getVehicle', { carId });
    if (result.data) expectTypeOf(result.response.status).toEqualTypeOf<200>();
  });
});

describe('a method', () => {
  test('takes the inputs of its operation, followed by options', () => {
    expectTypeOf<Parameters<Methods['listVariants']>[1]>().toEqualTypeOf<string>();
    expectTypeOf<Parameters<Methods['getFluids']>[0]>().toEqualTypeOf<number>();
    expectTypeOf<keyof Methods>().toEqualTypeOf<OperationId>();
  });

  test('returns parsed data and the wire body', async () => {
    const success = await client.getVehicle(1);
    expectTypeOf(success).toEqualTypeOf<Success<'getVehicle'>>();
    expectTypeOf(success.data.carId).toEqualTypeOf<number>();
    expectTypeOf(success.data.powerHpTo).toEqualTypeOf<number | undefined>();
    expectTypeOf(success.raw).toEqualTypeOf<Bodies['getVehicle']>();
    expectTypeOf(success.raw.data.powerHpTo).toEqualTypeOf<number | ''>();
    expectTypeOf(success.issues).toEqualTypeOf<Issue[]>();
    expectTypeOf(success.apiVersion).toEqualTypeOf<string | undefined>();
    expectTypeOf((await client.getFluids(1)).data[0]?.ValueText?.min).toEqualTypeOf<number | undefined>();
  });
});

describe('a failure', () => {
  test('has the body that the document declares for its status', async () => {
    const result = await client.getOemParts(1).safe();
    if (result.ok) return expectTypeOf(result).toEqualTypeOf<Success<'getOemParts'>>();
    expectTypeOf(result).toEqualTypeOf<Failure<'getOemParts'>>();
    expectTypeOf(result.error).toEqualTypeOf<VehicleLookupError>();
    if (result.status === 502) expectTypeOf(result.body).toBeUnknown();
    if (result.status === 403) expectTypeOf(result.body).toEqualTypeOf<Wire.Error>();
    if (result.status === undefined) expectTypeOf(result.body).toBeUnknown();
  });

  test('has the body of a failure, even for a status that only other operations declare', () => {
    const bodyOf = (failure: Failure<'getFluids'>) => {
      if (failure.status === 404) expectTypeOf(failure.body).toEqualTypeOf<Wire.Error>();
      if (failure.status === 403) expectTypeOf(failure.body).toEqualTypeOf<Wire.Error>();
      if (failure.status === 502) expectTypeOf(failure.body).toBeUnknown();
    };
    expectTypeOf(bodyOf).toBeFunction();
  });

  test('has a code that a switch can exhaust', () => {
    const advice = (code: ErrorCode): string => {
      switch (code) {
        case 'bad_request':
        case 'invalid_argument':
        case 'not_found':
          return 'ask differently';
        case 'unauthorized':
        case 'forbidden_by_plan':
        case 'quota_exhausted':
          return 'see the account';
        case 'rate_limited':
        case 'rejected':
        case 'server':
        case 'timeout':
        case 'network':
          return 'ask later';
        case 'invalid_response':
        case 'aborted':
          return 'give up';
        default:
          expectTypeOf(code).toBeNever();
          return code;
      }
    };
    expectTypeOf(advice).returns.toBeString();
  });
});
