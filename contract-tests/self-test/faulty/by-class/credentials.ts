import { errorBody } from '@vehicle-lookup/contract';
import { accept, acceptAll, failure, headers, instead, lenient, setAll, status, success } from '../../changes.ts';
import { account, accounts, KEY } from '../../correct-service.ts';
import type { FaultyService, FaultyServices, ResponseChange, ServiceResponse } from '../../service.ts';

/** Looks users up in an object, and takes what every object has for a user without a key. */
const objectOfUsers = (member: string): FaultyService => ({
  says: `takes ${member} for a user without a key`,
  profile: 'deep',
  code: 'missing-credentials',
  change: acceptAll([401], (query) => query.get('user') === member && !query.has('key')),
});

/** Rejects malformed requests of an account as its valid ones. */
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
    says: 'goes on answering when the allowance is exhausted',
    accounts: true,
    code: 'allowance-not-checked',
    change: acceptAll([429]),
  },
  'answer-kept-for-all': {
    says: 'keeps an answer under its query without the credentials, and gives it to anybody',
    code: 'invalid-credentials',
    change: (correct, { query, memory }) => {
      const place = new URLSearchParams([...query].filter(([name]) => !(name in account))).toString();
      if (correct.status === 200) memory.set(place, correct);
      return (memory.get(place) as ServiceResponse | undefined) ?? correct;
    },
  },
  'anything-that-is-there': {
    says: 'takes any credentials that are there',
    code: 'invalid-credentials',
    change: lenient([401], (query) => {
      for (const [name, value] of Object.entries(account)) if (query.get(name)) query.set(name, value);
    }),
  },
  'bad-request-for-missing-credentials': {
    says: 'answers 400 where a credential is missing',
    code: 'missing-credentials',
    change: instead([401], (correct, { query }) =>
      query.get('user') && query.get('key') ? correct : { ...correct, status: 400 },
    ),
  },
  'empty-key': {
    says: 'takes an empty key',
    code: 'missing-credentials',
    change: accept('key', (sent) => sent === ''),
  },
  'empty-user': {
    says: 'takes an empty user',
    code: 'missing-credentials',
    change: accept('user', (sent) => sent === ''),
  },
  'forbidden-for-unauthorized': {
    says: 'answers wrong credentials with 403',
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
    says: 'compares keys without regard to case, as its database does',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent?.toLowerCase() === KEY.toLowerCase()),
  },
  'key-by-its-start': {
    says: 'compares the first eight characters of a key',
    profile: 'deep',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent?.startsWith(KEY.slice(0, 8))),
  },
  'key-in-a-link': {
    says: 'names its own address, key included, in Link',
    operations: ['listVariants'],
    code: 'secret-echoed',
    change: headers(({ query }) => ({ link: `</api/?${query}>; rel="self"` })),
  },
  'key-in-a-success': {
    says: 'repeats the parameters of a request in its answer',
    operations: ['getVehicle'],
    code: 'secret-echoed',
    change: success((body, { query }) => {
      body.request = Object.fromEntries(query);
    }),
  },
  'key-in-an-error': {
    says: 'repeats the query, key included, where nothing is found',
    code: 'secret-echoed',
    change: failure((_, { query }, correct) =>
      correct.status === 404 ? { success: false, message: `Nothing found: /api/?${query}` } : undefined,
    ),
  },
  'key-in-base64': {
    says: 'repeats user and key in a cookie, in base64',
    code: 'secret-echoed',
    change: headers(({ query }) => ({
      'set-cookie': `session=${Buffer.from(`${query.get('user')}:${query.get('key')}`).toString('base64')}`,
    })),
  },
  'key-not-checked': {
    says: 'does not look at the key of a user that it knows',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent),
  },
  'key-of-another-account': {
    says: 'takes any user together with any key',
    accounts: true,
    profile: 'deep',
    code: 'invalid-credentials',
    change: accept('key', (sent) => Object.values(accounts).some(({ key }) => key === sent)),
  },
  'longer-key': {
    says: 'cuts a key that is too long',
    profile: 'deep',
    code: 'invalid-credentials',
    change: accept('key', (sent) => sent?.startsWith(KEY)),
  },
  'no-key-needed': {
    says: 'answers without a key',
    code: 'missing-credentials',
    change: accept('key', (sent) => sent === undefined),
  },
  'no-such-user': {
    says: 'answers 404 for a user that it does not know',
    code: 'invalid-credentials',
    change: instead([401], (correct, { query }) =>
      query.get('user')?.startsWith('no-such') ? { ...correct, status: 404 } : correct,
    ),
  },
  'no-user-needed': {
    says: 'answers without a user',
    code: 'missing-credentials',
    change: accept('user', (sent) => sent === undefined),
  },
  'none-needed': {
    says: 'answers those who send no credentials at all',
    code: 'missing-credentials',
    change: acceptAll([401], (query) => !query.has('user') && !query.has('key')),
  },
  'open-catalogue': {
    says: 'asks for no credentials where the catalogue is listed',
    operations: ['listBrands', 'listModels', 'listVariants'],
    code: 'invalid-credentials',
    change: acceptAll([401]),
  },
  'open-fluids': {
    says: 'has forgotten the credentials of one operation',
    operations: ['getFluids'],
    profile: 'deep',
    code: 'invalid-credentials',
    change: acceptAll([401]),
  },
  'other-words-for-a-plan': {
    says: 'tells in other words that the plan lacks an operation',
    operations: ['getOemParts', 'getRepairTimes'],
    accounts: true,
    code: 'plan-restriction',
    change: instead([403], (correct) => ({ ...correct, body: errorBody('Please upgrade.') })),
  },
  'parameters-first': {
    says: 'looks at the parameters before the credentials',
    code: 'precedence',
    change: instead([401], (correct, { query, correctResponseTo }) => {
      const other = correctResponseTo((own) => setAll(own, account));
      return other.status === 400 && query.has('user') && query.has('key') ? other : correct;
    }),
  },
  'allowance-before-parameters': {
    says: 'looks at the allowance before the parameters',
    accounts: true,
    code: 'precedence',
    change: rejectFirst('exhausted', 429),
  },
  'plan-before-parameters': {
    says: 'looks at the plan before the parameters',
    accounts: true,
    operations: ['getOemParts', 'getRepairTimes'],
    code: 'precedence',
    change: rejectFirst('forbidden', 403),
  },
  'plan-not-checked': {
    says: 'answers an operation that the plan does not include',
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
    says: 'takes the start of a key for the key',
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
    says: 'takes the first of two users',
    profile: 'deep',
    code: 'repeated-parameter',
    change: lenient([401], (query) => query.set('user', query.get('user') ?? '')),
  },
  'wrong-key-repeated': {
    says: 'repeats a wrong key in its rejection',
    code: 'secret-echoed',
    change: failure((_, { query }, correct) =>
      correct.status === 401 ? { success: false, message: `The key ${query.get('key')} is not known.` } : undefined,
    ),
  },
};
