import { isDeepStrictEqual } from 'node:util';
import { validate } from '@vehicle-lookup/contract/validators';
import type { Basis, OperationEntry, OperationTable } from '@vehicle-lookup/openapi/selectors';
import { answeredAs, selectorIgnored, wrongRecord } from '../checks/body/answered-as.ts';
import { schemaViolations } from '../checks/body/schema-violations.ts';
import { readBytes } from '../checks/bytes.ts';
import { clockSkew } from '../checks/clock.ts';
import { declaredHeaders, mediaType } from '../checks/headers.ts';
import { internalsExposed } from '../checks/internals.ts';
import { pagedList, records } from '../checks/records.ts';
import { redirected } from '../checks/redirect.ts';
import { secretsEchoed } from '../checks/secrets.ts';
import { type GivenValue, wrongStatus } from '../checks/status/status.ts';
import type { Violation } from '../checks/violation.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import type { ContractOperation } from '../plan/document.ts';
import type { EarlierSuccess } from '../plan/known-data.ts';
import type { Request } from '../plan/request.ts';
import type { ComparedRequest } from '../run/request-text.ts';
import type { ReceivedResponse } from '../run/response.ts';
import { RunError } from '../run-error.ts';
import { assumptionOfRequest, type Probes } from './assumptions/assumption-probe.ts';
import type { Judgement } from './judgement.ts';
import type { OperationRules } from './value-rule.ts';

/** What a response proves. */
export type ResponseJudgement = Pick<Judgement, 'violations' | 'envelope' | 'json' | 'undocumented'> &
  Pick<Expectation, 'assumption'>;

/** What a judge knows of the interface. */
export interface JudgeKnowledge {
  contract: VerifiedContract;
  /** By operation. */
  valueRules: ReadonlyMap<string, OperationRules>;
  probes: Probes;
}

/** What came before a response. */
export interface ResponseCircumstances {
  earlier: EarlierSuccess;
  /** The one that was asked. */
  address: string;
  /** When the response came, in milliseconds since the epoch; absent where the times in responses are not of now. */
  now?: number | undefined;
  /** The response that gave the value of the request. */
  gaveValue?: GivenValue | undefined;
  /** The request that was rejected last, before this one was made again. */
  rejectedBefore?: ComparedRequest | undefined;
}

/** What a response is compared with. */
interface Expectation extends ResponseCircumstances {
  request: Request;
  entry: OperationEntry;
  table: OperationTable;
  /** The assumption that decides on the request, where no clause does. */
  assumption: string | undefined;
  /** The clause that says what the operation returns. */
  statedBy: Basis;
  /** The bodies that the document shows, by status. */
  bodies: ContractOperation['bodies'];
  valueRules: OperationRules;
}

/** Judges one response: of a run, of recorded traffic, or of a proxy. */
export function judgeResponse(
  response: ReceivedResponse,
  request: Request,
  { contract, valueRules, probes }: JudgeKnowledge,
  circumstances: ResponseCircumstances,
): ResponseJudgement {
  const { entry, statedBy, bodies } = operationOf(contract, request);
  const assumption = assumptionOfRequest(probes, request, response.status);
  const expectation: Expectation = {
    ...circumstances,
    request,
    entry,
    table: contract.table,
    assumption,
    statedBy,
    bodies,
    valueRules: valueRules.get(request.operation) ?? { rules: [] },
  };
  return { ...judged(response, expectation), assumption };
}

/** The operation of a request. */
export function operationOf(
  { operations }: VerifiedContract,
  { operation }: Pick<Request, 'operation'>,
): ContractOperation {
  const own = operations.find(({ entry }) => entry.id === operation);
  if (!own) throw new RunError(`the table has no operation ${operation}; build it again`);
  return own;
}

type Judged = Omit<ResponseJudgement, 'assumption'>;

/** After the first violation that makes the rest unreadable it looks no further. */
function judged(response: ReceivedResponse, expectation: Expectation): Judged {
  const { request } = expectation;
  // "Not modified" leads nowhere.
  const isRedirect = response.status >= 300 && response.status < 400 && response.status !== 304;
  // That a redirect repeats the query is part of the redirect.
  const echoed = secretsEchoed(response).filter(
    ({ header }) => !(request.probeOf && isRedirect && header === 'location'),
  );
  const violations = [...echoed, ...internalsExposed(response, request)];
  const unread = (...more: Violation[]): Judged => ({
    violations: [...violations, ...more],
    undocumented: [],
  });
  const isExpected = String(response.status) === request.status;

  // The document declares nothing for another method.
  if (request.method !== undefined) return unread();
  // The probe of its assumption judges what the response means; a response as expected is read.
  if (request.probeOf) return isExpected ? read(response, expectation, violations) : unread();
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
    return unread(
      wrongStatus(response.status, {
        ...expectation,
        gaveValue: expectation.gaveValue,
        rejectedBefore: expectation.rejectedBefore,
        found,
        isGoodData,
        message,
        ranInstead: other?.id,
      }),
    );
  }
  return read(response, expectation, violations);
}

function read(response: ReceivedResponse, expectation: Expectation, before: Violation[]): Judged {
  const { request, now } = expectation;
  // A body that repeats a secret beyond masking was not kept: there is nothing to read.
  if (response.unread === 'withheld') return { violations: [...before, ...mediaType(response)], undocumented: [] };
  const { violations: bytes, json } = readBytes(response);
  const violations = [...before, ...mediaType(response), ...bytes, ...declaredHeaders(response, request)];
  if (!json) return { violations, undocumented: [] };
  const { body } = json;
  const verdict = validate(request.operation, response.status, body);
  const { undocumented } = verdict;
  if (!verdict.ok) {
    const broken = schemaViolations(verdict, body, expectation.statedBy, expectation.bodies[response.status]);
    const other = response.status === 200 ? answeredAs(body, request, expectation.table) : undefined;
    const main = broken.find(({ assumption }) => assumption === undefined) ?? broken[0];
    if (main && other) Object.assign(main, wrongRecord(body, expectation.entry, other));
    violations.push(...broken);
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
