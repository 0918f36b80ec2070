import type { OperationEntry } from '@vehicle-lookup/operations';
import { validate } from '@vehicle-lookup/validators';
import type { Case, Success } from './case.ts';
import { type PlacedIssue, schemaBreaches } from './checks/body.ts';
import type { Breach } from './checks/breach.ts';
import { readBytes } from './checks/bytes.ts';
import { clockSkew } from './checks/clock.ts';
import { mediaType } from './checks/media-type.ts';
import { secretsEchoed } from './checks/secrets.ts';
import { selectorIgnored } from './checks/selector-ignored.ts';
import { redirected, wrongStatus } from './checks/status.ts';
import type { Answer } from './exchange.ts';
import type { Request } from './request.ts';

/** What an answer proves. */
export interface Judgement {
  breaches: Breach[];
  /** The envelope that a success body has. */
  envelope?: string;
  /** The parsed body, where there is one. */
  json?: { body: unknown };
  /** JSON Pointers of members that the document does not mention. */
  undocumented: string[];
}

export interface Expectation {
  request: Request;
  entry: OperationEntry;
  case: Case;
  /** The assumption that decides on the request, where no clause does. */
  assumption: string | undefined;
  assumptionOf: (issue: PlacedIssue) => string | undefined;
  earlier: (operation: string) => Success | undefined;
  /** When the answer came, in milliseconds since the epoch; undefined where the times in answers are not of now. */
  now: number | undefined;
}

/** Judges one answer. After the first thing that makes the rest unreadable nothing more is said. */
export function judge(answer: Answer, expectation: Expectation): Judgement {
  const { request, entry } = expectation;
  const breaches = secretsEchoed(answer);
  const done = (...more: Breach[]): Judgement => ({ breaches: [...breaches, ...more], undocumented: [] });
  const isAsAsked = String(answer.status) === request.status;

  // What such a request means is for the probe of its assumption to say; an answer as expected is read.
  if (request.aside) return isAsAsked && request.method === undefined ? read(answer, expectation, breaches) : done();
  if (answer.status >= 300 && answer.status < 400) return done(redirected(answer.status));
  if (!isAsAsked) {
    return done(wrongStatus(answer.status, request, entry, expectation.assumption));
  }
  return read(answer, expectation, breaches);
}

function read(answer: Answer, expectation: Expectation, before: Breach[]): Judgement {
  const { request, now } = expectation;
  // What repeats a secret beyond masking was not kept: there is nothing to read.
  if (answer.unread === 'withheld') return { breaches: [...before, ...mediaType(answer)], undocumented: [] };
  const { breaches: bytes, json } = readBytes(answer);
  const breaches = [...before, ...mediaType(answer), ...bytes];
  if (!json) return { breaches, undocumented: [] };
  const { body } = json;
  const verdict = validate(request.operation, answer.status, body);
  const { undocumented } = verdict;
  if (!verdict.ok) {
    const place = { operation: request.operation, status: String(answer.status), body };
    breaches.push(...schemaBreaches(verdict, place, expectation.assumptionOf));
    return { breaches, json, undocumented };
  }
  const { envelope } = verdict;
  if (request.envelope !== undefined && request.envelope !== envelope) {
    breaches.push({
      code: 'envelope',
      expected: `the envelope ${request.envelope}`,
      got: `the envelope ${envelope || 'without a name'}`,
      next: 'Look at the example of this name in the document.',
    });
    return { breaches, json, undocumented };
  }
  if (answer.status === 200) breaches.push(...meaning(expectation, body));
  if (now !== undefined) breaches.push(...clockSkew(answer, body, now));
  return { breaches, envelope, json, undocumented };
}

function meaning({ request, case: own, earlier }: Expectation, body: unknown): Breach[] {
  const success = { parameters: Object.fromEntries(request.query), body };
  const next = 'Compare the answer with the request.';
  const found = own.checks.flatMap(({ expected, breach }): Breach[] => {
    const got = breach(success, earlier);
    return got === undefined ? [] : [{ code: 'meaning', expected, got, next }];
  });
  return [...found, ...selectorIgnored(body, own.differsFrom ?? [], earlier)];
}
