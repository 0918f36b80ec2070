import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createVehicleLookup } from '../src/index.ts';
import { answering, serve } from './support/service.ts';

// Faults of existing clients of similar APIs. The naive client reproduces these faults.

interface Client {
  fluids(carId: number): Promise<unknown>;
  vehicle(carId: number): Promise<unknown>;
  times(carId: number): Promise<unknown>;
}
type Key = string | (() => string);
type Make = (baseUrl: string, key: Key) => Client;

const naive: Make = (baseUrl, key) => {
  class LookupError extends Error {
    response: Response;
    constructor(response: Response) {
      super(`Request failed with status ${response.status}: ${response.url}`);
      this.response = response;
    }
  }
  const get = async (query: string): Promise<{ data: never }> => {
    const secret = typeof key === 'function' ? key() : key;
    const response = await fetch(`${baseUrl}/api/?user=demo&key=${secret}&${query}`);
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after'));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return get(query);
    }
    if (response.status >= 500) throw new TypeError('Invalid carId');
    if (!response.ok) throw new LookupError(response);
    return response.json();
  };
  return {
    fluids: async (carId) => {
      const { data } = await get(`carId=${carId}&fluids=1`);
      return { data: Array.isArray(data) ? data : [] };
    },
    vehicle: async (carId) => {
      const data: { carId?: string } = (await get(`carId=${carId}&only=1`)).data;
      return { data: { ...data, carId: Number(data.carId ?? 0) } };
    },
    times: async (carId) => {
      const data: { hours: string | number }[] = (await get(`carId=${carId}&timeRepair=1`)).data;
      return { data: data.map(({ hours }) => ({ hours: Number(hours) })) };
    },
  };
};

const ours: Make = (baseUrl, key) => {
  const client = createVehicleLookup({ baseUrl, user: 'demo', key, retry: { delay: 1 } });
  return {
    fluids: (carId) => client.getFluids(carId),
    vehicle: (carId) => client.getVehicle(carId),
    times: (carId) => client.getRepairTimes(carId),
  };
};

const KEY = 'canary-key-of-the-field';
const envelope = { success: true, timestamp: '2025-07-02T22:37:25+00:00', api_version: '2.0' };
const settled = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  ) as Promise<{ value?: { data: unknown }; error?: Error & { code?: string } }>;

/** Returns a description of the fault; undefined if the client does not have the fault. */
type Fault = (make: Make) => Promise<string | undefined>;
const at = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
  let requests = 0;
  const baseUrl = await serve((request, response) => {
    requests += 1;
    // Stops a client that would repeat requests endlessly.
    const answer = requests > 3 ? answering(200, { ...envelope, data: [] }) : answering(status, body, headers);
    answer(request, response);
  });
  return { baseUrl, requests: () => requests };
};

const hoursOf = async (hours: string) => (await at(200, { ...envelope, data: [{ workname: 'a', hours }] })).baseUrl;

const faults: Record<string, Fault> = {
  'a Retry-After of 30 days overflows the timer, and requests are repeated immediately': async (make) => {
    const { baseUrl, requests } = await at(429, { success: false, message: 'no' }, { 'retry-after': '2592000' });
    await settled(make(baseUrl, KEY).fluids(1));
    return requests() > 1 ? `${requests()} requests` : undefined;
  },
  'the error of a 401 contains the key': async (make) => {
    const { baseUrl } = await at(401, { success: false, message: 'no' });
    const { error } = await settled(make(baseUrl, KEY).fluids(1));
    return inspect(error, { depth: Infinity, showHidden: true, getters: true }).includes(KEY) ? 'key shown' : undefined;
  },
  'a list of the wrong type becomes an empty list': async (make) => {
    const { baseUrl } = await at(200, { ...envelope, data: { rows: [] } });
    const { error } = await settled(make(baseUrl, KEY).fluids(1));
    return error ? undefined : 'no error';
  },
  'a missing carId becomes 0': async (make) => {
    const { baseUrl } = await at(200, { ...envelope, data: { make: 'VW' } });
    const { value } = await settled(make(baseUrl, KEY).vehicle(1));
    return value ? inspect(value.data) : undefined;
  },
  'a decimal comma becomes NaN': async (make) => {
    const { baseUrl } = await at(200, { ...envelope, data: [{ workname: 'a', partname: 'b', hours: '1,6' }] });
    const { value } = await settled(make(baseUrl, KEY).times(1));
    return JSON.stringify(value?.data).includes('"hours":1.6') ? undefined : inspect(value);
  },
  'the timestamp and version of a response are dropped': async (make) => {
    const { baseUrl } = await at(200, { ...envelope, data: [] });
    const { value } = await settled(make(baseUrl, KEY).fluids(1));
    return inspect(value).includes(envelope.timestamp) ? undefined : inspect(value);
  },
  'a bare list of fluids is lost': async (make) => {
    const { baseUrl } = await at(200, [{ ItemMPText: 'Oil' }]);
    const { value } = await settled(make(baseUrl, KEY).fluids(1));
    return JSON.stringify(value?.data) !== '[]' ? undefined : 'nothing left';
  },
  'a server error is reported as a caller error': async (make) => {
    const { baseUrl } = await at(500, { success: false, message: 'no' });
    const { error } = await settled(make(baseUrl, KEY).fluids(1));
    return error instanceof TypeError ? error.message : undefined;
  },
  'a failure with status 200 is treated as data': async (make) => {
    const { baseUrl } = await at(200, { success: false, message: 'Quota exceeded.' });
    const { error } = await settled(make(baseUrl, KEY).fluids(1));
    return error?.message.includes('Quota exceeded.') ? undefined : 'no error';
  },
  'an ambiguous number such as 1.234 is parsed': async (make) => {
    const { value } = await settled(make(await hoursOf('1.234'), KEY).times(1));
    return JSON.stringify(value?.data).includes('"hours"') ? inspect(value?.data) : undefined;
  },
  'a number loses precision': async (make) => {
    const { value } = await settled(make(await hoursOf('12345678901234567890'), KEY).times(1));
    return JSON.stringify(value?.data).includes('"hours":1234') ? inspect(value?.data) : undefined;
  },
  'one invalid record invalidates the whole list': async (make) => {
    const { baseUrl } = await at(200, { ...envelope, data: [{ workname: 'a', hours: '1' }, null] });
    const { value, error } = await settled(make(baseUrl, KEY).times(1));
    return JSON.stringify(value?.data)?.includes('"hours":1') ? undefined : inspect(error);
  },
  'a request is repeated immediately and endlessly after a 429 without Retry-After': async (make) => {
    const { baseUrl, requests } = await at(429, { success: false, message: 'no' });
    await settled(make(baseUrl, KEY).fluids(1));
    return requests() > 3 ? `${requests()} requests` : undefined;
  },
  'a request is repeated although RateLimit states an exhausted allowance': async (make) => {
    const { baseUrl, requests } = await at(429, { success: false }, { ratelimit: '"plan";r=0;t=86400' });
    await settled(make(baseUrl, KEY).fluids(1));
    return requests() > 1 ? `${requests()} requests` : undefined;
  },
  'a failure with status 200 is treated as data if its mark is a string': async (make) => {
    const { baseUrl } = await at(200, { success: 'false', message: 'Quota exceeded.' });
    const { error } = await settled(make(baseUrl, KEY).fluids(1));
    return error?.message.includes('Quota exceeded.') ? undefined : 'no error';
  },
  'the error of a 502 does not contain the status': async (make) => {
    const { baseUrl } = await at(502, '<p>bad gateway');
    const { error } = await settled(make(baseUrl, KEY).fluids(1));
    return (error as { status?: number }).status === 502 ? undefined : inspect(error);
  },
  'an error in a JSON log lacks its message': async (make) => {
    const { baseUrl } = await at(401, { success: false, message: 'Unknown user.' });
    const { error } = await settled(make(baseUrl, KEY).fluids(1));
    return JSON.stringify(error).includes('Unknown user.') ? undefined : JSON.stringify(error);
  },
  'an invalid carId is sent and may be charged': async (make) => {
    const { baseUrl, requests } = await at(200, { ...envelope, data: [] });
    const { error } = await settled(make(baseUrl, KEY).fluids(0));
    return requests() === 0 && error?.message.includes('got 0') ? undefined : `${requests()} requests`;
  },
  'a single failure of the key function ends the call': async (make) => {
    const { baseUrl } = await at(200, { ...envelope, data: [{ ItemMPText: 'Oil' }] });
    let calls = 0;
    const key = () => {
      if (calls++ === 0) throw new Error('vault sealed');
      return KEY;
    };
    const { error } = await settled(make(baseUrl, key).fluids(1));
    return error ? inspect(error) : undefined;
  },
  'the cause of a network error is dropped or contains the URL': async (make) => {
    const { error } = await settled(make('http://127.0.0.1:1', KEY).fluids(1));
    return error?.code === 'network' && error.cause ? undefined : inspect(error);
  },
};

describe.each(Object.entries(faults))('%s', (_, fault) => {
  test('occurs in a naive client', async () => {
    expect(await fault(naive)).toEqual(expect.any(String));
  });

  test('does not occur in this client', async () => {
    expect(await fault(ours)).toBeUndefined();
  });
});
