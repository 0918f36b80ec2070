/** What an engineer on call has to know about an error that the document cannot say. */
export interface Advice {
  id: string;
  title: string;
  status: string;
  /** Names of the error's examples in the document. */
  examples: readonly string[];
  /** The assumption that describes it. */
  assumption?: string;
  means: string;
  todo: readonly string[];
  never: readonly string[];
  /** Further words that the search takes for it. */
  keywords: readonly string[];
}

export const ADVICE: readonly Advice[] = [
  {
    id: 'bad-request',
    title: 'The request is wrong',
    status: '400',
    examples: [
      'several-selectors',
      'selector-value',
      'missing-selector',
      'unknown-parameter',
      'foreign-parameter',
      'repeated-parameter',
      'missing-parameter',
      'malformed-parameter',
    ],
    means:
      'A parameter is missing, or the VIN is invalid. Assumed: also a parameter that is unknown, sent twice or otherwise malformed, and several selectors. The text of the reply may say what was expected.',
    todo: [
      'Read the text of the reply.',
      'Compare the request with the page of the operation, or enter it under *Try it*.',
    ],
    never: ['Do not send the same request again: the reply will be the same.'],
    keywords: ['invalid', 'missing', 'parameter'],
  },
  {
    id: 'unauthorized',
    title: 'Credentials are missing or wrong',
    status: '401',
    examples: ['missing-credentials', 'invalid-credentials'],
    means: 'The user or the key is missing, empty or wrong. Assumed: also one that is sent twice.',
    todo: [
      'Check that both parameters are in the query, each once, and percent-encoded: `+` in a key must be sent as `%2B`.',
      'Check that the key belongs to this user and to this service, and that it was not replaced.',
      'Pause every program that uses this account until the cause is known.',
    ],
    never: [
      'Do not retry. A service may lock a user out after some wrong keys; the reference service does.',
      'Do not write the address of a request to a log or a ticket: it contains the key.',
    ],
    keywords: ['unauthorized', 'credentials', 'key', 'user'],
  },
  {
    id: 'lock-out',
    title: 'The user is locked out',
    status: '401',
    examples: [],
    assumption: 'lock-out',
    means:
      'Too many wrong keys were sent for this user. Until the lock-out ends, the reply is 401 also for the right key, with `Retry-After`.',
    todo: [
      'Find the program that sends the wrong key, and stop it.',
      'Wait as long as `Retry-After` says (seconds, or a date), then send one request.',
    ],
    never: ['Do not try other keys, and do not retry before `Retry-After` has passed: the lock-out may grow longer.'],
    keywords: ['lock-out', 'lockout', 'locked'],
  },
  {
    id: 'plan',
    title: 'The plan does not include the operation',
    status: '403',
    examples: ['plan-restriction'],
    assumption: 'plan-restriction',
    means: 'Assumed: the credentials are right, but the plan of the account does not include this operation.',
    todo: [
      'Use another operation, or change the plan.',
      'Treat the operation as unavailable for this account, without an alarm.',
    ],
    never: ['Do not retry: only another plan changes the reply.'],
    keywords: ['forbidden', 'plan', 'subscription'],
  },
  {
    id: 'not-found',
    title: 'No data',
    status: '404',
    examples: ['vin-not-found', 'vehicle-not-found', 'brand-not-found', 'model-not-found', 'brands-not-found'],
    assumption: 'not-found',
    means:
      'The service has no data for this VIN: an answer, not a failure. Assumed: also for a carId, a brand or a model that it does not know.',
    todo: [
      'Show “not found” to the user.',
      'If every request gets 404, check the path: its base address may be wrong. Mock and reference service then reply `There is nothing at this path`; a reply that is not JSON comes from another server.',
    ],
    never: ['Do not retry at once.', 'Do not raise an alarm for single replies.'],
    keywords: ['unknown'],
  },
  {
    id: 'quota',
    title: 'The allowance is exhausted',
    status: '429',
    examples: ['allowance-exhausted'],
    assumption: 'weekly-window',
    means:
      'The consultations of the plan are used up. The allowance is counted over a rolling window (its length: Start, Limits): it grows again as old requests leave it.',
    todo: [
      'Stop batches and background work of this account.',
      'Wait as long as `Retry-After` says (seconds, or a date); it may be days.',
      'Without the header, wait a second and send one request. Another 429 means the allowance, not the pace: ask for a larger plan.',
      'Look for a loop: which program used the allowance?',
    ],
    never: [
      'Do not retry every few seconds: nothing changes until the window moves.',
      'Do not spread the work over more accounts.',
    ],
    keywords: ['quota', 'allowance', 'exhausted', 'limit', 'rate'],
  },
  {
    id: 'burst',
    title: 'Too many requests in one second',
    status: '429',
    examples: ['burst-limit'],
    assumption: 'burst',
    means:
      'Any service may limit this, with numbers of its choice. More requests arrived within a second than the plan allows. The allowance is not exhausted, and the next second is free again.',
    todo: [
      'Wait as long as `Retry-After` says (seconds, or a date), then go on with fewer requests at once.',
      'Limit the number of parallel requests.',
    ],
    never: ['Do not retry all requests at the same moment: add a random delay.'],
    keywords: ['burst', 'second', 'parallel', 'rate'],
  },
  {
    id: 'server-error',
    title: 'The service failed',
    status: '500',
    examples: ['server-error'],
    assumption: 'other-statuses',
    means:
      'The service could not answer a correct request. Assumed: a proxy before it may answer 502, 503 or 504 instead, with HTML or without a body: do the same then.',
    todo: [
      'Retry after a growing delay, at most a few times.',
      'If it lasts, report the time, the operation, the parameters without user and key, and the `X-Request-Id` of the reply if it has one.',
    ],
    never: ['Do not retry without a limit.', 'Do not report the whole address: it contains the key.'],
    keywords: ['server', 'failure', 'down'],
  },
  {
    id: 'search-limit',
    title: 'Too many searches at once',
    status: '429',
    examples: ['search-limit'],
    means:
      'A part of a VIN can match very many vehicles. An account may run only some of these searches (decodeVinAll and getEngines) at once.',
    todo: ['Wait for a search to end, then send the next one.', 'Give more characters of the VIN.'],
    never: ['Do not end a search early to begin another one: the work goes on for a moment.'],
    keywords: ['search', 'parallel'],
  },
  {
    id: 'method',
    title: 'The method is not supported',
    status: '405',
    examples: ['method-not-allowed'],
    assumption: 'options',
    means: 'Every operation is a GET request; `Allow` lists what is taken.',
    todo: ['Send GET, with everything in the query.'],
    never: ['Do not retry with the same method.'],
    keywords: ['method', 'post'],
  },
  {
    id: 'too-long',
    title: 'The address or the headers are too long',
    status: '414, 431',
    examples: ['address-too-long', 'headers-too-long'],
    means: 'No request of this interface needs so much.',
    todo: [
      'Look for what was added to the query or to the headers: cookies, or a value that is not a VIN, a carId or a slug.',
    ],
    never: ['Do not retry: the same request is too long again.'],
    keywords: ['length', 'long'],
  },
  {
    id: 'request-timeout',
    title: 'The request did not arrive in time',
    status: '408',
    examples: ['request-timeout'],
    means: 'The connection was open, but the request did not arrive as a whole.',
    todo: ['Send it again on a new connection.'],
    never: ['Do not open connections long before they are needed.'],
    keywords: ['timeout'],
  },
  {
    id: 'not-implemented',
    title: 'The service does not have the operation',
    status: '501',
    examples: ['not-implemented'],
    means: 'This version of the service is older than the contract.',
    todo: ['Use another operation, or wait for a newer version of the service.'],
    never: ['Do not retry: only another version changes the reply.'],
    keywords: ['implemented'],
  },
];
