import { errorBody } from '@vehicle-lookup/contract';
import { accept, acceptAll, failure, headers, instead, lenient, setAll, status, success } from '../../changes.ts';
import { account, accounts, KEY } from '../../correct-service.ts';
import type { FaultyService, FaultyServices, ResponseChange, ServiceResponse } from '../../service.ts';

/** Creates a service that looks up users in an object and accepts an object property as a user without a key. */
const objectOfUsers = (member: string): FaultyService => ({
  says: `accepts ${member} as a user without a key`,
  profile: 'deep',
  code: 'missing-credentials',
  change: acceptAll([401], (query) => query.get('user') === member && !query.has('key')),
});

/** Rejects malformed requests from an account with the same status as its valid requests. */
const rejectFirst = (name: keyof typeof accounts, status: number): ResponseChange =>
  instead([400], (correct, { query }) =>
    query.get('user') === accounts[name].user
      ? { ...correct, status, body: errorBody('This is not available in your plan.') }
      : correct,
  );

export const faults: FaultyServices = {
  'user-constructor': objectOfUsers('constructor'),
  'user-proto': objectOfUsers('__proto__'),
  'allowance-not-checked': {
    says: 'returns data although the allowance is exhausted',
    accounts: true,
    code: 'allowance-not-checked',
    change: acceptAll([429]),
  },
  'answer-kept-for-all': {
    says: 'caches responses by query without credentials and returns them to every caller',
    code: 'invalid-credentials',
    change: (correct, { query, memory }) => {
      const place = new URLSearchParams([...query].filter(([name]) => !(name in account))).toString();
      if (correct.status === 200) memory.set(place, correct);
      return (memory.get(place) as ServiceResponse | undefined) ?? correct;
    },
  },
  'anything-that-is-there': {
    says: 'accepts any non-empty credentials',
    code: 'invalid-credentials',
    change: lenient([401], (query) => {
      for (const [name, value] of Object.entries(account)) if (query.get(name)) query.set(name, value);
    }),
  },
  'bad-request-for-missing-credentials': {
    says: 'returns 400 if a credential is missing',
    code: 'missing-credentials',
    change: instead([401], (correct, { query }) =>
      query.get('user') && query.get('key') ? correct : { ...correct, status: 400 },
    ),
  },
  'empty-key': {
    says: 'accepts an empty key',
    code: 'missing-credentials',
    change: accept('key', (sent) => sent === ''),
  },
  'empty-user': {
    says: 'accepts an empty user',
    code: 'missing-credentials',
    change: accept('user', (sent) => sent === ''),
  },
  'forbidden-for-unauthorized': {
    says: 'returns 403 for invalid credentials',
    profile: 'deep',
    code: 'invalid-credentials',
    change: status(401, 403),
  },
  'key-as-html': {
    says: 'repeats the key in HTML entities',
    operations: ['listModels'],
    code: 'secret-echoed',
    change: failure((_, { query }) => ({
      success: false,
      message: `<q>${(query.get('key') ?? '').replace(/[^a-z]/gi, (own) => `&#${own.charCodeAt(0)};`)}</q>`,
    })),
  },
  'key-by-any-case': {
    says: 'compares keys case-insensitively, as its database does',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent?.toLowerCase() === KEY.toLowerCase()),
  },
  'key-by-its-start': {
    says: 'compares only the first eight characters of a key',
    profile: 'deep',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent?.startsWith(KEY.slice(0, 8))),
  },
  'key-in-a-link': {
    says: 'sends its own URL, including the key, in Link',
    operations: ['listVariants'],
    code: 'secret-echoed',
    change: headers(({ query }) => ({ link: `</api/?${query}>; rel="self"` })),
  },
  'key-in-a-success': {
    says: 'repeats the request parameters in its response',
    operations: ['getVehicle'],
    code: 'secret-echoed',
    change: success((body, { query }) => {
      body.request = Object.fromEntries(query);
    }),
  },
  'key-in-an-error': {
    says: 'repeats the query, including the key, if nothing is found',
    code: 'secret-echoed',
    change: failure((_, { query }, correct) =>
      correct.status === 404 ? { success: false, message: `Nothing found: /api/?${query}` } : undefined,
    ),
  },
  'key-in-base64': {
    says: 'repeats the user and the key in a base64 cookie',
    code: 'secret-echoed',
    change: headers(({ query }) => ({
      'set-cookie': `session=${Buffer.from(`${query.get('user')}:${query.get('key')}`).toString('base64')}`,
    })),
  },
  'key-not-checked': {
    says: 'does not check the key of an existing user',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent),
  },
  'key-of-another-account': {
    says: "accepts a user with another account's key",
    accounts: true,
    profile: 'deep',
    code: 'invalid-credentials',
    change: accept('key', (sent) => Object.values(accounts).some(({ key }) => key === sent)),
  },
  'longer-key': {
    says: 'truncates a key that is too long',
    profile: 'deep',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent?.startsWith(KEY)),
  },
  'no-key-needed': {
    says: 'returns data without a key',
    code: 'missing-credentials',
    change: accept('key', (sent) => sent === undefined),
  },
  'no-such-user': {
    says: 'returns 404 for an unknown user',
    code: 'invalid-credentials',
    change: instead([401], (correct, { query }) =>
      query.get('user')?.startsWith('no-such') ? { ...correct, status: 404 } : correct,
    ),
  },
  'no-user-needed': {
    says: 'returns data without a user',
    code: 'missing-credentials',
    change: accept('user', (sent) => sent === undefined),
  },
  'none-needed': {
    says: 'returns data without any credentials',
    code: 'missing-credentials',
    change: acceptAll([401], (query) => !query.has('user') && !query.has('key')),
  },
  'open-catalogue': {
    says: 'does not require credentials for the catalogue',
    operations: ['listBrands', 'listModels', 'listVariants'],
    code: 'invalid-credentials',
    change: acceptAll([401]),
  },
  'open-fluids': {
    says: 'does not check the credentials in one operation',
    operations: ['getFluids'],
    profile: 'deep',
    code: 'invalid-credentials',
    change: acceptAll([401]),
  },
  'other-words-for-a-plan': {
    says: 'uses a different message for an operation outside the plan',
    operations: ['getOemParts', 'getRepairTimes'],
    accounts: true,
    code: 'plan-restriction',
    change: instead([403], (correct) => ({ ...correct, body: errorBody('Please upgrade.') })),
  },
  'parameters-first': {
    says: 'checks the parameters before the credentials',
    code: 'precedence',
    change: instead([401], (correct, { query, correctResponseTo }) => {
      const other = correctResponseTo((own) => setAll(own, account));
      return other.status === 400 && query.has('user') && query.has('key') ? other : correct;
    }),
  },
  'allowance-before-parameters': {
    says: 'checks the allowance before the parameters',
    accounts: true,
    code: 'precedence',
    change: rejectFirst('exhausted', 429),
  },
  'plan-before-parameters': {
    says: 'checks the plan before the parameters',
    accounts: true,
    operations: ['getOemParts', 'getRepairTimes'],
    code: 'precedence',
    change: rejectFirst('forbidden', 403),
  },
  'plan-not-checked': {
    says: 'returns data from an operation that the plan does not include',
    operations: ['getOemParts', 'getRepairTimes'],
    accounts: true,
    code: 'plan-not-checked',
    change: acceptAll([403]),
  },
  'rejection-in-a-success': {
    says: 'rejects credentials with status 200',
    code: 'invalid-credentials',
    change: status(401, 200),
  },
  'start-of-the-key': {
    says: 'accepts the beginning of a key',
    profile: 'deep',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent && KEY.startsWith(sent)),
  },
  'user-not-checked': {
    says: 'checks only the key',
    code: 'invalid-credentials',
    change: accept('user', (sent) => sent),
  },
  'user-repeated': {
    says: 'accepts the first of two users',
    profile: 'deep',
    code: 'repeated-parameter',
    change: lenient([401], (query) => query.set('user', query.get('user') ?? '')),
  },
  'wrong-key-repeated': {
    says: 'repeats an invalid key in its rejection',
    code: 'secret-echoed',
    change: failure((_, { query }, correct) =>
      correct.status === 401 ? { success: false, message: `The key ${query.get('key')} is not known.` } : undefined,
    ),
  },
};
