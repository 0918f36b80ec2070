import type { FindingLevel } from '@vehicle-lookup/toolkit/findings';

/** What a check looks for, and what it rests on. */
export interface CheckEntry {
  title: string;
  explanation: string;
  /** The clause that it rests on, by id, where no violation names a nearer one. Without one nothing is broken. */
  clause?: string;
  /** Default: `failure`. */
  level?: Exclude<FindingLevel, 'failure' | 'contradiction'>;
  /** What leads from the clause to the check, where the words of the clause do not say it themselves. */
  reading?: string;
  /** Of a warning: why it matters although no clause says it. */
  harm?: string;
  /** The standard that the clause leads to. */
  standard?: string;
}

/** The codes of the checks; beside them findings carry the ids of contradicted assumptions. */
export type CheckCode =
  | 'network'
  | 'suite-fault'
  | 'not-http'
  | 'not-exercised'
  | 'secret-echoed'
  | 'redirect'
  | 'status'
  | 'own-value-rejected'
  | 'cached-rejection'
  | 'changed-response'
  | 'same-etag'
  | 'same-list'
  | 'two-versions'
  | 'clock-stands-still'
  | 'local-time'
  | 'tells-users-apart'
  | 'public-cache'
  | 'open-cors'
  | 'internals-in-headers'
  | 'missing-credentials'
  | 'invalid-credentials'
  | 'missing-parameter'
  | 'malformed-parameter'
  | 'plan-not-checked'
  | 'allowance-not-checked'
  | 'content-type'
  | 'charset'
  | 'header'
  | 'content-encoding'
  | 'not-utf-8'
  | 'encoded-twice'
  | 'byte-order-mark'
  | 'empty-body'
  | 'not-json'
  | 'unpaired-surrogate'
  | 'repeated-field'
  | 'schema'
  | 'envelope'
  | 'meaning'
  | 'selector-ignored'
  | 'clock-skew'
  | 'undocumented-field'
  | 'internals-exposed'
  | 'known-finding'
  | 'paged-list'
  | 'wildcard'
  | 'stale-response'
  | 'slow-responses';

export const catalogue: Readonly<Record<CheckCode, CheckEntry>> = {
  network: {
    level: 'error',
    title: 'No whole response came',
    explanation:
      'The connection failed, the response took too long, or it did not end. It shows nothing about the contract.',
  },
  'not-http': {
    title: 'The response is not HTTP',
    explanation:
      'The status line, a header or the framing of the body is broken, so that no client can read the response.',
    clause: 'service.1',
    standard: 'RFC 9112',
    reading: 'The service speaks HTTP, and this is not HTTP.',
  },
  'suite-fault': {
    level: 'error',
    title: 'The suite itself failed',
    explanation:
      'A check, a value rule or a probe threw, so that a response could not be judged. The service is not flagged.',
  },
  'not-exercised': {
    title: 'A declared response of a mock was not exercised',
    explanation: 'A mock sends every declared status and form of the body; this one has no example to ask for.',
    clause: 'envelope.tolerate',
  },
  'secret-echoed': {
    title: 'A response repeats the key',
    explanation: 'Responses are logged, cached and shown. The key was found in one, as it is or encoded.',
    clause: 'authentication.1',
    reading: 'The clause calls the key secret; that no response repeats it is general practice, no clause says it.',
  },
  redirect: {
    title: 'A request is redirected',
    explanation:
      'A redirect is not a documented response; who follows it repeats the query, and the key with it. This suite never does.',
    clause: 'service.2a',
    reading: 'The clause names one path, and no status 3xx is documented.',
  },
  status: {
    title: 'A response has another status than documented',
    explanation:
      'A valid request is answered with 200, a request for a VIN without data with 404, and no request with 500.',
    clause: 'errors.200',
  },
  'own-value-rejected': {
    title: 'A value that the service gave is rejected',
    explanation: 'One operation gives a value, such as a slug; another one answers 404 to it.',
    clause: 'errors.200',
    reading: 'The value is one that the service gave, so the request is a good one, and 200 its answer.',
  },
  'cached-rejection': {
    title: 'A rejection comes back to the right key',
    explanation:
      'A valid request was answered with 200, then without credentials it was rejected, and then the valid request was rejected, too: something keeps rejections for all callers.',
    clause: 'service.5a',
    reading: 'Stateless: an earlier rejection of other credentials does not change the answer to these.',
  },
  'changed-response': {
    level: 'warning',
    harm: 'A caller that asks twice cannot tell which of the two contents is right.',
    title: 'The same request has another content',
    explanation:
      'Beyond the contract: a valid request was made once more at the end of the run, and its content differs.',
  },
  'same-etag': {
    level: 'warning',
    harm: 'A cache that compares ETags keeps the old content and shows it as the new one.',
    title: 'Two contents have one ETag',
    explanation: 'Beyond the contract: a cache that compares ETags keeps the old content for ever.',
    standard: 'RFC 9110, section 8.8.3',
  },
  'same-list': {
    level: 'warning',
    harm: 'A user who picks one of the two gets the entries of the other one.',
    title: 'Two brands, or two models, have one list',
    explanation:
      'Beyond the contract: the whole list of one brand or model came for another one, so the parameter may be ignored. Recorded traffic shows it; a run lists one brand.',
  },
  'two-versions': {
    level: 'warning',
    harm: 'A caller cannot tell which version of the interface it talks to.',
    title: 'The responses of a run have several versions',
    explanation: 'Beyond the contract: `api_version` differs between responses, so servers of two versions may answer.',
  },
  'clock-stands-still': {
    level: 'warning',
    harm: 'A reader takes the response for older than it is, or a cache keeps responses that it should not.',
    title: 'The timestamps do not move on',
    explanation: 'Beyond the contract: responses of two operations, seconds apart, have the same timestamp.',
  },
  'local-time': {
    level: 'warning',
    harm: 'A program that compares the time with its own clock is wrong by hours.',
    title: 'A timestamp is a local time',
    explanation:
      'Beyond the contract: it differs from the clock of this machine by whole quarters of an hour, as time zones do.',
  },
  'tells-users-apart': {
    level: 'warning',
    harm: 'An attacker finds out by guessing which users exist, and then has to guess keys only.',
    title: 'A wrong user and a wrong key get different texts',
    explanation: 'Beyond the contract: who guesses learns which users there are.',
  },
  'public-cache': {
    level: 'warning',
    harm: 'The key is part of the address: a cache that callers share stores it, and answers the same address also after the key was withdrawn.',
    title: 'Shared caches may keep responses that need a key',
    explanation:
      'Beyond the contract: by `Cache-Control` a shared cache may keep the address with its key, and the response for whoever sends it.',
    standard: 'RFC 9111, section 5.2.2',
  },
  'open-cors': {
    level: 'warning',
    harm: 'Browsers reject the combination, so no page can use it; a page that can read responses may read those of its visitors.',
    title: 'Pages of any origin may send credentials',
    explanation: 'Beyond the contract: `Access-Control-Allow-Origin: *` together with credentials; browsers reject it.',
  },
  'internals-in-headers': {
    level: 'warning',
    title: 'A header tells what runs the service',
    explanation: 'Beyond the contract: frameworks, versions or names of inner servers help an attacker, and no client.',
  },
  'missing-credentials': {
    title: 'A request without a credential is not rejected',
    explanation: 'Each credential is left out alone, and all together; the response is 401.',
    clause: 'authentication.3',
  },
  'invalid-credentials': {
    title: 'A request with a wrong credential is not rejected',
    explanation:
      'Each credential is replaced alone, and all together, by one that no account has, the key also by similar ones; the response is 401.',
    clause: 'authentication.3',
  },
  'missing-parameter': {
    title: 'A request without a required parameter is not rejected',
    explanation: 'A required parameter is left out; the response is 400.',
    clause: 'errors.400',
  },
  'malformed-parameter': {
    title: 'A request with an invalid value is not rejected',
    explanation: 'A parameter has a value that its definition excludes; the response is 400.',
    clause: 'errors.400',
  },
  'plan-not-checked': {
    title: 'An operation that the plan does not include is answered',
    explanation: 'The account "forbidden" of the data gets data that its plan does not include; the response is 403.',
    clause: 'endpoints.rule-4b',
  },
  'allowance-not-checked': {
    title: 'A request beyond the allowance is answered',
    explanation: 'The account "exhausted" of the data has nothing left, and gets data; the response is 429.',
    clause: 'limits.exhausted',
  },
  'content-type': {
    title: 'The media type is not application/json',
    explanation: 'Clients choose the parser by `Content-Type`.',
    clause: 'endpoints.json',
    standard: 'RFC 8259, section 11',
    reading:
      'The media type of JSON is application/json, and the document declares no other one, also for errors. The clause does not name it.',
  },
  charset: {
    title: 'The declared character set is not UTF-8',
    explanation: 'JSON between systems is UTF-8; a client that believes another `charset` reads other characters.',
    clause: 'endpoints.json',
    standard: 'RFC 8259, section 8.1',
    reading: 'JSON between systems is UTF-8.',
  },
  header: {
    title: 'A declared header has an invalid value',
    explanation:
      'The document declares the header for this response, and the value does not match the schema of the header.',
    clause: 'service.1',
    reading: 'The document states the form of the header.',
  },
  'content-encoding': {
    title: 'A body is not encoded as its header says',
    explanation: 'The body cannot be decoded as Content-Encoding says: the label is wrong, or the bytes are broken.',
    clause: 'endpoints.json',
    standard: 'RFC 9110, section 8.4',
    reading: 'A body that cannot be decoded cannot be read as JSON.',
  },
  'not-utf-8': {
    title: 'The bytes of a body are not UTF-8',
    explanation: 'JSON between systems is UTF-8; other bytes are rejected or replaced by clients.',
    clause: 'endpoints.json',
    standard: 'RFC 8259, section 8.1',
    reading: 'JSON between systems is UTF-8.',
  },
  'encoded-twice': {
    title: 'A text was encoded in UTF-8 twice',
    explanation: 'Its letters are the bytes of other letters: the text was read as Latin-1 before it was encoded.',
    clause: 'endpoints.json',
    standard: 'RFC 8259, section 8.1',
    reading: 'Text that was encoded twice is JSON, and says something else.',
  },
  'byte-order-mark': {
    title: 'A body starts with a byte order mark',
    explanation: 'A sender of JSON must not add one; many parsers reject it.',
    clause: 'endpoints.json',
    standard: 'RFC 8259, section 8.1',
    reading: 'A sender of JSON must not add one.',
  },
  'empty-body': {
    title: 'A body is empty',
    explanation: "Every response to the document's method is JSON, errors included.",
    clause: 'endpoints.json',
    reading: 'An empty body is not JSON; the clause speaks of every response, so of errors, too.',
  },
  'not-json': {
    title: 'A body is not JSON',
    explanation:
      'The body is not a JSON text: a page, a text that breaks off, `NaN`, a comma too many; or it is nested deeper than parsers accept.',
    clause: 'endpoints.json',
    standard: 'RFC 8259, section 2',
    reading: 'The grammar of JSON excludes it.',
  },
  'unpaired-surrogate': {
    title: 'A string holds half of a character',
    explanation: 'A surrogate is escaped alone: a text was cut within a character. Parsers disagree on it.',
    clause: 'endpoints.json',
    reading:
      'The grammar of JSON allows it, but it is not Unicode text (RFC 8259, section 8.2): the clause is read as JSON that every parser reads.',
  },
  'repeated-field': {
    title: 'An object has a field twice',
    explanation: 'Parsers disagree on which of the two counts.',
    clause: 'endpoints.json',
    standard: 'RFC 8259, section 4',
    reading: 'Such an object is JSON, and its names should be unique: parsers disagree on it.',
  },
  schema: {
    title: 'A body breaks the schema of its operation',
    explanation:
      'The body is judged by the schema of the operation that the request selected, at the status that came.',
    clause: 'envelope.object',
  },
  envelope: {
    title: 'A body has a different envelope from the one requested',
    explanation: 'A mock was asked for the example of one envelope and answered with another.',
    clause: 'envelope.tolerate',
  },
  meaning: {
    title: 'A response contradicts the request, another response, or itself',
    explanation: 'The body keeps its schema, and its content is wrong: see `contract-tests/value-rules.ts`.',
    clause: 'service.1',
  },
  'selector-ignored': {
    title: 'Two operations give the same response',
    explanation:
      'Their responses have the same form and cannot have the same content: one of the selectors is ignored.',
    clause: 'endpoints.rule-1a',
    reading: 'Each selector chooses its own operation, so two selectors cannot have one response.',
  },
  'clock-skew': {
    level: 'warning',
    harm: 'A program that compares the time with its own clock takes the response for old, or for one of the future.',
    title: 'The clocks differ',
    explanation: 'A time in a response is more than five minutes away from the clock of this machine.',
  },
  'undocumented-field': {
    level: 'drift',
    title: 'A body has fields that the document does not mention',
    explanation: 'Responses may carry them; a reader should know. They fail a run with `--strict` only.',
  },
  'internals-exposed': {
    title: 'A body shows an error of the program or of its database',
    explanation: 'A stack trace, or the message of a database or language, stands in the body. It is no vehicle data.',
    clause: 'service.1',
    reading: 'The clause says what responses hold, vehicle data as JSON; the error of a program is none.',
  },
  'known-finding': {
    level: 'warning',
    title: 'An entry of the known findings has expired, or is not needed any more',
    explanation:
      'The file of `--known` names a finding that did not come, or a date that has passed. It fails the run.',
  },
  'paged-list': {
    level: 'warning',
    harm: 'A client reads the first page alone and takes it for the whole list.',
    title: 'A list comes in pages',
    explanation:
      'Members beside the list count pages. No parameter asks for another page, so a client reads the first alone.',
  },
  wildcard: {
    level: 'warning',
    harm: 'A caller can read the whole list by one request, and a name that holds a % or _ finds the wrong entries.',
    title: 'A value is read as a pattern',
    explanation:
      'The value `%` is no name of the catalogue, and is answered with data: the service puts values into a pattern.',
  },
  'stale-response': {
    level: 'warning',
    harm: 'Callers may see data that has changed since.',
    title: 'A response is more than a day old',
    explanation:
      'By `Age`, `Date` or its timestamp the response was made long ago: something keeps responses for too long.',
  },
  'slow-responses': {
    level: 'warning',
    harm: 'The user of this run named the budget, so callers wait longer than planned.',
    title: 'Successes take longer than the latency budget',
    explanation:
      'Beyond the contract: the budget of `--max-latency` is one of this run. It counts the successes, from the request to the end of the response.',
  },
};

/** The level of a check's findings. */
export const levelOf = (code: CheckCode): FindingLevel => catalogue[code].level ?? 'failure';
