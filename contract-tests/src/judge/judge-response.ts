import { isDeepStrictEqual } from 'node:util';
import { validate } from '@vehicle-lookup/contract/validators';
import type { Basis } from '@vehicle-lookup/openapi/selectors';
import { answeredAs, selectorIgnored, wrongRecord } from '../checks/body/answered-as.ts';
import { schemaViolations } from '../checks/body/schema-violations.ts';
import { readBytes } from '../checks/bytes.ts';
import { clockSkew } from '../checks/clock.ts';
import { mediaType } from '../checks/headers.ts';
import { internalsExposed } from '../checks/internals.ts';
import { keepsRecords, pagedList, records } from '../checks/records.ts';
import { redirected } from '../checks/redirect.ts';
import { secretsEchoed } from '../checks/secrets.ts';
import { type ExpectedStatus, wrongStatus } from '../checks/status/status.ts';
import type { Violation } from '../checks/violation.ts';
import type { ContractOperation } from '../plan/document.ts';
import type { EarlierSuccess } from '../plan/known-data.ts';
import type { ReceivedResponse } from '../run/response.ts';
import type { Judgement } from './judgement.ts';
import type { OperationRules } from './value-rule.ts';

/** What a response proves. */
export type ResponseJudgement = Pick<Judgement, 'violations' | 'envelope' | 'json' | 'undocumented'>;

/** What a response is compared with. */
export interface Expectation extends Omit<ExpectedStatus, 'ranInstead' | 'found' | 'isGoodData' | 'message'> {
  /** The clause that says what the operation returns. */
  statedBy: Basis;
  /** The bodies that the document shows, by status. */
  bodies: ContractOperation['bodies'];
  valueRules: OperationRules;
  earlier: EarlierSuccess;
  /** The one that was asked. */
  address: string;
  /** When the response came, in milliseconds since the epoch; undefined where the times in responses are not of now. */
  now: number | undefined;
}

/** Judges one response. After the first violation that makes the rest unreadable it looks no further. */
export function judgeResponse(response: ReceivedResponse, expectation: Expectation): ResponseJudgement {
  const { request } = expectation;
  // "Not modified" leads nowhere.
  const isRedirect = response.status >= 300 && response.status < 400 && response.status !== 304;
  // That a redirect repeats the query is part of the redirect.
  const echoed = secretsEchoed(response).filter(
    ({ header }) => !(request.probeOf && isRedirect && header === 'location'),
  );
  const violations = [...echoed, ...internalsExposed(response, request)];
  const unread = (...more: Violation[]): ResponseJudgement => ({
    violations: [...violations, ...more],
    undocumented: [],
  });
  const isExpected = String(response.status) === request.status;

  // The probe of its assumption judges what the response means; a response as expected is read.
  if (request.probeOf)
    return isExpected && request.method === undefined ? read(response, expectation, violations) : unread();
  if (isRedirect) return unread(redirected(response, request, expectation.address));
  if (!isExpected) {
    const body = readBytes(response).json?.body;
    const error = Object(body);
    const message = error.success === false ? String(error.message ?? '') : undefined;
    const other = response.status === 200 ? answeredAs(body, request, expectation.table, [body]) : undefined;
    const data = response.status === 200 ? error.data : undefined;
    const found = typeof data === 'object' && data !== null ? records(body) : undefined;
    const good = expectation.earlier(request.operation);
    const isGoodData =
      request.kind !== 'good' && good !== undefined && isDeepStrictEqual(found ?? [], records(good.body));
    return unread(wrongStatus(response.status, { ...expectation, found, isGoodData, message, ranInstead: other?.id }));
  }
  return read(response, expectation, violations);
}

function read(response: ReceivedResponse, expectation: Expectation, before: Violation[]): ResponseJudgement {
  const { request, now } = expectation;
  // A body that repeats a secret beyond masking was not kept: there is nothing to read.
  if (response.unread === 'withheld') return { violations: [...before, ...mediaType(response)], undocumented: [] };
  const { violations: bytes, json } = readBytes(response);
  const violations = [...before, ...mediaType(response), ...bytes];
  if (!json) return { violations, undocumented: [] };
  const { body } = json;
  const verdict = validate(request.operation, response.status, body);
  const { undocumented } = verdict;
  if (!verdict.ok) {
    const broken = schemaViolations(verdict, body, expectation.statedBy, expectation.bodies[response.status]);
    const other = response.status === 200 ? answeredAs(body, request, expectation.table) : undefined;
    const main = broken.find(({ assumption }) => assumption === undefined) ?? broken[0];
    // In the record of another operation, each field that differs is a consequence.
    if (main && other) violations.push({ ...main, ...wrongRecord(body, expectation.entry, other) });
    else violations.push(...broken);
    if (response.status === 200 && keepsRecords(broken)) violations.push(...meaning(expectation, body));
    return { violations, json, undocumented };
  }
  const { envelope } = verdict;
  if (request.envelope !== undefined && request.envelope !== envelope) {
    violations.push({
      code: 'envelope',
      title: `The response has the envelope ${envelope || 'without a name'}, not ${request.envelope}`,
      expected: `the envelope ${request.envelope}`,
      got: `the envelope ${envelope || 'without a name'}`,
      next: `Choose the example by its name in the header Prefer${request.prefer === undefined ? '' : ` (${request.prefer})`}; the document has one for each envelope.`,
    });
    return { violations, json, undocumented };
  }
  if (response.status === 200) violations.push(...meaning(expectation, body), ...pagedList(body, undocumented));
  if (now !== undefined) violations.push(...clockSkew(response, body, now));
  return { violations, envelope, json, undocumented };
}

function meaning({ request, entry, table, valueRules, earlier }: Expectation, body: unknown): Violation[] {
  const success = { parameters: Object.fromEntries(request.query), body };
  const found = valueRules.rules.flatMap(({ title, clause, assumption, expected, mismatch }): Violation[] => {
    const wrong = mismatch(success, earlier);
    if (wrong === undefined) return [];
    const { got, evidence, next, comparedWith } = wrong;
    const rests = assumption === undefined ? (clause === undefined ? {} : { clause }) : { assumption };
    const other = comparedWith === undefined ? {} : comparedRequest(comparedWith, earlier);
    return [{ code: 'meaning', title, ...rests, ...other, expected, got, evidence, next }];
  });
  const ignored = selectorIgnored(body, entry, valueRules.differsFrom ?? [], { earlier, operations: table.operations });
  return [
    ...found,
    ...ignored.map(({ other, violation }): Violation => ({ ...violation, ...comparedRequest(other, earlier) })),
  ];
}

/** The valid request of another operation, by the response that came to it. */
function comparedRequest(operation: string, earlier: EarlierSuccess): Pick<Violation, 'compared'> {
  const success = earlier(operation);
  return success ? { compared: { operation, query: Object.entries(success.parameters) } } : {};
}
