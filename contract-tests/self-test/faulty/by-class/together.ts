import { errorBody } from '@vehicle-lookup/contract';
import { type AnyBody, eachRecord, failure, headers, instead, success } from '../../changes.ts';
import type { FaultyService, FaultyServices, ResponseChange, ServiceRequest } from '../../service.ts';

/** Faults that a single response cannot show. */
export const faults: FaultyServices = {
  ...ofVehicle('make', () => 'Lada'),
  ...ofVehicle('model', () => 'Niva'),
  ...ofVehicle('year', (year) => String(Number(year) - 1)),
  ...ofVehicle('yearEnd', () => '2031'),
  ...ofOwnValue('getVehicle', [400]),
  ...ofOwnValue('getFluids'),
  ...ofOwnValue('getOemParts'),
  ...ofOwnValue('getRepairTimes'),
  ...ofOwnValue('listModels'),
  ...ofOwnValue('listVariants'),
  ...secondTime('in-capitals', 'writes names in upper case when a request is repeated', (text) => text.toUpperCase()),
  ...secondTime('with-a-counter', 'counts its responses in a name', (text) => `${text} 2`),
  ...secondTime('cut', 'truncates a string when a request is repeated', (text) => text.slice(0, 1)),
  'empty-the-second-time': warning('changed-response', {
    says: 'sends an empty list when a request is repeated',
    change: again((body) =>
      Array.isArray(body.data) ? { ...body, data: [] } : changeText(body, (text) => `${text}!`),
    ),
  }),
  'one-etag-for-all': warning('same-etag', {
    says: 'sends the same ETag with different content',
    change: (correct, request) => {
      const changed = again((body) => changeText(body, (text) => `${text} 2`))(correct, request);
      return 'raw' in Object(changed) || changed === 'silence'
        ? changed
        : headers(() => ({ etag: '"v1"' }))(changed as typeof correct, request);
    },
  }),
  'rejections-kept-by-address': {
    says: 'caches rejections by URL without the credentials',
    code: 'cached-rejection',
    clause: 'service.5a',
    change: (correct, request) => {
      const { memory, method } = request;
      const address = `rejected ${addressOf(request)}`;
      if (correct.status === 401) memory.set(address, correct);
      const isKept = method === 'GET' && correct.status === 200 && memory.has(address);
      return isKept ? (memory.get(address) as typeof correct) : correct;
    },
  },
  'locked-by-one-rejection': {
    says: 'rejects all callers after a request without a key',
    code: 'cached-rejection',
    change: (correct, { query, memory }) => {
      if (!query.has('key')) memory.set('locked', true);
      return memory.has('locked') ? { ...correct, status: 401, body: errorBody('Not authorized.') } : correct;
    },
  },
  ...ofVersion('listBrands', '2.1'),
  ...ofVersion('getVehicle', '1.9'),
  ...ofVersion('getEngines', '3'),
  ...ofVersion('listVariants', 'v2'),
  ...ofVersion('getFluids', '2.0.1'),
  ...ofVersion('decodeVinAll', '2'),
  'version-of-errors': warning('two-versions', {
    says: 'has a different api_version in errors',
    change: failure((body) => ({ ...body, api_version: '1.0' })),
  }),
  'clock-of-the-start': warning('clock-stands-still', {
    says: 'writes the time of its first response into all responses',
    secondsPerRequest: 1,
    change: success((body, { memory }) => {
      if (!memory.has('timestamp')) memory.set('timestamp', body.timestamp);
      return { ...body, timestamp: memory.get('timestamp') };
    }),
  }),
  'clock-of-minutes': warning('clock-stands-still', {
    says: 'writes times without seconds',
    secondsPerRequest: 1,
    change: success((body) => ({ ...body, timestamp: body.timestamp.replace(/:\d\d\+/, ':00+') })),
  }),
  ...localTime('two-hours-early', 2),
  ...localTime('half-past', 5.5),
  ...localTime('eight-hours-late', -8),
  'names-the-user': warning('tells-users-apart', {
    says: 'reveals whether the user or the key is invalid',
    change: failure((_, { query }, { status }) =>
      status === 401 ? errorBody(query.get('user') === 'contract-tester' ? 'Wrong key.' : 'No such user.') : undefined,
    ),
  }),
  'counts-attempts': warning('tells-users-apart', {
    says: 'reports the remaining attempts only for an existing user',
    change: failure((body, { query }, { status }) =>
      status === 401 && query.get('user') === 'contract-tester' && query.get('key')
        ? errorBody(`${body.message} Some attempts are left.`)
        : undefined,
    ),
  }),
  ...withHeader('public-cache', 'may-be-cached', 'cache-control', 'public, max-age=3600'),
  ...withHeader('public-cache', 'may-be-cached-by-proxies', 'cache-control', 'max-age=0, s-maxage=600'),
  ...withHeader('internals-in-headers', 'framework', 'x-powered-by', 'PHP/7.4.3'),
  ...withHeader('internals-in-headers', 'framework-version', 'x-aspnet-version', '4.0.30319'),
  ...withHeader('internals-in-headers', 'debugger', 'x-debug-token', 'f81d4f'),
  ...withHeader('internals-in-headers', 'inner-server', 'x-backend-server', 'db-7'),
  ...withHeader('internals-in-headers', 'inner-address', 'via', '1.1 10.0.3.17'),
  ...withHeader('internals-in-headers', 'inner-name', 'server', 'vehicles-3.internal'),
  'any-origin-with-credentials': warning('open-cors', {
    says: 'allows pages from any origin to send credentials',
    change: headers(() => ({ 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' })),
  }),
  'not-modified-unasked': {
    says: 'returns 304 although the request is not conditional',
    operations: ['listBrands'],
    code: 'status',
    change: instead([200], () => ({ status: 304, headers: { etag: '"v1"' }, body: '' })),
  },
  ...allowance('x-ratelimit', { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' }),
  ...allowance('ratelimit', { 'ratelimit-limit': '250', 'ratelimit-remaining': '249', 'ratelimit-reset': '600000' }),
  'no-response-to-wrong-vins': {
    says: 'never responds to a malformed VIN',
    incomplete: 'a request without a response is not judged',
    change: instead([400], (correct, { query }) => (query.has('vin') ? 'silence' : correct)),
  },
};

type Difference = Pick<FaultyService, 'says' | 'change' | 'operations' | 'secondsPerRequest'>;

/** Creates a fault beyond the contract, which is reported as a warning. */
function warning(code: string, difference: Difference): FaultyService {
  return { ...difference, code, strict: true };
}

/** Creates services in which a vehicle field differs between operations. */
function ofVehicle(field: string, change: (value: string) => string): FaultyServices {
  return Object.fromEntries(
    ['getVehicle', 'decodeVinAll'].map((operation): [string, FaultyService] => [
      `${field}-differs-in-${operation}`,
      {
        says: `returns a ${field} for a vehicle in ${operation} that differs from decodeVin`,
        operations: [operation],
        code: 'meaning',
        clause: 'service.5b',
        change: eachRecord((vehicle) => {
          vehicle[field] = change(vehicle[field]);
        }),
      },
    ]),
  );
}

/** Creates services that reject a value from another operation as unknown or as malformed. */
function ofOwnValue(operation: string, statuses = [404, 400]): FaultyServices {
  return Object.fromEntries(
    statuses.map((status): [string, FaultyService] => [
      `rejects-in-${operation}-with-${status}`,
      {
        says: `returns ${status} from ${operation} for a value that another operation returned`,
        operations: [operation],
        code: status === 404 ? 'no-entries' : 'status',
        change: instead([200], (correct) => ({ ...correct, status, body: errorBody('Nothing was found.') })),
      },
    ]),
  );
}

const addressOf = ({ path, query }: ServiceRequest): string =>
  `${path}?${[...query].filter(([name]) => name !== 'user' && name !== 'key').join('&')}`;

/** Changes the body of a success when the same request is repeated. */
function again(change: (body: AnyBody) => unknown): ResponseChange {
  return success((body, request) => {
    const address = addressOf(request);
    const isAgain = request.memory.has(address);
    request.memory.set(address, true);
    return isAgain ? change(body) : body;
  });
}

const NAMES = ['description', 'name', 'typeName', 'workname', 'ItemMPText', 'shortname', 'Description'];

/** Changes the first string of the first record. */
function changeText(body: AnyBody, change: (text: string) => string): AnyBody {
  const [record] = [body.data].flat();
  const name = NAMES.find((one) => typeof record[one] === 'string' && record[one] !== '');
  if (name !== undefined) record[name] = change(record[name]);
  return body;
}

function secondTime(name: string, says: string, change: (text: string) => string): FaultyServices {
  return {
    [`second-time-${name}`]: warning('changed-response', { says, change: again((body) => changeText(body, change)) }),
  };
}

function ofVersion(operation: string, version: string): FaultyServices {
  return {
    [`version-${version}-of-${operation}`]: warning('two-versions', {
      says: `sends api_version ${version} only in ${operation}`,
      operations: [operation],
      change: success((body) => ({ ...body, api_version: version })),
    }),
  };
}

function localTime(name: string, hours: number): FaultyServices {
  return {
    [`time-${name}`]: warning('local-time', {
      says: `writes a local time ${hours} hours from UTC as UTC`,
      change: success((body) => {
        const local = new Date(Date.now() + hours * 3_600_000).toISOString();
        return { ...body, timestamp: local.replace(/\.\d+Z$/, '+00:00') };
      }),
    }),
  };
}

function withHeader(code: string, name: string, header: string, value: string): FaultyServices {
  return {
    [`header-${name}`]: warning(code, {
      says: `sends ${header}: ${value}`,
      change: headers(() => ({ [header]: value })),
    }),
  };
}

/** Creates a service that states an allowance and never decreases it. */
function allowance(name: string, sent: Record<string, string>): FaultyServices {
  return {
    [`nothing-charged-by-${name}`]: {
      says: `never decreases the allowance stated in ${name} headers`,
      code: 'charging',
      change: headers((_, { status }): Record<string, string> => (status === 200 ? sent : {})),
    },
  };
}
