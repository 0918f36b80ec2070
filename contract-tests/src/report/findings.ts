import type { Assumption } from '@vehicle-lookup/openapi';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { type Finding, fingerprint } from '@vehicle-lookup/toolkit/findings';
import { checkOf, levelOf } from '../checks/index.ts';
import type { Judgement } from '../checks/judgement.ts';
import { receivedPart } from '../checks/received.ts';
import type { Violation } from '../checks/violation.ts';
import { defined } from '../defined.ts';
import { scopeOf } from '../judge/scope.ts';
import { CREDENTIAL_KINDS, type CredentialFault, type Request } from '../plan/request.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import {
  addressOf,
  type ComparedRequest,
  pairsOf,
  requestText,
  withoutMadeFromSecret,
  withoutSecrets,
} from '../run/request-text.ts';

/** A finding of a run. `status` is the expected declared status; the texts are empty for a finding without a request. */
export type RunFinding = Finding & Required<Pick<Finding, 'request' | 'reproduce'>>;

/** Returns a violation as a finding: its basis, whether it fails the run, and how to reproduce it. */
export function createFinding(
  { request, response }: Pick<Judgement, 'request' | 'response'>,
  violation: Violation,
  plan: RunPlan,
): RunFinding {
  const { contract, address, secrets, enforce, strict } = plan;
  const safe = <Text extends string | undefined>(text: Text): Text =>
    (text === undefined ? text : withoutSecrets(text, secrets)) as Text;
  const { code, title, assumption, pointer, expected, got, next, cause, compared } = violation;
  const level = assumption === undefined ? levelOf(code) : 'contradiction';
  const clause = assumption === undefined ? (violation.clause ?? checkOf(code)?.clause) : undefined;
  const known = contract.assumptions.get(assumption ?? '');
  const words = clause === undefined ? known?.statement : contract.clauses.get(clause)?.text;
  const isProbed = request.probeOf !== undefined && request.probeOf === assumption;
  const scope = violation.scope ?? (isProbed ? `tested only in ${request.operation}` : undefined);
  const received = response && receivedPart(response, violation);
  // Several kinds of invalid requests expect the same response; each kind that is not rejected is a separate finding.
  const isOtherStatus = response !== undefined && String(response.status) !== request.status;
  // The request that was rejected first must precede the request that has been rejected since.
  const order = code === 'cached-rejection' ? [compared, request] : [request, compared];
  const shown = order.flatMap((one) => one ?? []);
  return identified({
    code: assumption ?? code,
    level,
    ...defined({ title: safe(title) }),
    fails:
      level === 'failure' || (level === 'contradiction' && enforce) || (['drift', 'warning'].includes(level) && strict),
    ...defined({ clause, assumption, words, reading: readingOf(violation, clause, known) }),
    operation: request.operation,
    status: request.status,
    ...defined({ pointer: safe(pointer), variant: pointer === undefined && isOtherStatus ? request.id : undefined }),
    request: safe(requestTexts(request, violation, contract.table)),
    reproduce: safe(shown.map((one) => reproduceLine(one, address, contract.table, violation)).join('; ')),
    expected,
    got: safe(got),
    ...defined({ cause, received: safe(received), scope: safe(scope) }),
    next: safe(next),
  });
}

/** Returns the texts of a request and of the request with which it was compared. */
function requestTexts(request: Request, { code, compared }: Violation, table: OperationTable): string {
  const text = requestText(request, table);
  if (compared === undefined) return text;
  const other = requestText(compared, table);
  if (code === 'cached-rejection') return `${text}; rejected before it was ${other}`;
  return text === other ? `${text}; sent twice` : `${text}; compared with ${other}`;
}

/** Explains how the expectation follows from the clause or assumption, or why neither covers it. */
function readingOf(
  { code, reading, standard }: Violation,
  clause: string | undefined,
  assumption: Assumption | undefined,
): string | undefined {
  if (reading !== undefined) return reading;
  if (assumption !== undefined) return withStandard(`No clause decides it. Left open: ${assumption.silence}`, standard);
  const check = checkOf(code);
  if (!check || clause !== check.clause) return undefined;
  const own = check.reading ?? (clause === undefined && check.level === 'warning' ? 'Beyond the contract.' : undefined);
  const why = clause === undefined ? check.harm : undefined;
  return own && withStandard([own, ...(why === undefined ? [] : [why])].join(' '), check.standard);
}

const withStandard = (reading: string, standard: string | undefined): string =>
  standard === undefined ? reading : `${reading} Standard: ${standard}.`;

/** Adds the fingerprint to a finding. */
const identified = (finding: RunFinding): RunFinding => ({ ...finding, fingerprint: fingerprint(finding) });

/** Returns whether a violation fails the cell of its request. */
export function failsCell(violation: Violation, { enforce }: Pick<RunPlan, 'enforce'>): boolean {
  if (violation.assumption !== undefined) return enforce;
  return levelOf(violation.code) === 'failure';
}

const LEVELS: readonly RunFinding['level'][] = ['failure', 'error', 'contradiction', 'warning', 'drift'];

/** Sorts findings: those that fail the run first, then security findings, then by level, otherwise in request order. */
export const byGravity = (findings: readonly RunFinding[]): RunFinding[] => {
  const rank = ({ fails, code, level }: RunFinding) =>
    Number(!fails) * 100 + Number(!checkOf(code)?.isSecurity) * 10 + LEVELS.indexOf(level);
  return findings.toSorted((a, b) => rank(a) - rank(b));
};

/** Returns whether a judgement shows that its operation returns data without credentials. */
const needsNone = ({ request: { faults = {} }, response }: Judgement, credentials: readonly string[]): boolean =>
  response?.status === 200 && credentials.every((name) => faults[name] === 'absent');

/** The number of accepted invalid credentials from which their findings are reported as one cause. */
const FEW_CREDENTIALS = 3;

/**
 * Returns the findings of all judgements. An operation that returns data without credentials also accepts all invalid
 * credentials. These findings have one cause, and the most informative finding comes first.
 */
export function findingsOf(judgements: readonly Judgement[], plan: RunPlan): RunFinding[] {
  const { credentials } = plan.contract.table;
  const wrong = judgements.filter(
    ({ request, response }) => CREDENTIAL_KINDS.includes(request.kind) && response !== undefined,
  );
  const passed = wrong.filter(({ response }) => response?.status === 200);
  const isUnchecked = wrong.length >= FEW_CREDENTIALS && passed.length === wrong.length;
  const open = judgements.filter((judgement) => needsNone(judgement, credentials));
  const operations = new Set(open.map(({ request }) => request.operation));
  const causeOf = (judgement: Judgement): string | undefined => {
    if (!passed.includes(judgement)) return undefined;
    if (isUnchecked) return 'no credentials are checked';
    const { operation } = judgement.request;
    return operations.has(operation) ? `${operation} needs no credentials` : undefined;
  };
  return [...open, ...judgements.filter((judgement) => !open.includes(judgement))].flatMap((judgement) => {
    const common = causeOf(judgement);
    return judgement.violations.map((violation) => {
      const scope =
        isUnchecked && common !== undefined && violation.cause === undefined
          ? `all ${wrong.length} requests with missing or invalid credentials returned 200`
          : (violation.scope ?? scopeOf(judgement, violation, judgements));
      const cause = violation.cause ?? common ?? causeOfKind(judgement, violation);
      const found: Violation = { ...violation, ...defined({ cause, scope }) };
      // If other operations return the correct time, the clocks are correct.
      if (violation.code === 'clock-skew' && scope !== undefined) found.next = RIGHT_CLOCK;
      return createFinding(judgement, found, plan);
    });
  });
}

/**
 * Returns the cause that all operations share if a service accepts one kind of invalid request: a contradicted assumption, or a
 * parameter that the service does not validate.
 */
function causeOfKind({ request, response }: Judgement, { code, assumption, clause }: Violation): string | undefined {
  const { kind, status: expected, parameter, faults } = request;
  const status = String(response?.status);
  if (status === expected || !expected.startsWith('4') || faults !== undefined) return undefined;
  if (assumption !== undefined) return `${assumption} ${status}`;
  return kind === 'malformed-parameter' ? `${code} ${parameter} ${clause} ${status}` : undefined;
}

const RIGHT_CLOCK =
  'Write the time at which the response is generated. The time of other operations is correct, so the clocks are not the cause.';

/** Creates a finding without a request. */
export const withoutRequest = (
  finding: Omit<RunFinding, 'request' | 'reproduce' | 'operation' | 'status'> & Partial<RunFinding>,
): RunFinding => identified({ operation: '', status: '', request: '', reproduce: '', ...finding });

const PREFIX = 'VEHICLE_LOOKUP_';

/** Returns a curl command for a request, with credentials as environment variables. */
export function reproduceLine(
  request: ComparedRequest,
  address: string,
  table: Pick<OperationTable, 'method' | 'credentials'>,
  { coding, isCompressed }: Pick<Violation, 'coding' | 'isCompressed'> = {},
): string {
  const { account, prefer, method = table.method, faults } = request;
  const variable = (name: string) => `$${PREFIX}${account ? `${account.toUpperCase()}_` : ''}${name.toUpperCase()}`;
  const variables = Object.fromEntries(table.credentials.map((name) => [name, variable(name)]));
  const pairs = pairsOf(withoutMadeFromSecret(request), { right: variables }).map(([name, value]) =>
    value.startsWith(`$${PREFIX}`)
      ? `--data-urlencode "${name}=${inShell(value, faults?.[name])}"`
      : plainPair(name, value),
  );
  return [
    'curl -sS -i -G',
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : [`-X ${method}`]),
    ...(isCompressed ? ['--compressed'] : []),
    ...(coding ? [`-H ${quoted(`Accept-Encoding: ${coding}`)}`] : []),
    ...(prefer ? [`-H ${quoted(`Prefer: ${prefer}`)}`] : []),
    quoted(addressOf(request, address)),
    ...pairs,
  ].join(' ');
}

/** Returns the curl option for a non-secret pair. Control characters are percent-encoded; bash generates long repetitions. */
function plainPair(name: string, value: string): string {
  const [, repeated] = /^(\w)\1{99,}$/.exec(value) ?? [];
  if (repeated !== undefined) return `--data "${name}=$(printf '${repeated}%.0s' {1..${value.length}})"`;
  return /\p{Cc}/u.test(value)
    ? `--data ${quoted(`${name}=${encodeURIComponent(value)}`)}`
    : `--data-urlencode ${quoted(`${name}=${value}`)}`;
}

/** Bash expressions that derive an invalid credential from a variable. Variable names of other accounts include the account. */
const SHELL: Partial<Record<CredentialFault, (name: string) => string>> = {
  'other-case': (name) => `\${${name}~~}`,
  cut: (name) => `\${${name}%?}`,
  longer: (name) => `\${${name}}0`,
  'another-account': (name) => `$${name.replace(PREFIX, `${PREFIX}ANOTHER_`)}`,
};

const inShell = (variable: string, fault: CredentialFault | undefined): string =>
  (fault && SHELL[fault]?.(variable.slice(1))) ?? variable;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
