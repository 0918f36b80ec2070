import { isDeepStrictEqual } from 'node:util';
import { validate } from '@vehicle-lookup/contract/validators';
import type { OperationEntry, OperationTable, Owner } from '@vehicle-lookup/openapi/selectors';
import { answeredAs, selectorIgnored, wrongRecord } from '../checks/body/answered-as.ts';
import { pagedList } from '../checks/body/paged-list.ts';
import { schemaBreaches } from '../checks/body/schema-violations.ts';
import type { Breach } from '../checks/violation.ts';
import { readBytes } from '../checks/bytes.ts';
import { clockSkew } from '../checks/clock.ts';
import { internalsExposed } from '../checks/internals.ts';
import { mediaType } from '../checks/media-type.ts';
import { records } from '../checks/records.ts';
import { redirected } from '../checks/redirect.ts';
import { secretsEchoed } from '../checks/secrets.ts';
import { type GivenValue, wrongStatus } from '../checks/status/status.ts';
import type { ContractOperation } from '../plan/document.ts';
import type { EarlierSuccess } from '../plan/known-data.ts';
import type { Request } from '../plan/request.ts';
import type { ReceivedReply } from '../run/response.ts';
import type { Judgement } from './judgement.ts';
import type { OperationRules } from './value-rule.ts';

/** What a reply proves. */
export type ReplyJudgement = Pick<Judgement, 'breaches' | 'envelope' | 'json' | 'undocumented'>;

/** What a reply is compared with. */
export interface Expectation {
  request: Request;
  entry: OperationEntry;
  table: Pick<OperationTable, 'operations'>;
  /** The clause that says what the operation returns. */
  statedBy: Owner;
  /** The bodies that the document shows, by status. */
  bodies: ContractOperation['bodies'];
  valueRules: OperationRules;
  /** The assumption that decides on the request, where no clause does. */
  assumption: string | undefined;
  earlier: EarlierSuccess;
  /** The one that was asked. */
  address: string;
  /** When the reply came, in milliseconds since the epoch; undefined where the times in replies are not of now. */
  now: number | undefined;
  /** The reply that gave the value of this request. */
  gaveValue: GivenValue | undefined;
  /** The request that was refused last, before this one was made again. */
  refusedBefore: Request | undefined;
}

/** Judges one reply. After the first breach that makes the rest unreadable it looks no further. */
export function judgeReply(reply: ReceivedReply, expectation: Expectation): ReplyJudgement {
  const { request } = expectation;
  // "Not modified" leads nowhere.
  const isRedirect = reply.status >= 300 && reply.status < 400 && reply.status !== 304;
  // That a redirect repeats the query is part of the redirect.
  const echoed = secretsEchoed(reply).filter(({ header }) => !(request.probeOf && isRedirect && header === 'location'));
  const breaches = [...echoed, ...internalsExposed(reply, request)];
  const unread = (...more: Breach[]): ReplyJudgement => ({ breaches: [...breaches, ...more], undocumented: [] });
  const isExpected = String(reply.status) === request.status;

  // The probe of its assumption judges what the reply means; a reply as expected is read.
  if (request.probeOf)
    return isExpected && request.method === undefined ? read(reply, expectation, breaches) : unread();
  if (isRedirect) return unread(redirected(reply, request, expectation.address));
  if (!isExpected) {
    const body = readBytes(reply).json?.body;
    const error = Object(body);
    const message = error.success === false ? String(error.message ?? '') : undefined;
    const other = reply.status === 200 ? answeredAs(body, request, expectation.table, [body]) : undefined;
    const data = reply.status === 200 ? error.data : undefined;
    const found = typeof data === 'object' && data !== null ? records(body) : undefined;
    const good = expectation.earlier(request.operation);
    const isGoodData =
      request.kind !== 'good' && good !== undefined && isDeepStrictEqual(found ?? [], records(good.body));
    return unread(wrongStatus(reply.status, { ...expectation, found, isGoodData, message, ranInstead: other?.id }));
  }
  return read(reply, expectation, breaches);
}

function read(reply: ReceivedReply, expectation: Expectation, before: Breach[]): ReplyJudgement {
  const { request, now } = expectation;
  // A body that repeats a secret beyond masking was not kept: there is nothing to read.
  if (reply.unread === 'withheld') return { breaches: [...before, ...mediaType(reply)], undocumented: [] };
  const { breaches: bytes, json } = readBytes(reply);
  const breaches = [...before, ...mediaType(reply), ...bytes];
  if (!json) return { breaches, undocumented: [] };
  const { body } = json;
  const verdict = validate(request.operation, reply.status, body);
  const { undocumented } = verdict;
  if (!verdict.ok) {
    const broken = schemaBreaches(verdict, body, expectation.statedBy, expectation.bodies[reply.status]);
    const other = reply.status === 200 ? answeredAs(body, request, expectation.table) : undefined;
    const main = broken.find(({ assumption }) => assumption === undefined) ?? broken[0];
    if (main && other) Object.assign(main, wrongRecord(body, expectation.entry, other));
    breaches.push(...broken);
    return { breaches, json, undocumented };
  }
  const { envelope } = verdict;
  if (request.envelope !== undefined && request.envelope !== envelope) {
    breaches.push({
      code: 'envelope',
      title: `The reply has the envelope ${envelope || 'without a name'}, not ${request.envelope}`,
      expected: `the envelope ${request.envelope}`,
      got: `the envelope ${envelope || 'without a name'}`,
      next: `Choose the example by its name in the header Prefer${request.prefer === undefined ? '' : ` (${request.prefer})`}; the document has one for each envelope.`,
    });
    return { breaches, json, undocumented };
  }
  if (reply.status === 200) breaches.push(...meaning(expectation, body), ...pagedList(body, undocumented));
  if (now !== undefined) breaches.push(...clockSkew(reply, body, now));
  return { breaches, envelope, json, undocumented };
}

function meaning({ request, entry, table, valueRules, earlier }: Expectation, body: unknown): Breach[] {
  const success = { parameters: Object.fromEntries(request.query), body };
  const found = valueRules.rules.flatMap(({ title, clause, assumption, expected, mismatch }): Breach[] => {
    const wrong = mismatch(success, earlier);
    if (wrong === undefined) return [];
    const { got, evidence, next, comparedWith } = wrong;
    const rests = assumption === undefined ? (clause === undefined ? {} : { clause }) : { assumption };
    const other = comparedWith === undefined ? {} : comparedRequest(comparedWith, earlier);
    return [{ code: 'meaning', title, ...rests, ...other, expected, got, evidence, next }];
  });
  const ignored = selectorIgnored(body, {
    entry,
    others: valueRules.differsFrom ?? [],
    earlier,
    operations: table.operations,
  });
  return [...found, ...ignored.map(({ other, breach }): Breach => ({ ...breach, ...comparedRequest(other, earlier) }))];
}

/** The good request of another operation, by the reply that came to it. */
function comparedRequest(operation: string, earlier: EarlierSuccess): Pick<Breach, 'compared'> {
  const success = earlier(operation);
  return success ? { compared: { operation, query: Object.entries(success.parameters) } } : {};
}
