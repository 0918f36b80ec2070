/** What a check looks for, and what it rests on. */
export interface CheckEntry {
  title: string;
  explanation: string;
  /** The clause of interface-specification.md, or of a standard that it leads to. Without one nothing is broken. */
  clause?: string;
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
  | 'missing-credentials'
  | 'invalid-credentials'
  | 'missing-parameter'
  | 'malformed-parameter'
  | 'content-type'
  | 'charset'
  | 'content-encoding'
  | 'encoding'
  | 'encoded-twice'
  | 'byte-order-mark'
  | 'empty-body'
  | 'not-json'
  | 'unpaired-surrogate'
  | 'repeated-member'
  | 'schema'
  | 'envelope'
  | 'meaning'
  | 'selector-ignored'
  | 'clock-skew'
  | 'undocumented-member';

export const catalogue: Readonly<Record<CheckCode, CheckEntry>> = {
  network: {
    title: 'No whole reply came',
    explanation:
      'The connection failed, the reply took too long, or it did not end. It shows nothing about the contract.',
  },
  'not-http': {
    title: 'The reply is not HTTP',
    explanation:
      'The status line, a header or the framing of the body is broken, so that no client can read the reply.',
    clause: 'What the service does, rule 1: "an HTTP query interface"; RFC 9112',
  },
  'suite-fault': {
    title: 'The suite itself failed',
    explanation: 'A case, a check or a probe threw, so that a reply could not be judged. The service is not accused.',
  },
  'not-exercised': {
    title: 'A declared reply of a mock was not exercised',
    explanation: 'A mock sends every declared status and form of the body; this one has no example to ask for.',
    clause: 'Errors, "Status codes"; Resources and their fields, "Response envelope"',
  },
  'secret-echoed': {
    title: 'A reply repeats the key',
    explanation: 'Replies are logged, cached and shown. The key was found in one, as it is or encoded.',
    clause: 'Authentication, rule 1: "the account\'s secret API key"',
  },
  redirect: {
    title: 'A request is redirected',
    explanation: 'A redirect is not a documented reply, and repeats the key in `Location`. It is never followed.',
    clause: 'Errors, "Status codes"; What the service does, 2: "the single path /api/"',
  },
  status: {
    title: 'A reply has another status than documented',
    explanation:
      'A good request is answered with 200, a request for a VIN without data with 404, and no request with 500.',
    clause: 'Errors, "Status codes"',
  },
  'missing-credentials': {
    title: 'A request without a credential is not refused',
    explanation: 'Each credential is left out alone, and all together; the reply is 401.',
    clause: 'Authentication, rules 1 and 3',
  },
  'invalid-credentials': {
    title: 'A request with a wrong credential is not refused',
    explanation:
      'Each credential is replaced alone, and all together, by one that no account has, the key also by similar ones; the reply is 401.',
    clause: 'Authentication, rule 3',
  },
  'missing-parameter': {
    title: 'A request without a required parameter is not refused',
    explanation: 'A required parameter is left out; the reply is 400.',
    clause: 'Errors: 400 is "bad request: invalid VIN or missing parameters"',
  },
  'malformed-parameter': {
    title: 'A request with an invalid value is not refused',
    explanation: 'A parameter has a value that its definition excludes; the reply is 400.',
    clause:
      'Errors: 400 is "bad request: invalid VIN or missing parameters"; Limits, "VIN length", "VIN character set"',
  },
  'content-type': {
    title: 'The media type is not application/json',
    explanation: 'Clients choose the parser by `Content-Type`.',
    clause: 'Endpoints: "The response is JSON"; RFC 8259, section 11',
  },
  charset: {
    title: 'The declared character set is not UTF-8',
    explanation: 'JSON between systems is UTF-8; a client that believes another `charset` reads other characters.',
    clause: 'Endpoints: "The response is JSON"; RFC 8259, section 8.1',
  },
  'content-encoding': {
    title: 'A body is not encoded as its header says',
    explanation: 'The body cannot be decoded as Content-Encoding says: the label is wrong, or the bytes are broken.',
    clause: 'Endpoints: "The response is JSON"; RFC 9110, section 8.4',
  },
  encoding: {
    title: 'The bytes of a body are not UTF-8',
    explanation: 'JSON between systems is UTF-8; other bytes are refused or replaced by clients.',
    clause: 'Endpoints: "The response is JSON"; RFC 8259, section 8.1',
  },
  'encoded-twice': {
    title: 'A text was encoded in UTF-8 twice',
    explanation: 'Its letters are the bytes of other letters: the text was read as Latin-1 before it was encoded.',
    clause: 'Brand and model entries: "display name, may hold non-Latin characters"; RFC 8259, section 8.1',
  },
  'byte-order-mark': {
    title: 'A body starts with a byte order mark',
    explanation: 'A sender of JSON must not add one; many parsers refuse it.',
    clause: 'Endpoints: "The response is JSON"; RFC 8259, section 8.1',
  },
  'empty-body': {
    title: 'A body is empty',
    explanation: "Every reply to the document's method is JSON, errors included.",
    clause: 'Endpoints: "The response is JSON"',
  },
  'not-json': {
    title: 'A body is not JSON',
    explanation:
      'The body is not a JSON text: a page, a text that breaks off, `NaN`, a comma too many; or it is nested deeper than parsers accept.',
    clause: 'Endpoints: "The response is JSON"; RFC 8259, section 2',
  },
  'unpaired-surrogate': {
    title: 'A string holds half of a character',
    explanation: 'A surrogate is escaped alone: a text was cut within a character. Parsers disagree on it.',
    clause: 'Endpoints: "The response is JSON"; RFC 8259, section 8.2',
  },
  'repeated-member': {
    title: 'An object has a member twice',
    explanation: 'Parsers disagree on which of the two counts.',
    clause: 'Endpoints: "The response is JSON"; RFC 8259, section 4',
  },
  schema: {
    title: 'A body breaks the schema of its operation',
    explanation:
      'The body is judged by the schema of the operation that the request selected, at the status that came.',
    clause: 'Resources and their fields',
  },
  envelope: {
    title: 'A body has another form than the one asked for',
    explanation: 'A mock was asked for the example of one envelope and answered with another.',
    clause: 'Resources and their fields, "Response envelope"',
  },
  meaning: {
    title: 'A reply contradicts the request, another reply, or itself',
    explanation: 'The body keeps its schema, and its content is wrong: see `contract-tests/cases/`.',
    clause: 'Resources and their fields; Endpoints',
  },
  'selector-ignored': {
    title: 'Two operations give the same reply',
    explanation: 'Their replies have the same form and cannot have the same content: one of the selectors is ignored.',
    clause: 'Endpoints, rule 1',
  },
  'clock-skew': {
    title: 'The clocks differ',
    explanation: 'A time in a reply is more than five minutes away from the clock of this machine.',
  },
  'undocumented-member': {
    title: 'A body has members that the document does not mention',
    explanation: 'Replies may carry them; a reader should know. They fail a run with `--strict` only.',
  },
};
