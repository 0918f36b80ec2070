import { judgeAssumptions } from './assumptions.ts';
import type { Breach } from './checks/breach.ts';
import type { Projection } from './document.ts';
import { censusOf, driftOf, neverFilled } from './drift.ts';
import type { Finding } from './finding.ts';
import { failsCell, findingOf, findingsOf, type Telling } from './findings.ts';
import { leaks } from './leak.ts';
import { credentialMatrix, matrix } from './matrix.ts';
import { notExercised } from './not-exercised.ts';
import type { Run } from './observe.ts';
import type { Accounts } from './plan/candidates.ts';
import type { Probes } from './probes.ts';
import {
  type AssumptionResult,
  type Drift,
  exitCodeOf,
  type Report,
  type RequestResult,
  type Spending,
  verdictOf,
} from './report.ts';
import { requestText } from './request.ts';
import type { Seen } from './seen.ts';

/** What a report begins with; times in milliseconds since the epoch. */
export type Head = Pick<Report, 'target' | 'profile' | 'seed'> & { started: number; ended: number };

/** What the answers are held against. */
export interface Context {
  document: Projection;
  probes: Probes;
  credentials: Record<string, string>;
  accounts: Accounts;
  telling: Telling;
  without: readonly string[];
}

/** Makes the report of what was seen. */
export function buildReport(
  { seen, stopped, failure }: Run,
  { started, ended, ...head }: Head,
  spending: Omit<Spending, 'stopped'>,
  context: Context,
): Report {
  const { document, probes, accounts, telling, without } = context;
  const { table, address, secrets, enforce, strict } = telling;
  const { target } = head;
  const judged = judgeAssumptions(document['x-assumptions'] ?? {}, probes, seen, target, secrets);
  const drift = driftOf(seen, secrets);
  const fails = (breach: Breach) => failsCell(breach, telling);
  const cells = matrix(table.operations, seen, target, fails, accounts);
  const credentials = credentialMatrix(table, seen, target, fails);
  const findings = [
    ...seen.flatMap((one) => findingsOf(one, telling)),
    ...judged.flatMap(({ told }) => (told ? [findingOf(told.seen, told.breach, telling)] : [])),
    ...judged.flatMap(({ result, broken }) => (broken ? [brokenProbe(result, broken)] : [])),
    ...(strict ? undocumentedMembers(seen, drift, telling) : []),
    ...(failure === undefined ? notExercised(cells) : []),
  ].filter(({ code }) => !without.includes(code));
  const broken = failure ?? suiteFailure(findings);
  const found = verdictOf(cells, credentials, findings);
  // What was found wrong stays wrong, whatever else could not be judged.
  const verdict = failure === undefined && (broken === undefined || found === 'not conformant') ? found : 'no verdict';
  return {
    format: 1,
    contract: { title: document.info.title, version: document.info.version },
    started: new Date(started).toISOString(),
    seconds: (ended - started) / 1000,
    ...head,
    assumptionsMode: enforce ? 'enforce' : 'report',
    strict,
    address,
    verdict,
    exitCode: exitCodeOf(verdict),
    ...(verdict === 'no verdict' && broken !== undefined ? { failure: broken } : {}),
    requests: { ...spending, ...(stopped === undefined ? {} : { stopped }) },
    cells,
    credentials,
    made: seen.filter(({ request }) => request.why !== 'refusal').map((one) => requestResult(one, telling)),
    findings,
    assumptions: judged.map(({ result }) => result),
    drift,
    census: censusOf(seen),
    notes: notes(seen, context),
  };
}

function requestResult({ request, state, answer, breaches }: Seen, { table, secrets }: Telling): RequestResult {
  const { operation, status, why } = request;
  const codes = [...new Set(breaches.map(({ code, assumption }) => assumption ?? code))];
  const text = requestText(request, table);
  const answered = answer === undefined ? {} : { answered: answer.status };
  return { operation, status, why, request: leaks(text, secrets) ? '***' : text, ...answered, state, codes };
}

/** Why a run in which the suite itself failed has no verdict. */
function suiteFailure(findings: readonly Finding[]): string | undefined {
  const own = findings.filter(({ code }) => code === 'suite-fault');
  const [first] = own;
  if (!first) return undefined;
  const place = first.operation ? `${first.operation} ${first.status}` : first.expected;
  const others = own.length > 1 ? ` and in ${own.length - 1} more places` : '';
  return `the suite itself failed (${place}${others}): ${first.got}; the service is not accused, see the report for the rest`;
}

/** It looked at all answers, so it belongs to no request. */
function brokenProbe({ id }: AssumptionResult, breach: Breach): Finding {
  const { got, next } = breach;
  return {
    code: breach.code,
    level: 'error',
    fails: false,
    operation: '',
    status: '',
    request: '',
    reproduce: '',
    expected: `a judgement of the assumption ${id}`,
    got: got,
    next,
  };
}

function undocumentedMembers(seen: readonly Seen[], drift: readonly Drift[], telling: Telling): Finding[] {
  return drift.flatMap(({ operation, status, pointer, types, count }) => {
    const by = seen.find(({ request, undocumented }) => request.operation === operation && undocumented.length > 0);
    const got = `${count} of ${types.join(' or ')}`;
    const next = 'Describe the member in the document, or leave it out of the answer.';
    const breach = { code: 'undocumented-member' as const, pointer, expected: 'documented members', got, next };
    return by ? [{ ...findingOf(by, breach, telling), status }] : [];
  });
}

/** What this run could not look for. */
function notes(seen: readonly Seen[], { credentials, telling }: Context): string[] {
  const short = telling.table.secrets
    .filter((name) => !leaks(credentials[name] ?? '', [credentials[name] ?? '']))
    .map((name) => `the ${name} is too short to be told from other text: whether answers repeat it was not looked for`);
  const empty = [...neverFilled(seen)].map(
    ([operation, pointers]) =>
      `${operation}: ${pointers.map((one) => one || 'the list').join(', ')} never had an element`,
  );
  return [...short, ...empty];
}
